#pragma once

#include <complex>
#include <string>
#include <variant>
#include <vector>

#include <hg/runtime/machine/device.hpp>
#include <hg/sparse/sparse_matrix.hpp>

namespace hgctl {

/// y := A x with all in a device's memory: `chain` products one after the other, `runs` times. y becomes the product.
template <hg::Element T>
struct SparseCall {
    const hg::SparseMatrix<T>& A;
    const T* x;
    T* y;
    int chain;
    int runs;
};
using AnySparseCall = std::variant<SparseCall<float>, SparseCall<double>, SparseCall<std::complex<float>>,
                                   SparseCall<std::complex<double>>>;

/// Another library with products of sparse matrices.
class SparsePeer {
  public:
    virtual ~SparsePeer() = default;
    SparsePeer(const SparsePeer&) = delete;
    SparsePeer& operator=(const SparsePeer&) = delete;

    /// As on command lines.
    [[nodiscard]] virtual std::string name() const = 0;
    /// What is timed.
    [[nodiscard]] virtual std::string function() const = 0;
    /// The seconds of one product in each run. Throws hg::Error{device_failed}, and {invalid_argument} for what the library does not have.
    virtual std::vector<double> run(const AnySparseCall& call) = 0;

  protected:
    SparsePeer() = default;
};

}  // namespace hgctl
