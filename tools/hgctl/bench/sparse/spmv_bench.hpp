#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/hgctl/peer_loader.hpp"
#include "tools/workload/resident/resident_device.hpp"
#include "tools/workload/timing/samples.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/target.hpp>
#include <hg/sparse/sparse_matrix.hpp>
#include <hg/sparse/spmv_options.hpp>

namespace hgctl {

/// How products are timed.
struct SpmvRuns {
    int warm_up = 1;
    int runs = 5;
    int chain = 0;             ///< products of a run; 0: as many as take a twentieth of a second
    std::int64_t columns = 1;  ///< vectors of a product
};

/// Times are those of one product.
struct SpmvResult {
    hg::SparseFormat format = hg::SparseFormat::csr;
    std::string kernels;
    bool tuned = false;             ///< by what was tuned for this matrix
    std::int64_t matrix_bytes = 0;  ///< of the format's arrays
    int chain = 0;
    Samples device;  ///< by the device's own clock; the wall's if the driver tells none
    Samples wall;
    double error = 0;  ///< of a product, see spmv_error()
};

/// Y := A X with A, X and Y in the memory of one device: a product is checked, then runs of several are timed. What `options` leave open is
/// chosen as sessions choose it: by what `kernels` have for this matrix, or else by its rows. Throws what formats and ResidentDevice throw.
template <hg::Element T>
SpmvResult bench_spmv(ResidentDevice& device, const hg::DeviceModel& model,
                      const hg::kernels::Database& kernels, const hg::SparseMatrix<T>& A,
                      const hg::SpmvOptions& options, const SpmvRuns& runs);

/// The same by another library.
template <hg::Element T>
SpmvResult bench_sparse_peer(SparsePeer& peer, const hg::SparseMatrix<T>& A, const SpmvRuns& runs, int chain);

}  // namespace hgctl
