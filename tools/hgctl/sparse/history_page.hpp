#pragma once

#include <string>

#include <hg/sparse/solver_options.hpp>

namespace hgctl {

/// What was solved, and how.
struct SolvedBy {
    std::string matrix, method, preconditioner;
};

/// `hgctl solve` of a sparse A as a page of HTML that needs nothing but itself: residuals over iterations.
std::string history_page(const SolvedBy& how, const hg::SolveReport& report);

}  // namespace hgctl
