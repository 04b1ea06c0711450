#pragma once

#include <cstdint>

#include "blas/call/output_changes.hpp"
#include "blas/level3/symmetric/symmetry.hpp"

namespace hg {

/// C := beta C with a real beta for a rectangle of a hermitian matrix that failed devices have left undone. A
/// product would multiply by (beta, 0), and 0 times Inf makes NaN. The memory's rate bounds the call, so the
/// CPU does it.
template <class T>
struct RealScaleCall {
    std::int64_t m, n;
    RealOf<T> beta;
    T* C;
    std::int64_t ldc;

    void on_cpu() const noexcept {
        OutputChanges::note();
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < m; ++i) C[i + j * ldc] *= beta;
    }
};

/// Calls next() for the calls of which C := beta C + product consists if beta is real and C hermitian: C :=
/// beta C, part by part, then the product with beta = 1. If beta is 0 or 1, the product itself suffices.
template <class Product, class Real, class Next>
void with_real_beta(Product product, Real beta, const Next& next) {
    if (beta != Real{0} && beta != Real{1}) {
        next(RealScaleCall<typename Product::Element>{product.m, product.n, beta, product.C, product.ldc});
        product.beta = 1;
    }
    next(product);
}

}  // namespace hg
