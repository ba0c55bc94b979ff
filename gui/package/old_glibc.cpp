// Lets the packaged program run with glibc 2.31 and newer, although it is linked with a newer one. That C
// library gives each function in the version of the day when it last moved; here the program asks for the
// older version, or has a function of its own where there was none. All names in this file belong to the C
// library and to the compiler.
//
// A name that is defined in the program goes before that of a shared library, so nothing else needs to
// change. `./lab package` refuses a program that still needs more.

#include <fcntl.h>
#include <link.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>

#pragma GCC visibility push(hidden)

// Older versions. Each function jumps to the C library's function of the same name.
#if defined(__x86_64__)
#define VERSION(since_x86_64) "GLIBC_" since_x86_64
#define JUMP(to) "jmp *" to "@GOTPCREL(%rip)\n"
#elif defined(__aarch64__)
#define VERSION(since_x86_64) "GLIBC_2.17"
#define JUMP(to) "b " to "\n"
#else
#error "the versions of this processor's C library are not known here; see objdump -T of an old one"
#endif
#define OLD_VERSION(name, version)                                                    \
  asm(".symver old_" #name "," #name "@" version                                      \
      "\n"                                                                            \
      ".text\n.globl " #name "\n.hidden " #name "\n.type " #name ",@function\n" #name \
      ":\n" JUMP("old_" #name));
#define OLD(name, since) OLD_VERSION(name, VERSION(since))

OLD(hypot, "2.2.5")
// Since 2.34 these are in libc itself; before, in libpthread, libdl and librt, which the program therefore
// names, too.
OLD(dladdr, "2.2.5")
OLD(dlclose, "2.2.5")
OLD(dlerror, "2.2.5")
OLD(dlmopen, "2.3.4")
OLD(dlopen, "2.2.5")
OLD(dlsym, "2.2.5")
OLD(dlvsym, "2.2.5")
OLD(pthread_condattr_setclock, "2.3.3")
OLD(pthread_condattr_setpshared, "2.2.5")
OLD_VERSION(pthread_cond_clockwait, "GLIBC_2.30")
OLD(pthread_create, "2.2.5")
OLD(pthread_detach, "2.2.5")
OLD(pthread_getspecific, "2.2.5")
OLD(pthread_join, "2.2.5")
OLD(pthread_key_create, "2.2.5")
OLD(__pthread_key_create, "2.2.5")
OLD(pthread_key_delete, "2.2.5")
OLD(pthread_kill, "2.2.5")
OLD(pthread_mutexattr_destroy, "2.2.5")
OLD(pthread_mutexattr_init, "2.2.5")
OLD(pthread_mutexattr_setpshared, "2.2.5")
OLD(pthread_mutexattr_settype, "2.2.5")
OLD(pthread_mutex_trylock, "2.2.5")
OLD(pthread_once, "2.2.5")
OLD(pthread_rwlockattr_destroy, "2.2.5")
OLD(pthread_rwlockattr_init, "2.2.5")
OLD(pthread_rwlockattr_setpshared, "2.2.5")
OLD(pthread_rwlock_destroy, "2.2.5")
OLD(pthread_rwlock_init, "2.2.5")
OLD(pthread_rwlock_rdlock, "2.2.5")
OLD(pthread_rwlock_timedrdlock, "2.2.5")
OLD(pthread_rwlock_timedwrlock, "2.2.5")
OLD(pthread_rwlock_tryrdlock, "2.2.5")
OLD(pthread_rwlock_trywrlock, "2.2.5")
OLD(pthread_rwlock_unlock, "2.2.5")
OLD(pthread_rwlock_wrlock, "2.2.5")
OLD(pthread_setaffinity_np, "2.3.4")
OLD(pthread_setspecific, "2.2.5")
OLD(pthread_sigmask, "2.2.5")
OLD(pthread_spin_destroy, "2.2.5")
OLD(pthread_spin_init, "2.2.5")
OLD(pthread_spin_lock, "2.2.5")
OLD(pthread_spin_trylock, "2.2.5")
OLD(pthread_spin_unlock, "2.2.5")
OLD(sem_destroy, "2.2.5")
OLD(sem_init, "2.2.5")
OLD(sem_post, "2.2.5")
OLD(sem_timedwait, "2.2.5")
OLD(sem_trywait, "2.2.5")
OLD(sem_wait, "2.2.5")
OLD(shm_open, "2.2.5")
OLD(shm_unlink, "2.2.5")

extern "C" {

// 2.32: whether shared_ptr may count without atomics. "No" is always right.
extern char __libc_single_threaded;
char __libc_single_threaded = 0;

// 2.33: before, these were inline functions of the headers. The kernel fills the same struct.
int stat(const char* path, struct stat* found) {
  return static_cast<int>(::syscall(SYS_newfstatat, AT_FDCWD, path, found, 0));
}
int lstat(const char* path, struct stat* found) {
  return static_cast<int>(::syscall(SYS_newfstatat, AT_FDCWD, path, found, AT_SYMLINK_NOFOLLOW));
}
int fstat(int file, struct stat* found) { return static_cast<int>(::syscall(SYS_fstat, file, found)); }
int fstat64(int file, struct stat64* found) { return static_cast<int>(::syscall(SYS_fstat, file, found)); }

// 2.36: random bytes, for std::random_device and crypt.
void arc4random_buf(void* into, std::size_t bytes) {
  auto* at = static_cast<unsigned char*>(into);
  while (bytes > 0) {
    const ssize_t got = ::getrandom(at, bytes, 0);
    if (got < 0 && errno != EINTR) std::abort();  // a kernel older than the C library needs
    if (got < 0) continue;
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
}
std::uint32_t arc4random() {
  std::uint32_t number;
  arc4random_buf(&number, sizeof number);
  return number;
}

// 2.35: which loaded file an instruction belongs to, and where its table of stack frames is; g++'s exceptions
// ask.
int _dl_find_object(void* instruction, dl_find_object* found) {
  struct Search {
    std::uintptr_t address;
    dl_find_object* found;
  } search{reinterpret_cast<std::uintptr_t>(instruction), found};
  const auto visit = [](dl_phdr_info* file, std::size_t, void* data) {
    const auto [address, result] = *static_cast<Search*>(data);
    bool inside = false;
    void* frames = nullptr;
    for (int i = 0; i < file->dlpi_phnum; ++i) {
      const ElfW(Phdr)& part = file->dlpi_phdr[i];
      const std::uintptr_t begin = file->dlpi_addr + part.p_vaddr;
      if (part.p_type == PT_LOAD && begin <= address && address - begin < part.p_memsz) inside = true;
      if (part.p_type == PT_GNU_EH_FRAME) frames = reinterpret_cast<void*>(begin);
    }
    if (!inside || frames == nullptr) return 0;
    result->dlfo_eh_frame = frames;
    return 1;
  };
  return ::dl_iterate_phdr(visit, &search) == 1 ? 0 : -1;
}

// 2.34: since then the C library runs a program's constructors; before, code in the program did. The older
// function runs the code that it is given, in old and in new libraries.
using Constructor = void (*)(int, char**, char**);
extern Constructor __init_array_start[];
extern Constructor __init_array_end[];
void _init();

static void run_constructors(int words, char** word, char** environment) {
  _init();
  for (const Constructor* each = __init_array_start; each != __init_array_end; ++each)
    (*each)(words, word, environment);
}

asm(".symver old_libc_start_main,__libc_start_main@" VERSION("2.2.5"));
#pragma GCC visibility push(default)
int old_libc_start_main(int (*)(int, char**, char**), int, char**, Constructor, void (*)(), void (*)(),
                        void*);
#pragma GCC visibility pop

int __libc_start_main(int (*main)(int, char**, char**), int words, char** word, Constructor, void (*)(),
                      void (*end_of_loader)(), void* stack_end) {
  return old_libc_start_main(main, words, word, run_constructors, nullptr, end_of_loader, stack_end);
}

}  // extern "C"

#pragma GCC visibility pop
