// No trace of a run is refused when it is read from a file, and none is changed.

#include <filesystem>
#include <fstream>
#include <iterator>

#include <unistd.h>

#include "core/trace/trace_file.h"
#include "tests/sim/traces.h"

namespace commlab {
namespace {

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(RecordedTraces, AreReadAsTheyWereWritten) {
  const auto file =
      std::filesystem::temp_directory_path() / fmt::format("commlab_recorded_{}.trace", ::getpid());
  for_every_trace([&](const Played& p) {
    ASSERT_TRUE(write_trace(p.trace, file));
    const std::string written = bytes_of(file);
    const Result<Trace> read = read_trace(file);
    ASSERT_TRUE(read) << p.name << ": " << read.error().message;
    ASSERT_TRUE(write_trace(*read, file));
    EXPECT_EQ(bytes_of(file), written) << p.name;
  });
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace commlab
