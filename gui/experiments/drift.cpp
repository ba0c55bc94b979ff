#include "gui/experiments/drift.h"

#include <algorithm>
#include <vector>

#include "core/machine/tempo.h"

namespace commlab {
namespace {

const Calibrator* who_times_again(const Setup& setup, const Tools& tools) {
  const Backend& backend = tools.backend(setup.experiment.on);
  if (!setup.machine || !setup.machine->tempo.known()) return nullptr;
  const Tempo& tempo = setup.machine->tempo;
  if (tempo.backend != name_of(backend.name)) return nullptr;
  if (backend.launched && *backend.launched != tempo.ranks) return nullptr;
  const Calibrator* const calibrator = tools.calibrator(tempo.backend);
  return calibrator != nullptr && calibrator->time_tempo ? calibrator : nullptr;
}

Result<double> drift_now(const Tempo& tempo, Bytes message, const Calibrator& calibrator) {
  std::vector<DriftOfSize> drifts;
  for (const TempoTime& then : times_near(tempo, message)) {
    const Result<Time> now = calibrator.time_tempo(tempo, then.message);
    if (!now) return tl::unexpected(now.error());
    const double drift = static_cast<double>(now->ps) / static_cast<double>(then.time.ps);
    drifts.push_back({.message = then.message, .drift = std::max(drift, 1e-9)});
  }
  return drift_at(drifts, message);
}

}  // namespace

std::optional<Bytes> average_message(const Programs& programs) {
  std::int64_t messages = 0;
  Bytes all{};
  for (Rank rank = 0; rank < static_cast<Rank>(programs.programs.size()); ++rank)
    for (const Lane& lane : programs.of(rank).lanes)
      for (const Instruction& instruction : lane.code)
        if (sends(instruction.op)) {
          ++messages;
          all += programs.bytes(rank, instruction);
        }
  if (messages == 0) return std::nullopt;
  return Bytes{all.count / messages};
}

Result<std::vector<double>> drifts_beside(const Setup& setup, const Programs& programs, const Tools& tools) {
  const Calibrator* const calibrator = who_times_again(setup, tools);
  const std::optional<Bytes> message = average_message(programs);
  if (calibrator == nullptr || !message) return std::vector<double>{};
  std::vector<double> drifts;
  for (int i = 0; i < 2; ++i) {
    const Result<double> drift = drift_now(setup.machine->tempo, *message, *calibrator);
    if (!drift) return tl::unexpected(drift.error());
    drifts.push_back(*drift);
  }
  return drifts;
}

}  // namespace commlab
