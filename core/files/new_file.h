#pragma once
// A file in the making: it takes the place of an older one only when it is complete. Until then, or if
// anything fails, the old file stays as it was. Where the file system can have files without names, a program
// that is ended leaves nothing behind; elsewhere it may leave a file named .commlab-*.
//
// In a folder where nothing may be made, and where a container has mounted a single file, a file that may be
// written gets the complete bytes at the end, copied over the old ones. They fit on the disk before the first
// byte is changed, but a system that goes down meanwhile leaves the file torn.

#include <filesystem>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "core/base/error.h"
#include "core/files/open_file.h"

namespace commlab {

class NewFile {
 public:
  // `path`: where the file will be. A symbolic link stays; what it points to is replaced. A device, a pipe
  // and a descriptor such as /dev/stdout are written at once. An error here and below is of Fault::runtime,
  // and its sentence has the path, the system's reason and a cure.
  static Result<NewFile> open(const std::filesystem::path& path);
  NewFile(NewFile&&) noexcept;
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();  // forgets the file, unless it took its place

  // Whether a file could be written there, whole or row by row. Nothing stays of the try, and an older file
  // is not touched. A pipe is not tried: its reader would take the end of the try for the end of the file.
  static Status try_at(const std::filesystem::path&);

  // A path under which other programs of this user can write the file, as long as this object lives.
  std::string path_for_others() const;
  Status write(std::string_view bytes);
  // The file gets the owner and the permissions of the one that it replaces; other hard links to that keep
  // the old content.
  Status take_its_place();

 private:
  struct Replaced {
    mode_t permissions;
    uid_t owner;
    gid_t group;
  };

  explicit NewFile(std::filesystem::path asked) : asked_(std::move(asked)) {}
  int open_direct(int descriptor);
  int open_beside();
  int open_elsewhere();
  int open_in(const std::filesystem::path& folder);
  int copy_over_the_old() const;
  int look_like_the_old() const;
  int give_name();
  int move_into_place();
  Status told(int error) const;

  std::filesystem::path asked_;        // as the user wrote it
  std::filesystem::path target_{};     // what is replaced; empty: written directly
  std::filesystem::path temporary_{};  // its name until then; empty: it has none
  bool replaces_ = false;
  bool elsewhere_ = false;  // nothing may be made beside the target, so it is copied over the old file
  Replaced old_{};
  OpenFile file_{};
};

}  // namespace commlab
