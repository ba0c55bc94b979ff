#pragma once
// The machine on which a published table was measured.

#include <filesystem>

#include "core/base/error.h"
#include "core/machine/machine.h"
#include "core/published/published.h"
#include "core/published/published_setting.h"

namespace commlab {

// A node of the setting, or a cluster of such nodes with as many of their GPUs as took part. A setting may
// name a cluster itself. If the table names only the GPU, and had more on a node than the node of that class
// has, a wider one stands for it, and `assumed` says so.
Result<Machine> machine_of(PublishedSetting&, const PublishedTable&,
                           const std::filesystem::path& machine_folder);

// So many of these nodes as the table's rows had, with as many GPUs of each. Another machine: itself.
Result<Machine> as_in_table(const Machine& named, const PublishedTable&);

}  // namespace commlab
