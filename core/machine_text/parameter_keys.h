#pragma once
// The keys that may stand in the file of a machine and in a file of parameters: what it costs to start, pass
// and work on a message, and how fast each kind of link is. No wiring.

#include <string>
#include <vector>

#include "core/machine/machine.h"
#include "core/machine_text/machine_links.h"
#include "core/machine_text/toml_reader.h"

namespace commlab {

// What machines of one generation have in common: costs, work, protocols, launching.
std::vector<TomlKey> parameter_keys(const TomlReader&, Machine&);

// [multicast]: the topology multicasts, whether or not it has NVSwitches.
TomlKey multicast_key(const TomlReader&, Machine&);
// [link.nvlink], [link.host]
TomlKey link_kinds_key(const TomlReader&, LinkKinds&);

// The source of each number; they are added to the sources known already.
TomlKey sources_key(const TomlReader&, std::vector<std::string>& into);

}  // namespace commlab
