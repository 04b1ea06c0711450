#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tools/hgctl/bench/peer_turns.hpp"
#include "tools/workload/resident/resident_device.hpp"
#include <hg/kernels/database.hpp>
#include <hg/kernels/gemm.hpp>

namespace hgctl {

/// One row of `hgctl bench kernel`: C := op(A) op(B) + beta C in a device's memory by one kernel.
struct KernelBenchCase {
    hg::kernels::GemmParameters parameters;  ///< overwrite if beta is 0
    std::int64_t m = 0, n = 0, k = 0;
    double beta = 0;
    std::int64_t gap = -1;  ///< rows between columns; below 0: columns begin on boundaries of 128 bytes
    int chain = 0;          ///< products of one run; 0: as many as take a twentieth of a second
    int warm_up = 1;        ///< runs that do not count
    int runs = 5;
    /// The product is emulated on a device of this model; of the parameters, type and operations count. Null: it is native.
    const hg::DeviceModel* emulated_on = nullptr;
    const hg::kernels::Database* database = nullptr;  ///< that has the kernels of an emulated product
};

/// A kernel that is a part of an emulated product.
struct KernelPart {
    std::string kernel;
    double seconds = 0;  ///< the best of the runs, by the device's clock
};

/// Times are those of one product, the run's divided by its length.
struct KernelBenchResult {
    Samples device;  ///< by the device's own clock; the wall's if the driver tells none
    Samples wall;
    int chain = 0;
    double error = 0;               ///< of the first product, see call_error_estimate()
    std::vector<KernelPart> parts;  ///< of an emulated product, each run by itself
    std::vector<PeerResult> peers;
};

/// Checks one product, then times runs of several; each peer takes its turn after each run.
/// Throws what ResidentGemm throws.
KernelBenchResult bench_gemm_kernel(ResidentDevice& device, const KernelBenchCase& bench,
                                    const std::vector<std::unique_ptr<Peer>>& peers);

}  // namespace hgctl
