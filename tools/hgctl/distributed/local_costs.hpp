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

/// What devices have to do for a call at least.
struct LeastWork {
    double flops = 0;
    double bytes_in = 0;   ///< read from host memory
    double bytes_out = 0;  ///< written to it
};

/// Seconds in which no program does so much on the devices of `target`.
double least_seconds(const LeastWork& work, const hg::Target& target);

/// Seconds that calls of the local BLAS in double precision take in one rank, as
/// seconds_of_call() has them. Simulated for m and n of 2^i and 1.5 2^i, between which times
/// are interpolated. Not thread-safe.
class LocalCosts {
  public:
    enum class Detail {
        simulated,
        least,  ///< none is more than the simulated one, and nothing is simulated
    };

    /// Both must outlive this.
    LocalCosts(const RankModel& rank, const hg::kernels::Database& database,
               Detail detail = Detail::simulated)
        : rank_(rank), database_(database), detail_(detail) {}

    /// C := C + A B, C m x n, k the depth. 0 if any of them is 0.
    [[nodiscard]] double gemm(std::int64_t m, std::int64_t n, std::int64_t k);
    /// The same, simulated for just these sizes.
    [[nodiscard]] double gemm_at(std::int64_t m, std::int64_t n, std::int64_t k);
    /// L X = B in place, B m x n.
    [[nodiscard]] double trsm(std::int64_t m, std::int64_t n);

  private:
    using Known = std::map<std::array<std::int64_t, 3>, double>;

    double trsm_at(std::int64_t m, std::int64_t n);
    [[nodiscard]] double seconds(double flops, const LeastWork& work,
                                 const std::function<hg::Program()>& program) const;

    const RankModel& rank_;
    const hg::kernels::Database& database_;
    Detail detail_;
    Known gemms_, trsms_;
};

}  // namespace hgctl
