#include "kernels/gemm_blocking.hpp"

namespace hg::kernels {
namespace {

/// Local memory that every OpenCL device of use has is 32 KiB or more; a CPU's is part of its cache.
constexpr std::int64_t kMostLocalMemory = std::int64_t{256} << 10;
constexpr int kMostWorkItems = 1024;
constexpr int kLargestTile = 1024;
constexpr int kMostAccumulators = 1024;

void set_blocking(GemmParameters& p, int tile_m, int tile_n, int tile_k, int work_m, int work_n) {
    p.tile_m = tile_m;
    p.tile_n = tile_n;
    p.tile_k = tile_k;
    p.work_m = work_m;
    p.work_n = work_n;
}

}  // namespace

GemmParameters default_gemm(ElementType type, bool is_gpu) {
    GemmParameters p{.family = GemmFamily::local, .type = type};
    if (is_gpu) return with_defaults(p);
    // Measured on PoCL 3.1, two cores with AVX-512: 100 and 150 GFLOP/s at n = 1024. The work-items of a
    // group are a loop on one core there, and each barrier ends it: deep tiles make barriers rare.
    if (type == ElementType::f32)
        set_blocking(p, 128, 128, 64, 16, 8);
    else
        set_blocking(p, 128, 128, 64, 8, 8);
    p.vector = type == ElementType::f32 ? 16 : 8;
    return p;
}

int default_vector(const GemmParameters& p) {
    int vector = static_cast<int>(16 / size_of(p.type));
    while (vector > 1 && p.work_m % vector != 0) vector /= 2;
    return vector;
}

GemmParameters with_defaults(GemmParameters p) {
    if (p.family == GemmFamily::global) {
        set_blocking(p, 0, 0, 0, 0, 0);
        p.vector = 0;
        return p;
    }
    GemmParameters d;
    if (p.type == ElementType::f32)
        set_blocking(d, 128, 64, 16, 8, 4);
    else
        set_blocking(d, 64, 64, 16, 4, 4);
    auto fill = [](int& value, int otherwise) {
        if (value == 0) value = otherwise;
    };
    fill(p.tile_m, d.tile_m);
    fill(p.tile_n, d.tile_n);
    fill(p.tile_k, d.tile_k);
    fill(p.work_m, d.work_m);
    fill(p.work_n, d.work_n);
    fill(p.vector, default_vector(p));
    return p;
}

std::string blocking_fault(const GemmParameters& parameters) {
    if (parameters.type == ElementType::i32) return "GEMM is made for f32 and f64";
    if (parameters.family == GemmFamily::global) return {};
    for (int value : {parameters.tile_m, parameters.tile_n, parameters.tile_k, parameters.work_m,
                      parameters.work_n, parameters.vector})
        if (value < 0 || value > kLargestTile)
            return "blocking values lie between 1 and " + std::to_string(kLargestTile);
    const GemmParameters p = with_defaults(parameters);
    if (p.work_m < 1 || p.tile_m % p.work_m != 0) return "work_m must divide tile_m";
    if (p.work_n < 1 || p.tile_n % p.work_n != 0) return "work_n must divide tile_n";
    if (p.vector < 1 || p.vector > 16 || (p.vector & (p.vector - 1)) != 0)
        return "vector must be 1, 2, 4, 8 or 16";
    if (p.work_m % p.vector != 0) return "vector must divide work_m";
    if (p.tile_k > 16 && p.tile_k % 4 != 0) return "tile_k must be a multiple of 4 where it is above 16";
    if (p.tile_m / p.work_m * (p.tile_n / p.work_n) > kMostWorkItems)
        return "a work-group has at most " + std::to_string(kMostWorkItems) + " work-items";
    if (p.work_m * p.work_n > kMostAccumulators) return "a work-item's block of C is too large";
    const std::int64_t elements = std::int64_t{p.tile_m + p.tile_n + 1} * (p.tile_k + 1);
    if (elements * size_of(p.type) > kMostLocalMemory) return "the tiles do not fit local memory";
    return {};
}

}  // namespace hg::kernels
