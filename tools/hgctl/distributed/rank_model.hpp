#pragma once

#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// The network as one MPI rank sees it: a message of n bytes takes latency + n / bandwidth seconds
/// (R. W. Hockney, Parallel Computing 20, 1994), whoever else sends.
struct NetworkModel {
    double latency = 2e-6;    ///< seconds
    double bandwidth = 50e9;  ///< bytes/s
};

/// The cores that one MPI rank has.
struct CpuModel {
    double gemm_rate = 1e12;    ///< flop/s in products
    double panel_rate = 60e9;   ///< flop/s in the factorization of 128 columns
    double memory_rate = 2e11;  ///< bytes/s read and written
};

/// All that one MPI rank works with.
struct RankModel {
    hg::Target target;  ///< its accelerators
    CpuModel cpu;
    NetworkModel network;
};

}  // namespace hgctl
