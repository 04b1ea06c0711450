#pragma once

#include <string>

#include "runtime/files/file_lock.hpp"
#include <hg/kernels/database.hpp>

namespace hg::kernels {

/// save_user_results() that waits for other processes as `wait` says.
void save_user_results(const std::string& folder, const TunedResults& results, const LockWait& wait);

}  // namespace hg::kernels
