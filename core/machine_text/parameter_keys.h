#pragma once
// The keys that may stand in the file of a machine and in a file of parameters: costs of starting, passing
// and working on a message, and the rates of each kind of link. No wiring.

#include <string>
#include <vector>

#include "core/machine/machine.h"
#include "core/machine_text/machine_links.h"
#include "core/machine_text/toml_reader.h"

namespace commlab {

// The keys that machines of one generation share: costs, work, protocols, launching.
std::vector<TomlKey> parameter_keys(const TomlReader&, Machine&);

// [multicast]: the topology multicasts, whether or not it has NVSwitches.
TomlKey multicast_key(const TomlReader&, Machine&);
// [link.nvlink], [link.host]
TomlKey link_kinds_key(const TomlReader&, LinkKinds&);

// The key for the source of each number; new sources are added to those that are already known.
TomlKey sources_key(const TomlReader&, std::vector<std::string>& into);

}  // namespace commlab
