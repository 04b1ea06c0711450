#pragma once

#include <functional>
#include <string>

#include <hg/blas/session.hpp>

namespace hgctl {

/// How one random problem went.
struct CheckResult {
    double error = 0;     ///< in units of its bound: good up to 1
    std::string problem;  ///< for example "dgemm row_major N T m=17 n=3 k=40 alpha=-1 beta=0 lda=20 ..."
    std::string fault;    ///< what is wrong; empty if nothing is

    [[nodiscard]] bool passed() const { return fault.empty(); }
};

/// Runs one problem's call. What it throws becomes the result's fault, and so does a device that failed while
/// others finished the call.
void run_checked(hg::Session& session, CheckResult& result, const std::function<void()>& call);

/// If nothing else is wrong, an error beyond the bound is.
void judge(CheckResult& result);

}  // namespace hgctl
