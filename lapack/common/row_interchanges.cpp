#include "lapack/common/row_interchanges.hpp"

#include <complex>
#include <utility>

#include "lapack/common/memory_loop.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {

template <class T>
void interchange_rows(Interchange order, std::int64_t n, std::int64_t columns, const std::int64_t* ipiv, T* B,
                      std::int64_t ldb) noexcept {
    // Column by column: all interchanges of one stay in a cache.
    memory_loop(columns, 2 * n * static_cast<std::int64_t>(sizeof(T)),
                [=](std::int64_t first, std::int64_t last) {
                    for (T* b = B + first * ldb; first < last; ++first, b += ldb) {
                        if (order == Interchange::forward)
                            for (std::int64_t i = 0; i < n; ++i) std::swap(b[i], b[ipiv[i] - 1]);
                        else
                            for (std::int64_t i = n - 1; i >= 0; --i) std::swap(b[i], b[ipiv[i] - 1]);
                    }
                });
}

void require_interchanges(const std::string& routine, int number, std::int64_t n, const std::int64_t* ipiv) {
    for (std::int64_t i = 0; ipiv != nullptr && i < n; ++i)
        if (ipiv[i] < 1 || ipiv[i] > n)
            require_argument(false, routine, number, "ipiv",
                             "must hold rows 1 to " + std::to_string(n) + ", but holds " +
                                 std::to_string(ipiv[i]) + " at " + std::to_string(i));
}

#define HG_INSTANTIATE(T)                                                                            \
    template void interchange_rows(Interchange, std::int64_t, std::int64_t, const std::int64_t*, T*, \
                                   std::int64_t) noexcept;
HG_INSTANTIATE(float)
HG_INSTANTIATE(double)
HG_INSTANTIATE(std::complex<float>)
HG_INSTANTIATE(std::complex<double>)
#undef HG_INSTANTIATE

}  // namespace hg
