#pragma once

#include <string>

namespace hgctl {

/// Throws hg::Error{out_of_memory} if the host's memory and swap space together are less than `bytes`. The
/// message begins with `what` and says how much it needs and how much there is.
void require_host_memory(const std::string& what, double bytes);

}  // namespace hgctl
