// In a browser, which has no signals: a command that is stopped there ends with its worker.

#include "gui/cli/output/answer_so_far.h"

namespace commlab {

AnswerSoFar::AnswerSoFar(std::size_t all, std::string row, std::function<Status()> deliver)
    : all_(all), row_(std::move(row)), deliver_(std::move(deliver)) {}

AnswerSoFar::~AnswerSoFar() = default;

void AnswerSoFar::add(std::size_t rows, const std::function<void()>& change) {
  add([&] {
    change();
    return rows;
  });
}

void AnswerSoFar::add(const std::function<std::size_t()>& change) {
  const std::lock_guard lock(mutex_);
  rows_ = change();
}

}  // namespace commlab
