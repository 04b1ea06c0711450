#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>

#include "tools/hgctl/distributed/rank_model.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>

namespace hgctl {

/// Seconds of a call from host memory to host memory in double precision: on the devices of `target`, as
/// hg::simulate has it for the program that hg would run, or on a CPU of `cpu_rate` flop/s, whichever is
/// sooner. Asks for the program only if devices may be.
double seconds_of_call(double flops, const hg::Target& target, double cpu_rate,
                       const std::function<hg::Program()>& program);

/// Seconds that calls of the local BLAS in double precision take in one rank, as
/// seconds_of_call() has them. Simulated for m and n of 2^i and 1.5 2^i, between which times
/// are interpolated. Not thread-safe.
class LocalCosts {
  public:
    /// Both must outlive this.
    LocalCosts(const RankModel& rank, const hg::kernels::Database& database)
        : rank_(rank), database_(database) {}

    /// C := C + A B, C m x n, k the depth. 0 if any of them is 0.
    [[nodiscard]] double gemm(std::int64_t m, std::int64_t n, std::int64_t k);
    /// The same, simulated for just these sizes.
    [[nodiscard]] double gemm_at(std::int64_t m, std::int64_t n, std::int64_t k);
    /// L X = B in place, B m x n.
    [[nodiscard]] double trsm(std::int64_t m, std::int64_t n);

  private:
    using Known = std::map<std::array<std::int64_t, 3>, double>;

    double trsm_at(std::int64_t m, std::int64_t n);

    const RankModel& rank_;
    const hg::kernels::Database& database_;
    Known gemms_, trsms_;
};

}  // namespace hgctl
