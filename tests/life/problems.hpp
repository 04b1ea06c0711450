#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <hg/blas/async.hpp>
#include <hg/blas/gemm.hpp>
#include <hg/blas/session.hpp>

/// Small enough to be quick on PoCL, and large enough for OpenBLAS's threads.
inline constexpr std::int64_t kOrder = 200;
inline constexpr std::int64_t kLongOrder = 700;

/// C := A B with all elements of A 1 and of B 2.
struct Product {
    explicit Product(std::int64_t order)
        : n(order), a(static_cast<std::size_t>(n * n), 1.0), b(a.size(), 2.0), c(a.size(), NAN) {}
    void now() {
        hg::dgemm(hg::Layout::col_major, hg::Op::none, hg::Op::none, n, n, n, 1, a.data(), n, b.data(), n, 0,
                  c.data(), n);
    }
    void now(hg::Session& session) {
        hg::gemm<double>(session, hg::Layout::col_major, hg::Op::none, hg::Op::none, n, n, n, 1, a.data(), n,
                         b.data(), n, 0, c.data(), n);
    }
    hg::Call later() {
        return hg::dgemm_async(hg::Layout::col_major, hg::Op::none, hg::Op::none, n, n, n, 1, a.data(), n,
                               b.data(), n, 0, c.data(), n);
    }
    [[nodiscard]] bool right() const {
        for (const double element : c)
            if (element != 2.0 * static_cast<double>(n)) return false;
        return true;
    }

    std::int64_t n;
    std::vector<double> a, b, c;
};

inline bool multiplies(std::int64_t n = kOrder) {
    Product product(n);
    product.now();
    return product.right();
}

/// A X = B with A = 4 I + ones, B = A ones.
struct System {
    explicit System(std::int64_t order)
        : n(order),
          a(static_cast<std::size_t>(n * n), 1.0),
          b(static_cast<std::size_t>(n), 4.0 + static_cast<double>(n)),
          x(b.size()),
          ipiv(b.size()) {
        for (std::size_t i = 0; i < b.size(); ++i) a[i * (b.size() + 1)] = 5;
    }
    [[nodiscard]] static bool is_ones(const std::vector<double>& v) {
        for (const double element : v)
            if (!(std::fabs(element - 1) < 1e-10)) return false;
        return true;
    }

    std::int64_t n;
    std::vector<double> a, b, x;
    std::vector<std::int64_t> ipiv;
};
