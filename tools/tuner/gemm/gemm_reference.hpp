#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <hg/kernels/database.hpp>

namespace hg::kernels {

/// Where the matrices of one product stand in host memory, as stored: A is m x k or, transposed, k x m.
template <class T>
struct GemmOperands {
    const T* a = nullptr;
    const T* b = nullptr;
    const T* c = nullptr;  ///< before the product
    std::int64_t lda = 0;
    std::int64_t ldb = 0;
    std::int64_t ldc = 0;
};

/// Real matrices have real ones.
struct GemmScalars {
    std::complex<double> alpha = 1;
    std::complex<double> beta = 0;
};

/// What C := alpha op(A) op(B) + beta C must be, computed in double precision, and how far results
/// may be from it.
template <class T>
class GemmReference {
  public:
    GemmReference() = default;
    GemmReference(const GemmReference&) = delete;
    GemmReference& operator=(const GemmReference&) = delete;
    virtual ~GemmReference() = default;

    /// What is wrong with a result (m x n, columns ldc apart), empty if nothing is. `beta` false: the
    /// kernel must not have read C.
    [[nodiscard]] virtual std::string fault_of(const T* result, bool reads_c) const = 0;
};

/// Compares each element: |C - Cref| <= 3 eps (sqrt(k + 2) |alpha| |a_i| |b_j| + 2 |beta c_ij|), with |a_i|
/// the norm of a row of op(A) and |b_j| that of a column of op(B); of complex elements sqrt(2 k + 2). Takes a
/// product in double precision, and memory for a matrix.
template <class T>
std::unique_ptr<GemmReference<T>> whole_reference(const GemmShape& shape, const GemmOperands<T>& operands,
                                                  const GemmScalars& scalars);

/// Compares C x for one vector x of random signs with alpha op(A) (op(B) x) + beta C x, each row within
/// 3 eps (sqrt(k + 2) |alpha| |a_i| |B| + 2 |beta| |c_i|) and the rounding of the sums themselves. Every
/// element counts: of a row's error e, e x has the mean square |e|^2. Takes 2 (m n + n k + m k) flops, and
/// keeps no matrix. After R. Freivalds, "Probabilistic machines can use less running time", 1977.
template <class T>
std::unique_ptr<GemmReference<T>> projected_reference(const GemmShape& shape, const GemmOperands<T>& operands,
                                                      const GemmScalars& scalars);

}  // namespace hg::kernels
