#include "core/files/read_unpacked.h"

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "core/base/shared_library.h"
#include "core/files/read_file.h"

namespace commlab {
namespace {

// The functions of zlib that are needed, as zlib.h declares them; gzFile is a pointer.
struct Zlib {
  void* (*open)(const char* path, const char* mode);
  int (*read)(void* file, void* into, unsigned bytes);
  long (*offset)(void* file);  // of what is packed
  int (*close)(void* file);
};

// A text that grows to more than `some` has at most so many letters for each that was packed. Traces of
// profilers have 10 to 40; a thousand, gzip's most, are one letter again and again, which only fills the
// memory.
constexpr std::size_t some = 64 << 20, most_for_each = 100;

Result<Zlib> load_zlib() {
  Result<SharedLibrary> library = SharedLibrary::load("libz.so.1");
  if (!library) return tl::unexpected(library.error());
  Zlib zlib{};
  library->find("gzopen", zlib.open);
  library->find("gzread", zlib.read);
  library->find("gzoffset", zlib.offset);
  library->find("gzclose", zlib.close);
  return library->has_all().map([&] { return zlib; });
}

Result<std::string> unpack(const std::filesystem::path& path, Bytes most) {
  const Result<Zlib> zlib = load_zlib();
  if (!zlib)
    return fail(Fault::runtime, "{} is compressed, and zlib is needed to unpack it: {}", path.string(),
                zlib.error().message);
  std::unique_ptr<void, int (*)(void*)> file(zlib->open(path.c_str(), "rb"), zlib->close);
  if (file == nullptr) return fail("{} is compressed, but cannot be opened again", path.string());
  std::string text;
  std::vector<char> piece(1 << 18);
  int count = 0;
  while ((count = zlib->read(file.get(), piece.data(), static_cast<unsigned>(piece.size()))) > 0) {
    text.append(piece.data(), static_cast<std::size_t>(count));
    if (text.size() > static_cast<std::size_t>(most.count))
      return fail("{} is too large: unpacked, it has more than {}", path.string(), to_text(most));
    const auto packed = static_cast<std::size_t>(std::max(1L, zlib->offset(file.get())));
    if (text.size() > some && text.size() / packed > most_for_each)
      return fail(
          "{} is no trace or table: each of its bytes unpacks to {}, as if one letter came again and again",
          path.string(), text.size() / packed);
  }
  // Only closing tells whether the data ended too early.
  if (zlib->close(file.release()) != 0 || count < 0)
    return fail("{} cannot be unpacked: what gzip has compressed is damaged, or ends too early",
                path.string());
  return text;
}

}  // namespace

Result<std::string> read_unpacked(const std::filesystem::path& path, Bytes most) {
  Result<std::string> bytes = read_file(path, most);
  if (!bytes || !bytes->starts_with("\x1f\x8b")) return bytes;
  bytes.value() = {};
  try {
    return unpack(path, most);
  } catch (const std::bad_alloc&) {
    return fail(Fault::runtime, "{} cannot be unpacked: memory ran out; a part of it may do", path.string());
  }
}

}  // namespace commlab
