#pragma once
// The settings of an experiment that have a fixed set of values, and their names: the backend, the protocol,
// how links are shared, what makes copies, and the route of messages.

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/named_values.h"
#include "core/machine/link_choice.h"

namespace commlab {

enum class BackendName : std::uint8_t { sim, host, tcp, mpi, cuda, nccl };
inline constexpr NamedValue<BackendName> backend_names[] = {{"sim", BackendName::sim},
                                                            {"host", BackendName::host},
                                                            {"tcp", BackendName::tcp},
                                                            {"mpi", BackendName::mpi},
                                                            {"cuda", BackendName::cuda},
                                                            {"nccl", BackendName::nccl}};
constexpr std::string_view name_of(BackendName backend) { return name_in(backend_names, backend); }

enum class ProtocolChoice : std::uint8_t { automatic, simple, ll, ll128 };
inline constexpr NamedValue<ProtocolChoice> protocol_choices[] = {{"auto", ProtocolChoice::automatic},
                                                                  {"simple", ProtocolChoice::simple},
                                                                  {"ll", ProtocolChoice::ll},
                                                                  {"ll128", ProtocolChoice::ll128}};
constexpr std::string_view name_of(ProtocolChoice choice) { return name_in(protocol_choices, choice); }
// The protocol's name in a result. A machine without protocols uses "simple".
constexpr std::string_view name_in_results(ProtocolChoice choice) {
  return name_of(choice == ProtocolChoice::automatic ? ProtocolChoice::simple : choice);
}

enum class LinkModel : std::uint8_t {
  fair,   // a transfer crosses its whole route at once; links are shared max-min fairly
  fifo,   // store and forward: one message after another on every link
  ideal,  // no contention: every transfer has its links to itself
};
inline constexpr NamedValue<LinkModel> link_models[] = {
    {"fair", LinkModel::fair}, {"fifo", LinkModel::fifo}, {"ideal", LinkModel::ideal}};
constexpr std::string_view name_of(LinkModel model) { return name_in(link_models, model); }

// What makes copies on a GPU: its copy engines, or a kernel on its multiprocessors.
enum class CopiedBy : std::uint8_t { engine, kernel };
inline constexpr NamedValue<CopiedBy> copied_by[] = {{"ce", CopiedBy::engine}, {"sm", CopiedBy::kernel}};
constexpr std::string_view name_of(CopiedBy who) { return name_in(copied_by, who); }

// The route of messages: straight, through host memory, or (p2p) over GPUs that store and forward.
struct RouteChoice {
  enum class Kind : std::uint8_t { direct, staged, relayed };
  Kind kind = Kind::direct;
  std::string relays{};  // for relayed: the ranks as the user wrote them, "0-7-2"
  bool operator==(const RouteChoice&) const = default;
};
inline RouteChoice relayed(std::string relays) { return {RouteChoice::Kind::relayed, std::move(relays)}; }
std::string to_text(const RouteChoice&);

}  // namespace commlab
