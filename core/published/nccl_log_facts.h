#pragma once
// What lines of NCCL, of RCCL, of their plugins and of the shell tell of a run (NCCL_DEBUG=INFO, src/init.cc,
// src/graph/tuning.cc, src/transport/net_ib.cc up to 2.28; aws-ofi-nccl's src/nccl_ofi_net.c):
//
//   NCCL version 2.18.3+cuda12.2 | RCCL version : 2.21.5-HEAD:0d2c4fd
//   ... NCCL INFO NCCL_ALGO set by environment to Ring.   | export NCCL_ALGO=Ring | mpirun -x NCCL_ALGO=Ring
//   ...
//   ... NCCL INFO NET/OFI Setting NCCL_PROTO to "simple"
//   ... NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eth0:10.0.0.1<0>
//   ... NCCL INFO AllReduce: 1048576 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..23}   from 2.24
//   ... NCCL INFO 1048576 Bytes -> Algo 1 proto 0 time 28.0                                  up to 2.23
//   ... NCCL INFO 24 coll channels, 24 collnet channels, 16 nvls channels, 32 p2p channels, ...

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/published/published.h"

namespace commlab {

// Up to 2.23 NCCL does not say for which collective it chose, and counts the bytes of all ranks; later, those
// of one rank where each has a block.
struct LoggedWay {
  std::optional<CollectiveKind> kind;
  Bytes size;
  NcclAlgorithm algorithm = NcclAlgorithm::ring;
  NcclProtocol protocol = NcclProtocol::simple;
};

// Who set a variable; NCCL's own word counts most.
enum class SetBy { shell, plugin, nccl };
struct LoggedVariable {
  std::string value;
  SetBy by = SetBy::shell;
  bool is_exported = false;  // holds for later runs of the same shell
};

class NcclLogFacts {
 public:
  void read(std::string_view line);
  // For the next run in the same log: the library, the network, and what the shell exported.
  NcclLogFacts inherited() const;

  const std::string& version() const {
    return version_;
  }                                   // "2.18.3+cuda12.2", "RCCL 2.21.5"; empty: not said
  std::string network() const;        // "RoCE", "EFA", as tables name it; empty: not said
  int nics() const { return nics_; }  // that each process can use; 0: not said
  // Whether NICs reach the memory of GPUs.
  std::optional<bool> gpudirect() const;
  const std::string& tuner() const { return tuner_; }  // a plugin that chooses instead of NCCL
  const std::map<std::string, LoggedVariable, std::less<>>& variables() const { return variables_; }
  const std::vector<LoggedWay>& ways() const { return ways_; }
  const std::optional<LoggedChannels>& channels() const { return channels_; }

  void set_version(std::string version);
  void set_variable(std::string_view name, std::string_view value, SetBy by, bool is_exported);

 private:
  void read_library(std::string_view line);
  void read_version(std::string_view line);
  void read_way(std::string_view line);
  void read_channels(std::string_view line);
  void read_network(std::string_view line);
  void read_ports(std::string_view line);
  std::string name_of_sockets() const;
  void read_variables(std::string_view line);
  void read_shell_variable(std::string_view name, std::string_view before, std::string_view rest);

  std::string version_, tuner_;
  std::string used_network_, route_network_;  // as NCCL names it: "IB", "AWS Libfabric"
  std::string provider_;                      // of Libfabric
  int roce_ = 0, infiniband_ = 0, nics_ = 0;  // ports of NET/IB
  int socket_threads_ = 0;                    // of each connection
  int direct_ = 0, indirect_ = 0;             // statements for and against GPUDirect
  std::string awaited_;                       // a variable's name on a line of YAML: its value follows
  std::map<std::string, LoggedVariable, std::less<>> variables_;
  std::vector<LoggedWay> ways_;
  std::optional<LoggedChannels> channels_;
};

}  // namespace commlab
