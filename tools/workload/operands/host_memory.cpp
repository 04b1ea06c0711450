#include "tools/workload/operands/host_memory.hpp"

#include <sys/sysinfo.h>

#include "tools/report/quantity.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {

void require_host_memory(const std::string& what, double bytes) {
    struct sysinfo info {};
    if (sysinfo(&info) != 0) return;  // then whoever takes the memory finds out
    const double there =
        static_cast<double>(info.mem_unit) * static_cast<double>(info.totalram + info.totalswap);
    if (bytes > there)
        throw hg::Error(hg::ErrorCode::out_of_memory, what + " needs " + bytes_text(bytes) +
                                                          " of host memory, and this machine has " +
                                                          bytes_text(there));
}

}  // namespace hgctl
