#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/peers/peer.hpp"
#include "tools/peers/sparse_peer.hpp"
#include "tools/peers/task_peer.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hgctl {

// Other libraries, from the plugin libhgctl_peers.so beside hgctl or in lib/hg. It is loaded when the first of them is asked for.

/// None.
const std::vector<std::string>& no_peers();
/// The peers that multiply matrices.
const std::vector<std::string>& gemm_peers();
/// Those that have the rest of level 3.
const std::vector<std::string>& level3_peers();
/// Those that have levels 1 and 2, from and to host memory.
const std::vector<std::string>& vector_peers();
/// Those that have them in the memory of what they compute on.
const std::vector<std::string>& resident_peers();
/// Those that factor a matrix.
const std::vector<std::string>& factor_peers();
/// Those that multiply sparse matrices.
const std::vector<std::string>& sparse_peers();
/// Those that run graphs of tasks.
const std::vector<std::string>& task_peers();

/// The peers of these names that are there. What is left out is told on standard error, with the reason.
std::vector<std::unique_ptr<Peer>> load_peers(const std::vector<std::string>& names,
                                              const hg::DeviceInfo& device);
std::vector<std::unique_ptr<SparsePeer>> load_sparse_peers(const std::vector<std::string>& names,
                                                           const hg::DeviceInfo& device);
/// Each with `workers` threads that do tasks; `left_out` gets a line for each of the others.
std::vector<std::unique_ptr<TaskPeer>> load_task_peers(const std::vector<std::string>& names, int workers,
                                                       std::vector<std::string>& left_out);

/// Names what was left out on standard error.
void report_left_out(const std::vector<std::string>& left_out);

}  // namespace hgctl
