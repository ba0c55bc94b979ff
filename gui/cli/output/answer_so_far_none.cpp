// In a browser, which has no signals: a command that is stopped there ends with its worker.

#include "gui/cli/output/answer_so_far.h"

namespace commlab {

AnswerSoFar::AnswerSoFar(std::size_t all, std::string row, std::function<Status()> deliver)
    : all_(all), row_(std::move(row)), deliver_(std::move(deliver)) {}

AnswerSoFar::~AnswerSoFar() = default;

}  // namespace commlab
