#pragma once
// Words as a shell reads them, for commands to copy.

#include <span>
#include <string>
#include <string_view>

namespace commlab {

// In quotes if a shell would read it otherwise: "2x dgx-h100".
std::string shell_word(std::string_view);
// "commlab window --machine 'my $file.toml'"
std::string shell_line(std::span<const std::string> words);

}  // namespace commlab
