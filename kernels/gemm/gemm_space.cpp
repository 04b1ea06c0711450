#include "kernels/gemm/gemm_space.hpp"

#include <algorithm>

#include "kernels/gemm/gemm_blocking.hpp"
#include "kernels/gemm/gemm_family.hpp"
#include "kernels/piece.hpp"

namespace hg::kernels {
namespace {

using P = GemmParameters;
using Values = std::vector<int>;

/// What GPUs give a work-item and a work-group, in 32-bit registers.
constexpr std::int64_t kItemRegisters = 255;
constexpr std::int64_t kGroupRegisters = 65536;
constexpr std::int64_t kAddressRegisters = 16;
constexpr std::int64_t kMostItems = 1024;
/// Vector registers of a CPU.
constexpr int kVectorRegisters = 32;

GemmAxis axis(int P::*field, Values values) {
    return {field, std::move(values)};
}

/// `values` where the larger space is asked for, those of `few` otherwise.
Values choose(bool full, Values few, Values values) {
    return full ? std::move(values) : std::move(few);
}

/// Elements of the vectors worth trying: 16 bytes on GPUs and 64 on CPUs; in the larger space all, from one
/// element to 32 bytes on GPUs.
Values vectors(ElementType type, bool is_gpu, bool full) {
    const int usual = elements_of_piece(type, is_gpu ? kPieceBytes : kMostPieceBytes);
    if (!full) return {usual};
    Values all;
    for (int elements = elements_of_piece(type, is_gpu ? 2 * kPieceBytes : kMostPieceBytes); elements > 0;
         elements /= 2)
        all.push_back(elements);
    return all;
}

/// `few`, in the larger space 0 to 2 as well, and the elements of the usual vector.
Values paddings(ElementType type, bool is_gpu, bool full, Values few) {
    if (!full) return few;
    few.insert(few.end(), {0, 1, 2, vectors(type, is_gpu, false).front()});
    std::ranges::sort(few);
    few.erase(std::unique(few.begin(), few.end()), few.end());
    return few;
}

std::vector<GemmAxis> global_axes(bool is_gpu, bool full) {
    std::vector<GemmAxis> axes;
    if (is_gpu)
        axes = {axis(&P::tile_m, choose(full, {0, 16, 32, 64}, {0, 8, 16, 32, 64, 128, 256})),
                axis(&P::tile_n, choose(full, {0, 4, 8, 16}, {0, 1, 2, 4, 8, 16, 32}))};
    else
        axes = {axis(&P::tile_m, {0, 16, 64, 256}), axis(&P::tile_n, {0, 1, 4, 16})};
    axes.push_back(axis(&P::work_m, choose(full, {1}, {1, 2, 4})));
    axes.push_back(axis(&P::work_n, choose(full, {1}, {1, 2, 4, 8})));
    return axes;
}

std::vector<GemmAxis> local_axes(bool full) {
    return {axis(&P::tile_m, choose(full, {16, 32}, {8, 16, 32, 64})),
            axis(&P::tile_n, choose(full, {8, 16, 32}, {4, 8, 16, 32, 64})),
            axis(&P::work_m, choose(full, {1}, {1, 2, 4})),
            axis(&P::work_n, choose(full, {1}, {1, 2, 4})),
            axis(&P::tile_k, choose(full, {16, 32}, {8, 16, 32, 64})),
            axis(&P::unroll, choose(full, {4, 16}, {4, 8, 16})),
            axis(&P::padding, choose(full, {0, 1}, {0, 1, 2})),
            axis(&P::transpose_local, choose(full, {0}, {0, 1, 2})),
            axis(&P::order, choose(full, {0}, {0, 8}))};
}

std::vector<GemmAxis> local_a_axes(ElementType type, bool is_gpu, bool full) {
    return {axis(&P::tile_m, choose(full, {32, 64}, {16, 32, 64, 128})),
            axis(&P::tile_n, choose(full, {64, 128}, {16, 64, 128, 256})),
            axis(&P::work_m,
                 is_gpu ? choose(full, {8, 16}, {1, 8, 16}) : choose(full, {32, 64}, {1, 16, 32, 64})),
            axis(&P::work_n, choose(full, {2, 4}, {1, 2, 4})),
            axis(&P::tile_k, choose(full, {16, 32}, {8, 16, 32})),
            axis(&P::vector, vectors(type, is_gpu, full)),
            axis(&P::unroll, choose(full, {4}, {2, 4, 8})),
            axis(&P::padding, paddings(type, is_gpu, full, {0}))};
}

std::vector<GemmAxis> registers_axes(ElementType type, bool is_gpu, bool full) {
    const Values blocks = is_gpu ? choose(full, {4, 6}, {1, 2, 4, 6, 8}) : choose(full, {4, 8}, {1, 4, 8});
    const Values tiles = choose(full, {64, 96}, {16, 32, 48, 64, 96, 128});
    return {axis(&P::tile_m, tiles),
            axis(&P::tile_n, tiles),
            axis(&P::work_m, is_gpu ? blocks : choose(full, {8, 16, 32}, {1, 8, 16, 32})),
            axis(&P::work_n, blocks),
            axis(&P::tile_k, {1, 2, 4}),
            axis(&P::vector, vectors(type, is_gpu, full)),
            axis(&P::order, choose(full, {0}, {0, 8}))};
}

std::vector<GemmAxis> blocked_on_gpu(ElementType type, bool full) {
    const Values tiles = choose(full, {64, 128}, {16, 32, 64, 96, 128});
    const Values works{1, 2, 4, 8, 16};
    const int whole = elements_of_piece(type);
    return {axis(&P::tile_m, tiles),
            axis(&P::tile_n, tiles),
            axis(&P::work_m, full                       ? works
                             : type == ElementType::f32 ? Values{4, 8, 16}
                                                        : Values{4, 8}),
            axis(&P::work_n, choose(full, {4, 8}, works)),
            axis(&P::tile_k, choose(full, {8, 16}, {8, 16, 32})),
            axis(&P::vector, vectors(type, true, full)),
            axis(&P::padding, paddings(type, true, full, {0, whole})),
            axis(&P::order, {0, 8}),
            axis(&P::transpose_local, choose(full, {0}, {0, 2})),
            axis(&P::variant, choose(full, {0}, {0, 2}))};
}

std::vector<GemmAxis> blocked_on_cpu(ElementType type, bool full) {
    const int line = elements_of_piece(type, kMostPieceBytes);  // of a cache, and AVX-512's vector
    const Values tiles = choose(full, {64, 128, 256}, {16, 32, 64, 128, 192, 256});
    return {axis(&P::tile_m, tiles),
            axis(&P::tile_n, tiles),
            axis(&P::tile_k, choose(full, {64, 128}, {32, 64, 128})),
            axis(&P::work_m, choose(full, {line, 2 * line}, {1, line, 2 * line, 3 * line})),
            axis(&P::work_n, choose(full, {4, 8}, {1, 4, 6, 8})),
            axis(&P::vector, full ? vectors(type, false, true) : Values{line, line / 2}),
            axis(&P::padding, paddings(type, false, full, {line})),
            axis(&P::variant, choose(full, {1}, {0, 1, 2}))};
}

std::vector<GemmAxis> pipelined_axes(ElementType type, bool full) {
    const Values tiles = choose(full, {64, 128, 256}, {64, 96, 128, 192, 256});
    return {axis(&P::tile_m, tiles),
            axis(&P::tile_n, tiles),
            axis(&P::work_m, type == ElementType::f32 ? Values{8, 16} : Values{4, 8}),
            axis(&P::work_n, type == ElementType::f32 ? Values{8, 16} : Values{4, 8}),
            axis(&P::tile_k, choose(full, {8, 16}, {8, 16, 32})),
            axis(&P::order, choose(full, {8, 16}, {1, 4, 8, 16})),
            axis(&P::padding, choose(full, {4}, {0, 4})),
            axis(&P::variant, choose(full, {0}, {0, 1}))};
}

std::vector<GemmAxis> mma_axes(bool full) {
    return {axis(&P::tile_m, choose(full, {64, 128}, {32, 64, 96, 128, 192, 256})),
            axis(&P::tile_n, choose(full, {64, 128}, {32, 64, 96, 128, 192, 256})),
            axis(&P::work_m, choose(full, {32, 64}, {16, 32, 48, 64})),
            axis(&P::work_n, choose(full, {32, 64}, {16, 32, 48, 64})),
            axis(&P::tile_k, {16, 32}),
            axis(&P::stages, choose(full, {3, 4}, {2, 3, 4, 5, 6})),
            axis(&P::order, choose(full, {8, 16}, {1, 4, 8, 12, 16}))};
}

std::vector<GemmAxis> mfma_axes(bool full) {
    return {axis(&P::tile_m, choose(full, {64, 128}, {16, 32, 64, 96, 128, 192, 256})),
            axis(&P::tile_n, choose(full, {64, 128}, {16, 32, 64, 96, 128, 192, 256})),
            axis(&P::work_m, choose(full, {32, 64}, {16, 32, 48, 64})),
            axis(&P::work_n, choose(full, {32, 64}, {4, 8, 16, 32, 48, 64})),
            axis(&P::tile_k, {8, 16}),
            axis(&P::order, choose(full, {8, 16}, {1, 4, 8, 12, 16})),
            axis(&P::variant, {0, 1})};
}

std::vector<GemmAxis> complex_axes(bool full) {
    const Values tiles = choose(full, {32, 64, 128}, {16, 32, 64, 128});
    const Values works = choose(full, {2, 4, 8}, {1, 2, 4, 8});
    return {axis(&P::tile_m, tiles), axis(&P::tile_n, tiles), axis(&P::work_m, works),
            axis(&P::work_n, works), axis(&P::tile_k, choose(full, {8, 16}, {4, 8, 16, 32}))};
}

std::vector<GemmAxis> complex_mma_axes(bool full) {
    const Values tiles = choose(full, {32, 64, 128}, {32, 64, 96, 128});
    return {axis(&P::tile_m, tiles),
            axis(&P::tile_n, tiles),
            axis(&P::work_m, choose(full, {32}, {32, 64})),
            axis(&P::work_n, choose(full, {16, 32}, {16, 32, 48})),
            axis(&P::tile_k, {8, 16}),
            axis(&P::stages, choose(full, {3, 4}, {2, 3, 4, 5, 6})),
            axis(&P::order, choose(full, {8, 16}, {1, 4, 8, 16}))};
}

std::vector<GemmAxis> complex_pipelined_axes(bool full) {
    const Values tiles = choose(full, {32, 64, 128}, {16, 32, 64, 128, 256});
    const Values works = choose(full, {4, 8}, {2, 4, 8, 16});
    return {axis(&P::tile_m, tiles),
            axis(&P::tile_n, tiles),
            axis(&P::work_m, works),
            axis(&P::work_n, works),
            axis(&P::tile_k, choose(full, {8, 16}, {4, 8, 16})),
            axis(&P::stages, choose(full, {3, 4}, {2, 3, 4, 5, 6})),
            axis(&P::order, choose(full, {8, 16}, {1, 4, 8, 16}))};
}

/// Elements that lie side by side along m where a CPU keeps sums: in its vector registers.
int sums_of_vector(const P& p) {
    if (p.family == GemmFamily::pipelined) return 4;
    return vectors_along_k(p) ? 1 : std::max(p.vector, 1);
}

/// Elements of the next tiles that a work-item brings.
std::int64_t elements_brought(const P& p) {
    return std::int64_t{p.tile_m + p.tile_n} * p.tile_k / work_items(p);
}

/// 32-bit registers of a work-item: sums, elements under way, and a few for addresses.
std::int64_t registers_of(const P& p) {
    const std::int64_t words = size_of(p.type) / 4;
    const std::int64_t block = std::int64_t{p.work_m} * p.work_n;
    switch (p.family) {
        case GemmFamily::global:
        case GemmFamily::local:
            return words * (block + p.work_m + p.work_n - 2) + kAddressRegisters;
        case GemmFamily::local_a:
            return words * (block + std::int64_t{p.unroll} * p.work_n + p.vector) + kAddressRegisters;
        case GemmFamily::registers:
            return words * (block + std::int64_t{p.tile_k} * (p.work_m + p.work_n)) + kAddressRegisters;
        case GemmFamily::blocked:
            return words * (block + std::int64_t{p.work_m + p.work_n} * (vectors_along_k(p) ? p.vector : 1)) +
                   kAddressRegisters;
        case GemmFamily::pipelined:
            // Two steps' parts of A and B, and an item's share of the next tiles on its way.
            return words * (block + std::int64_t{2} * (p.work_m + p.work_n) + elements_brought(p)) +
                   kAddressRegisters;
        case GemmFamily::mma: {
            // Eight steps of k are multiplied while the next eight are loaded.
            const std::int64_t fragments = std::int64_t{2} * 8 * (p.work_m + p.work_n);
            return words * (block + fragments) / 32 + kAddressRegisters;
        }
        case GemmFamily::mfma: {
            // Four steps of k, and a share of the next tiles, whose addresses take as much.
            const std::int64_t parts =
                block / rules_of(p.family).items_per_block + (p.work_m + p.work_n) / 16;
            return words * (parts + 2 * elements_brought(p)) + kAddressRegisters;
        }
        case GemmFamily::complex:
            return words * (block + p.work_m + 1) + kAddressRegisters;
        case GemmFamily::complex_mma:
            // The parts of a column of A and of a row of B, and 16 x 8 negated ones of A.
            return words * (block + 8 * (p.work_m + 8 + p.work_n)) / 32 + kAddressRegisters;
        case GemmFamily::complex_pipelined:
            return words * (block + p.work_m + p.work_n) + 2 * kAddressRegisters;
    }
    return 0;
}

/// Work-items of a work-group that a device's compiler makes advance together: NVIDIA's warp, AMD's wave,
/// Intel's sub-group. It only guides the choice of work-groups; kernels of one vendor apart, results do not
/// depend on it. 64 for AMD's devices up to gfx9, 16 for Intel's, 1 for CPUs, else 32.
int lanes_of(const DeviceTraits& device) noexcept {
    if (device.vendor == "pocl" || device.is_host) return 1;
    if (device.vendor == "Intel") return 16;
    constexpr std::size_t kLongestOfGfx9 = 6;  // "gfx90a"; "gfx1030" is longer
    return device.vendor == "AMD" && device.architecture.size() <= kLongestOfGfx9 ? 64 : 32;
}

/// False for what a GPU would run with registers in memory, or with too few work-items to hide latencies: a
/// work-group has at least the `lanes` that advance together.
bool fits_gpu(const P& p, std::int64_t lanes) {
    const std::int64_t items = work_items(p);
    const std::int64_t registers = registers_of(p);
    if (registers > kItemRegisters || registers * items > kGroupRegisters) return false;
    if (rules_of(p.family).items_per_block > 1) return items >= 64 && items <= 512;
    return items >= lanes || p.tile_m == 0;
}

/// False for what a CPU would run with sums in memory.
bool fits_cpu(const P& p) {
    return p.work_m * p.work_n <= kVectorRegisters * sums_of_vector(p) || p.family == GemmFamily::local_a;
}

/// A quick look at the first fields before the product of all axes is made: false if no values of the others
/// give a kernel.
bool may_become_kernel(const P& p) {
    if (p.work_m > 0 && p.tile_m % p.work_m != 0) return false;
    if (p.work_n > 0 && p.tile_n % p.work_n != 0) return false;
    return p.work_m == 0 || p.work_n == 0 || work_items(p) <= kMostItems;
}

}  // namespace

std::vector<GemmAxis> gemm_axes(GemmFamily family, ElementType type, bool is_gpu, bool full) {
    switch (family) {
        case GemmFamily::global:
            return global_axes(is_gpu, full);
        case GemmFamily::local:
            return local_axes(full);
        case GemmFamily::local_a:
            return local_a_axes(type, is_gpu, full);
        case GemmFamily::registers:
            return registers_axes(type, is_gpu, full);
        case GemmFamily::blocked:
            return is_gpu ? blocked_on_gpu(type, full) : blocked_on_cpu(type, full);
        case GemmFamily::pipelined:
            return pipelined_axes(type, full);
        case GemmFamily::mma:
            return mma_axes(full);
        case GemmFamily::mfma:
            return mfma_axes(full);
        case GemmFamily::complex:
            return complex_axes(full);
        case GemmFamily::complex_mma:
            return complex_mma_axes(full);
        case GemmFamily::complex_pipelined:
            return complex_pipelined_axes(full);
    }
    return {};
}

std::vector<GemmFamily> gemm_families_for(const DeviceTraits& device, ElementType type, bool is_gpu,
                                          bool full) {
    std::vector<GemmFamily> worth{GemmFamily::complex, GemmFamily::blocked, GemmFamily::registers,
                                  GemmFamily::local_a};
    if (is_gpu)
        worth = {GemmFamily::complex_mma, GemmFamily::complex_pipelined,
                 GemmFamily::complex,     GemmFamily::mma,
                 GemmFamily::mfma,        GemmFamily::pipelined,
                 GemmFamily::blocked,     GemmFamily::registers};
    for (GemmFamily family : full ? gemm_families() : std::vector<GemmFamily>())
        if (std::ranges::find(worth, family) == worth.end()) worth.push_back(family);
    std::erase_if(worth, [&](GemmFamily family) {
        const P p{.family = family, .type = type};
        return !blocking_fault(p).empty() || !fault_on(p, device).empty();
    });
    return worth;
}

std::vector<GemmParameters> gemm_candidates(GemmFamily family, const GemmParameters& problem,
                                            const DeviceTraits& device, bool is_gpu, bool full) {
    std::vector<P> all{{.family = family,
                        .type = problem.type,
                        .transpose_a = problem.transpose_a,
                        .transpose_b = problem.transpose_b,
                        .overwrite = problem.overwrite,
                        .split_k = problem.split_k}};
    for (const GemmAxis& a : gemm_axes(family, problem.type, is_gpu, full)) {
        std::vector<P> more;
        for (P p : all)
            for (int value : a.values) {
                p.*a.field = value;
                if (may_become_kernel(p)) more.push_back(p);
            }
        all = std::move(more);
    }
    std::erase_if(all, [&](const P& given) {
        if (!blocking_fault(given).empty()) return true;
        const P p = with_defaults(given);
        return !fault_on(p, device).empty() || !(is_gpu ? fits_gpu(p, lanes_of(device)) : fits_cpu(p));
    });
    for (P& p : all) p = with_defaults(p);
    return all;
}

}  // namespace hg::kernels
