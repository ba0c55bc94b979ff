#include "gpu/net/group/company.h"

#include <map>
#include <mutex>
#include <system_error>
#include <thread>

#include "gpu/net/group/member.h"
#include "gpu/net/launch/launcher.h"

namespace commlab {
namespace {

class Threads : public Company {
 public:
  ~Threads() override {
    for (std::thread& thread : threads_) thread.join();
  }
  Status start(const GroupPlace& place, std::chrono::milliseconds to_join) {
    try {
      // The result is ignored, because the coordinator learns of a failure from the member or from its
      // connection.
      threads_.emplace_back([place, to_join] { static_cast<void>(serve_group(place, to_join)); });
    } catch (const std::system_error& error) {
      return fail(Fault::runtime, "cannot start a thread for rank {}: {}", place.rank,
                  error.code().message());
    }
    return {};
  }
  std::string fate(Rank, Deadline) override { return {}; }
  void ask_all_to_end() override {}

 private:
  std::vector<std::thread> threads_;
};

class Processes : public Company {
 public:
  Status start(const GroupPlace& place, const std::vector<std::string>& command) {
    return launcher_.start({.name = name_of(place.rank),
                            .command = command,
                            .environment = variables_of(place),
                            .ignores_interrupts = true});
  }
  std::string fate(Rank rank, Deadline deadline) override {
    const std::string name = name_of(rank);
    const std::lock_guard lock(mutex_);
    while (!fates_.contains(name)) {
      const auto ended = launcher_.next_ended(deadline);
      if (!ended) return {};
      fates_[ended->name] = ended->fate;
    }
    return fates_[name];
  }
  void ask_all_to_end() override {
    const std::lock_guard lock(mutex_);
    launcher_.ask_all_to_end();
  }

 private:
  static std::string name_of(Rank rank) { return fmt::format("rank {}", rank); }

  std::mutex mutex_;
  Launcher launcher_;
  std::map<std::string, std::string> fates_;
};

}  // namespace

StartCompany start_processes(std::vector<std::string> command) {
  return [command](const std::vector<GroupPlace>& places) -> Result<std::unique_ptr<Company>> {
    auto processes = std::make_unique<Processes>();
    for (const GroupPlace& place : places)
      if (const Status started = processes->start(place, command); !started)
        return tl::unexpected(started.error());
    return processes;
  };
}

Result<std::unique_ptr<Company>> start_threads_for(const std::vector<GroupPlace>& places,
                                                   std::chrono::milliseconds to_join) {
  auto threads = std::make_unique<Threads>();
  for (const GroupPlace& place : places)
    if (const Status started = threads->start(place, to_join); !started)
      return tl::unexpected(started.error());
  return threads;
}

Result<std::unique_ptr<Company>> start_threads(const std::vector<GroupPlace>& places) {
  return start_threads_for(places, std::chrono::seconds(30));
}

}  // namespace commlab
