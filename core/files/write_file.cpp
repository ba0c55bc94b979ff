#include "core/files/write_file.h"

#include <system_error>

#include <fmt/format.h>

#include "core/files/new_file.h"

namespace commlab {

Status write_file(const std::filesystem::path& path, std::string_view bytes) {
  Result<NewFile> file = NewFile::open(path);
  if (!file) return tl::unexpected(file.error());
  return file->write(bytes).and_then([&] { return file->take_its_place(); });
}

Status write_file_and_folders(const std::filesystem::path& path, std::string_view bytes) {
  std::error_code ignored;  // where a folder cannot be made, writing the file fails and says why
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), ignored);
  return write_file(path, bytes);
}

Status can_write_file(const std::filesystem::path& path) { return NewFile::try_at(path); }

// Where folders are missing, the last one that is there decides.
Status can_write_file_and_folders(const std::filesystem::path& path) {
  std::error_code ignored;
  std::filesystem::path folder = std::filesystem::absolute(path, ignored).parent_path();
  if (std::filesystem::exists(folder, ignored)) return NewFile::try_at(path);
  while (folder.has_relative_path() && !std::filesystem::exists(folder, ignored))
    folder = folder.parent_path();
  return NewFile::try_at(folder / path.filename()).map_error([&](const Error& error) {
    return Error{fmt::format("{}: {}", path.string(), error.message), error.fault};
  });
}

}  // namespace commlab
