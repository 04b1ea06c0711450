#include "tools/workload/problem/check_result.hpp"

#include <cstdint>

#include <hg/runtime/program/error.hpp>

namespace hgctl {

void run_checked(hg::Session& session, CheckResult& result, const std::function<void()>& call) {
    const std::uint64_t failed_runs = session.statistics().failed_runs;
    try {
        call();
    } catch (const hg::Error& error) {
        result.fault = error.what();
        return;
    }
    if (session.statistics().failed_runs != failed_runs)
        result.fault = "a device failed, and others finished the call; with HG_LOG=warn the log says why";
}

void judge(CheckResult& result) {
    if (result.fault.empty() && !(result.error <= 1))
        result.fault = "error " + std::to_string(result.error) + " times the bound";
}

}  // namespace hgctl
