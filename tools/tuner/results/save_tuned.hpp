#pragma once

#include <string>

#include <hg/kernels/database.hpp>

namespace hgctl {

/// Merges results into tuned.json of `folder`. Says on standard error if another process keeps it waiting,
/// and throws hg::Error{io} if that takes a minute.
void save_tuned(const std::string& folder, const hg::kernels::TunedResults& results);

}  // namespace hgctl
