#include "tools/workload/problem/check_result.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <hg/blas/fall_back.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// Why a device has failed since the fall-backs were those in `before`.
std::string newest_reason(const std::vector<hg::FallBack>& before) {
    const std::vector<hg::FallBack> now = hg::fall_backs();
    for (std::size_t i = now.size(); i-- > 0;)
        if (i >= before.size() || now[i].times != before[i].times)
            return now[i].device + ": " + now[i].reason;
    return "a device failed";
}

}  // namespace

void run_checked(hg::Session& session, CheckResult& result, const std::function<void()>& call) {
    const std::uint64_t failed_runs = session.statistics().failed_runs;
    const std::vector<hg::FallBack> before = hg::fall_backs();
    try {
        call();
    } catch (const hg::Error& error) {
        result.fault = error.what();
        return;
    }
    if (session.statistics().failed_runs != failed_runs)
        result.fault = "others finished the call: " + newest_reason(before);
}

void judge(CheckResult& result) {
    if (result.fault.empty() && !(result.error <= 1))
        result.fault = "error " + std::to_string(result.error) + " times the bound";
}

}  // namespace hgctl
