#pragma once
// Threads that turn tasks into texts: an experiment's line into the row of its result. Whoever gives the
// tasks takes the texts, as they are finished.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace commlab {

struct CrewText {
  std::size_t index = 0;  // says which task, or whose result
  std::string text;
};

class Crew {
 public:
  // REQUIRES: threads >= 1; several threads may call `work` at once.
  Crew(int threads, std::function<std::string(const CrewText&)> work);
  ~Crew();  // waits for the tasks that have begun, and forgets the others
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int threads() const { return threads_; }
  void give(CrewText task);
  // What was finished since the last call. If that is nothing, waits for the next one, but not longer than
  // `longest`.
  std::vector<CrewText> take(std::chrono::microseconds longest);

 private:
  void work_until_the_end();

  const int threads_;
  const std::function<std::string(const CrewText&)> work_;
  std::mutex mutex_;
  std::condition_variable given_changed_;
  std::condition_variable finished_changed_;
  std::deque<CrewText> given_;
  std::vector<CrewText> finished_;
  bool over_ = false;
  std::thread keeper_;  // of the threads: it waits until they end
};

}  // namespace commlab
