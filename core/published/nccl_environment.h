#pragma once
// What variables of NCCL that a log names mean for a prediction: some have a place in the model, some change
// nothing that is predicted, and of the others a sentence says that they are left out.

#include <string_view>

#include "core/published/published_setting.h"

namespace commlab {

// `said`: "NCCL_ALGO=Ring NCCL_PROTO=LL". What was forced already, stays. `nodes`: that took part.
void use_environment(PublishedSetting&, std::string_view said, int nodes);

// All algorithms, but not those through NVSwitch's sums.
std::vector<NcclAlgorithm> algorithms_without_nvls();

// Takes what was read; else says that it was not understood, and predicts NCCL's own choice.
template <class Value>
void take_forced(PublishedSetting& setting, std::vector<Value>& into,
                 const Result<std::vector<Value>>& read) {
  if (read)
    into = *read;
  else
    setting.assumed.push_back(
        fmt::format("The header's 'algorithm' is not understood ({}): NCCL's own choice is predicted.",
                    read.error().message));
}

}  // namespace commlab
