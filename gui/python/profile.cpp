#include "gui/python/profile.h"

#include "core/published/torch_profile.h"
#include "gui/cli/reports/profile_report.h"
#include "gui/experiments/predicted_profile.h"

namespace py = pybind11;

namespace commlab {

py::bytes predicted_profile_json(PythonSession& session, const std::string& trace, const std::string& line) {
  std::string json;
  session.work([&](Tools& tools) {
    return parse_line(line)
        .and_then([&](const Experiment& like) {
          return parse_torch_profile(trace).and_then(
              [&](TorchProfile profile) { return predict_profile(std::move(profile), like, tools); });
        })
        .map([&](const PredictedProfile& predicted) { json = profile_json(predicted); });
  });
  return json;
}

}  // namespace commlab
