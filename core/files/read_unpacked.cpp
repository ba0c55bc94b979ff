#include "core/files/read_unpacked.h"

#include <memory>
#include <vector>

#include "core/base/shared_library.h"
#include "core/files/read_file.h"

namespace commlab {
namespace {

// The functions of zlib that are needed, as zlib.h declares them; gzFile is a pointer.
struct Zlib {
  void* (*open)(const char* path, const char* mode);
  int (*read)(void* file, void* into, unsigned bytes);
  int (*close)(void* file);
};

Result<Zlib> load_zlib() {
  Result<SharedLibrary> library = SharedLibrary::load("libz.so.1");
  if (!library) return tl::unexpected(library.error());
  Zlib zlib{};
  library->find("gzopen", zlib.open);
  library->find("gzread", zlib.read);
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
  bytes->clear();
  return unpack(path, most);
}

}  // namespace commlab
