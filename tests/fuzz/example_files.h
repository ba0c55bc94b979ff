#pragma once
// Shipped files, and what documents and lessons show, as inputs.

#include <string>
#include <string_view>
#include <vector>

namespace commlab {

// The contents of the folder's files whose names end like this, in order of name. The folder is named from
// the repository's root. Empty if there is no such folder.
std::vector<std::string> files_in(std::string_view folder, std::string_view ending = "");
// The rest of each line of a document or a lesson after these words.
std::vector<std::string> lines_after(std::string_view words);
// The blocks ```LANGUAGE of documents and lessons.
std::vector<std::string> blocks_of(std::string_view language);

}  // namespace commlab
