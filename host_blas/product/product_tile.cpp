#include "host_blas/product/product_tile.hpp"

// Compiled for speed in every build, without sanitizers, because it only reads and writes packed tiles.

namespace hg {
namespace {

template <class Real>
struct Lanes {
    using Vector [[gnu::vector_size(64)]] = Real;
};

template <class Real>
[[gnu::always_inline]] inline void sum_tile(std::int64_t depth, const Real* a, const Real* b,
                                            Real* c) noexcept {
    using Vector = typename Lanes<Real>::Vector;
    const auto* columns = reinterpret_cast<const Vector*>(a);
    Vector sums[kTileColumns] = {};
    for (std::int64_t p = 0; p < depth; ++p)
        for (std::int64_t j = 0; j < kTileColumns; ++j) sums[j] += columns[p] * b[p * kTileColumns + j];
    for (std::int64_t j = 0; j < kTileColumns; ++j) reinterpret_cast<Vector*>(c)[j] = sums[j];
}

template <class Real>
using Tile = void (*)(std::int64_t, const Real*, const Real*, Real*) noexcept;

template <class Real>
void any_tile(std::int64_t depth, const Real* a, const Real* b, Real* c) noexcept {
    sum_tile(depth, a, b, c);
}

#if defined(__x86_64__)

template <class Real>
[[gnu::target("avx2,fma")]] void avx2_tile(std::int64_t depth, const Real* a, const Real* b,
                                           Real* c) noexcept {
    sum_tile(depth, a, b, c);
}

template <class Real>
[[gnu::target("avx512f")]] void avx512_tile(std::int64_t depth, const Real* a, const Real* b,
                                            Real* c) noexcept {
    sum_tile(depth, a, b, c);
}

template <class Real>
Tile<Real> tile_of_this_cpu() noexcept {
    if (__builtin_cpu_supports("avx512f")) return avx512_tile<Real>;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return avx2_tile<Real>;
    return any_tile<Real>;
}

#else

template <class Real>
Tile<Real> tile_of_this_cpu() noexcept {
    return any_tile<Real>;
}

#endif

}  // namespace

void multiply_tile(std::int64_t depth, const double* a, const double* b, double* c) noexcept {
    static const Tile<double> tile = tile_of_this_cpu<double>();
    tile(depth, a, b, c);
}

void multiply_tile(std::int64_t depth, const float* a, const float* b, float* c) noexcept {
    static const Tile<float> tile = tile_of_this_cpu<float>();
    tile(depth, a, b, c);
}

}  // namespace hg
