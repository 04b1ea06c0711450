#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "tools/workload/problem/given.hpp"
#include "tools/workload/problem/problem.hpp"
#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// A routine whose problems can be drawn, called and judged: a row of hg::routines with its rule.
struct Routine {
    std::string_view name;  ///< without the letter of its type: "gemm"
    std::string_view does;  ///< its formula
    int level = 0;          ///< of BLAS
    std::vector<hg::ElementType> types{};
    std::vector<std::string_view> names{};  ///< one for each type: "dznrm2"
    /// A random problem with sizes up to n_max, vectors up to 16 n_max.
    std::unique_ptr<Problem> (*draw)(hg::ElementType type, std::uint64_t seed, std::int64_t n_max) = nullptr;
    /// A problem whose arguments are given.
    std::unique_ptr<Problem> (*make)(hg::ElementType type, const Given& given) = nullptr;

    [[nodiscard]] bool has(hg::ElementType type) const {
        return std::ranges::find(types, type) != types.end();
    }
};

// The routines of a level of BLAS, in the order of interfaces/routines.py.
const std::vector<Routine>& level1_routines();
const std::vector<Routine>& level2_routines();
const std::vector<Routine>& level3_routines();
// Those of LAPACK.
const std::vector<Routine>& cholesky_routines();
const std::vector<Routine>& ldl_routines();
const std::vector<Routine>& lu_routines();
const std::vector<Routine>& qr_routines();

/// The one of this name. Throws Error{invalid_argument} if there is none.
const Routine& routine_named(std::string_view name);

/// A problem of the routine and type with this name, as "dgemm". Throws Error{invalid_argument} if there is
/// none.
std::unique_ptr<Problem> make_problem(std::string_view name, const Given& given);

}  // namespace hgctl
