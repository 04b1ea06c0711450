#pragma once

#include <string>

#include "blas/cost/memory_bound.hpp"
#include <hg/blas/gemm_problem.hpp>
#include <hg/runtime/machine/machine_model.hpp>
#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// Any routine: what it computes and what has to cross links, bytes.
struct Work {
    hg::ElementType type = hg::ElementType::f64;
    double flops = 0;
    double shared_in = 0;  ///< to each device
    /// A device that computes a part x of the output's rows and y of its columns takes x rows_in + y cols_in.
    double rows_in = 0;
    double cols_in = 0;
    double divided_in = 0;  ///< to one device or another
    double divided_out = 0;
    bool pinned = false;
};

/// The time that no run is below.
struct Roofline {
    double seconds = 0;
    std::string bound;  ///< what sets it: "flops", "link in", "link out", "links", "staging", "memory"
};

/// T* as hg::gemm_roofline() counts it, if each device has a rectangle of C for itself. Of all grids of
/// the target's first devices, in any number, the one that makes T* smallest counts.
Roofline gemm_roofline(const hg::GemmProblem& problem, const hg::Target& target);

/// T* of a call of level 1 or 2 from and to host memory: by the CPU's BLAS as hg::host_bound() counts it, or
/// by devices whose links are all that takes time. `bound` is "memory" for the former. Nothing if the host's
/// memory is not measured.
Roofline memory_roofline(hg::ElementType type, const hg::Traffic& traffic, bool pinned,
                         const hg::Target& target, const hg::HostRates& host);

/// T* likewise, if each device does a share as large as its kernels are fast, of those rows and columns that
/// take the fewest bytes, and its links carry that share. What devices tell each other in the course of the
/// work is not counted.
Roofline roofline(const Work& work, const hg::Target& target);

}  // namespace hgctl
