#include "kernels/gemm/gemm_family.hpp"

#include <algorithm>

#include "kernels/piece.hpp"

namespace hg::kernels {
namespace {

using P = GemmParameters;

constexpr int kWarp = 32;  // of NVIDIA
constexpr int kWave = 64;  // of AMD's CDNA

void fill(int& value, int otherwise) {
    if (value == 0) value = otherwise;
}

void fill_blocking(P& p, int tile_m, int tile_n, int tile_k, int work_m, int work_n) {
    fill(p.tile_m, tile_m);
    fill(p.tile_n, tile_n);
    fill(p.tile_k, tile_k);
    fill(p.work_m, work_m);
    fill(p.work_n, work_n);
}

/// A piece, less if it does not divide what they run along.
void fill_vector(P& p) {
    if (p.vector != 0) return;
    p.vector = elements_of_piece(p.type);
    while (p.vector > 1 && (vectors_along_k(p) ? p.tile_k : p.work_m) % p.vector != 0) p.vector /= 2;
}

/// Up to 16 steps are written out whole, more by the four if four divides them: with vectors along k by the
/// sixteen.
void fill_unroll(P& p) {
    constexpr int kMost = 16;
    if (p.unroll != 0) return;
    p.unroll = p.tile_k <= kMost ? p.tile_k : vectors_along_k(p) ? kMost : 4;
    while (p.unroll > 1 && p.tile_k % p.unroll != 0) p.unroll /= 2;
}

std::string vector_fault(const P& p) {
    if (p.vector < 1 || p.vector > 16 || (p.vector & (p.vector - 1)) != 0)
        return "vector must be 1, 2, 4, 8 or 16";
    if (vectors_along_k(p))
        return p.unroll % p.vector == 0 ? "" : "vector must divide unroll, if it runs along k";
    return p.work_m % p.vector == 0 ? "" : "vector must divide work_m";
}

std::string no_fault(const P&) {
    return {};
}

std::int64_t no_elements(const P&) {
    return 0;
}

/// A tile with or without k contiguous, whose rows or columns have `padding` elements more.
std::int64_t tile_elements(bool k_contiguous, std::int64_t extent, const P& p) {
    return k_contiguous ? extent * (p.tile_k + p.padding) : p.tile_k * (extent + p.padding);
}

/// A's tile has m contiguous and B's lies as B does, unless transpose_local says otherwise. Vectors along k
/// need k contiguous in both.
std::int64_t both_tiles(const P& p) {
    if (vectors_along_k(p)) return tile_elements(true, p.tile_m, p) + tile_elements(true, p.tile_n, p);
    const bool b_turned = (p.transpose_local & 2) != 0;
    return tile_elements(p.transpose_local & 1, p.tile_m, p) +
           tile_elements(p.transpose_b == b_turned, p.tile_n, p);
}

std::int64_t tile_of_a(const P& p) {
    return tile_elements(false, p.tile_m, p);
}

void fill_global(P& p) {
    fill_blocking(p, 0, 0, 0, 1, 1);
}

std::string global_fault(const P& p) {
    if (p.variant > 1) return "variant must be 0, or 1: the sum in C";
    if (p.work_m * p.work_n > 1 && (p.tile_m == 0 || p.variant == 1))
        return "work_m and work_n above 1 need tile_m and tile_n, and variant 0";
    return (p.tile_m == 0) == (p.tile_n == 0) ? "" : "tile_m and tile_n must both be given, or neither";
}

void fill_local(P& p) {
    fill_blocking(p, 16, 16, 16, 1, 1);
    fill_unroll(p);
}

void fill_local_a(P& p) {
    fill_blocking(p, 32, 64, 16, 8, 2);
    fill_vector(p);
    fill_unroll(p);
}

void fill_registers(P& p) {
    fill_blocking(p, 64, 64, 2, 4, 4);
    fill_vector(p);
}

void fill_blocked(P& p) {
    if (p.type == ElementType::f32)
        fill_blocking(p, 128, 64, 16, 8, 4);
    else
        fill_blocking(p, 64, 64, 16, 4, 4);
    fill_vector(p);
    fill_unroll(p);
}

std::string blocked_fault(const P& p) {
    if (p.variant > 2)
        return "variant must be 0, 1: sums in local memory between tiles, or 2: vectors along k";
    if (vectors_along_k(p) && p.transpose_local != 0)
        return "transpose_local must be 0, if vectors run along k";
    return vector_fault(p);
}

std::int64_t blocked_elements(const P& p) {
    return both_tiles(p) + (p.variant == 1 ? std::int64_t{p.tile_m} * p.tile_n : 0);
}

void fill_pipelined(P& p) {
    if (p.type == ElementType::f32)
        fill_blocking(p, 256, 128, 8, 16, 8);
    else
        fill_blocking(p, 128, 128, 8, 8, 8);
    fill(p.order, 8);
}

std::string pipelined_fault(const P& p) {
    for (int value : {p.work_m, p.work_n, p.padding})
        if (value % 4 != 0) return "work_m, work_n and padding must be multiples of 4";
    if (p.tile_k % 8 != 0) return "tile_k must be a multiple of 8";
    const std::int64_t items = work_items(p);
    for (std::int64_t extent : {p.tile_m, p.tile_n})
        if (extent * p.tile_k % (4 * items) != 0)
            return "a work-group's items must share tiles of 4-element pieces evenly";
    const int items_m = p.tile_m / p.work_m;
    if (items_m > 8 && items_m % 8 != 0) return "tile_m / work_m above 8 must be a multiple of 8";
    return p.variant <= 1 ? std::string() : "variant must be 0, or 1: copies by cp.async";
}

std::int64_t pipelined_elements(const P& p) {
    return std::int64_t{2} * p.tile_k * (p.tile_m + p.tile_n + 2 * p.padding);
}

void fill_mma(P& p) {
    fill_blocking(p, 128, 128, 32, 64, 32);
    fill(p.stages, 3);
    fill(p.order, 8);
}

std::string mma_fault(const P& p) {
    if (p.type != ElementType::f64) return "mma is made for f64";
    if (p.work_m % 16 != 0 || p.work_n % 16 != 0) return "work_m and work_n must be multiples of 16";
    if (p.tile_k % 16 != 0) return "tile_k must be a multiple of 16";
    return p.stages >= 2 ? std::string() : "stages must be 2 or more";
}

std::int64_t mma_elements(const P& p) {
    return std::int64_t{p.stages} * (p.tile_m + p.tile_n) * p.tile_k;
}

void fill_mfma(P& p) {
    fill_blocking(p, 128, 128, 8, 64, 64);
    fill(p.order, 8);
}

std::string mfma_fault(const P& p) {
    const int columns = p.variant == 1 ? 4 : 16;
    if (p.type != ElementType::f64) return "mfma is made for f64";
    if (p.variant > 1) return "variant must be 0, or 1: products of 16 x 4";
    if (p.work_m == 0 || p.work_m % 16 != 0 || p.tile_n == 0 || p.tile_n % 16 != 0)
        return "work_m and tile_n must be multiples of 16";
    if (p.work_n == 0 || p.work_n % columns != 0)
        return "work_n must be a multiple of " + std::to_string(columns);
    if (p.tile_k == 0 || p.tile_k % 4 != 0) return "tile_k must be a multiple of 4";
    for (const std::int64_t extent : {p.tile_m, p.tile_n})
        if (extent * p.tile_k % work_items(p) != 0) return "a work-group's items must share tiles evenly";
    return {};
}

std::int64_t mfma_elements(const P& p) {
    return std::int64_t{2} * p.tile_k * (p.tile_m + p.tile_n);
}

void fill_complex(P& p) {
    if (p.type == ElementType::c32)
        fill_blocking(p, 128, 64, 16, 8, 4);
    else
        fill_blocking(p, 64, 64, 16, 4, 4);
}

std::string complex_fault(const P& p) {
    return p.tile_k > 0 ? std::string() : "tile_k must not be 0";
}

/// Each step of k with an element more.
std::int64_t complex_elements(const P& p) {
    return std::int64_t{p.tile_k} * (p.tile_m + 1 + p.tile_n + 1);
}

void fill_complex_mma(P& p) {
    fill_blocking(p, 64, 64, 8, 32, 32);
    fill(p.stages, 4);
    fill(p.order, 8);
}

std::string complex_mma_fault(const P& p) {
    if (p.type != ElementType::c64) return "complex_mma is made for c64";
    if (p.work_m % 32 != 0 || p.work_n % 16 != 0) return "work_m must be a multiple of 32, and work_n of 16";
    if (p.tile_k == 0 || p.tile_k % 8 != 0) return "tile_k must be a multiple of 8";
    return p.stages >= 2 ? std::string() : "stages must be 2 or more";
}

/// Two pairs of parts more for each step of A, and for each pair of steps of B, and for either kind of part.
std::int64_t complex_mma_elements(const P& p) {
    return std::int64_t{p.stages} * p.tile_k * (p.tile_m + 4 + p.tile_n + 2);
}

void fill_complex_pipelined(P& p) {
    fill_blocking(p, 128, 64, 8, 8, 4);
    fill(p.stages, 4);
    fill(p.order, 8);
}

/// Whether work-items of a work-group copy a tile of `extent` rows or columns by whole lines.
bool copies_lines(const P& p, bool k_contiguous, int extent) {
    const std::int64_t items = work_items(p);
    return items % (k_contiguous ? p.tile_k : extent) == 0 && std::int64_t{extent} * p.tile_k % items == 0;
}

std::string complex_pipelined_fault(const P& p) {
    if (p.type != ElementType::c32) return "complex_pipelined is made for c32";
    if (p.work_m == 0 || p.work_n == 0 || p.work_m % 2 != 0 || p.work_n % 2 != 0)
        return "work_m and work_n must be even";
    if (p.tile_k != 2 && p.tile_k != 4 && p.tile_k != 8 && p.tile_k != 16)
        return "tile_k must be 2, 4, 8 or 16";
    if (!copies_lines(p, p.transpose_a, p.tile_m) || !copies_lines(p, !p.transpose_b, p.tile_n))
        return "a work-group's items must copy tiles by whole lines";
    if (p.stages < 2) return "stages must be 2 or more";
    return p.variant <= 1 ? std::string() : "variant must be 0, or 1: no copies by cp.async";
}

/// Each line with two elements more.
std::int64_t complex_pipelined_elements(const P& p) {
    return std::int64_t{p.stages} * p.tile_k * (p.tile_m + p.tile_n + 4);
}

using Field = int GemmParameters::*;

template <std::size_t... Sizes>
constexpr auto joined(const std::array<Field, Sizes>&... parts) {
    std::array<Field, (Sizes + ...)> all{};
    auto end = all.begin();
    ((end = std::copy(parts.begin(), parts.end(), end)), ...);
    return all;
}

template <class... Fields>
constexpr std::array<Field, sizeof...(Fields)> fields(Fields... list) {
    return {list...};
}

constexpr auto kBlocks = fields(&P::tile_m, &P::tile_n, &P::tile_k, &P::work_m, &P::work_n);
constexpr auto kLocals = fields(&P::padding, &P::transpose_local, &P::unroll, &P::order);

constexpr auto kGlobalFields = fields(&P::tile_m, &P::tile_n, &P::work_m, &P::work_n, &P::variant);
constexpr auto kLocalFields = joined(kBlocks, kLocals);
constexpr auto kLocalAFields = joined(kBlocks, fields(&P::vector, &P::padding, &P::unroll, &P::order));
constexpr auto kRegisterFields = joined(kBlocks, fields(&P::vector, &P::order));
constexpr auto kBlockedFields = joined(kBlocks, fields(&P::vector, &P::variant), kLocals);
constexpr auto kPipelinedFields = joined(kBlocks, fields(&P::padding, &P::order, &P::variant));
constexpr auto kMmaFields = joined(kBlocks, fields(&P::stages, &P::order));
constexpr auto kMfmaFields = joined(kBlocks, fields(&P::order, &P::variant));
constexpr auto kComplexPipelinedFields = joined(kMmaFields, fields(&P::variant));

/// By the families' numbers.
constexpr std::array<GemmFamilyRules, 11> kRules{{
    {"global", kGlobalFields, fill_global, global_fault, no_elements},
    {"local", kLocalFields, fill_local, no_fault, both_tiles},
    {"local_a", kLocalAFields, fill_local_a, vector_fault, tile_of_a},
    {"registers", kRegisterFields, fill_registers, vector_fault, no_elements},
    {"blocked", kBlockedFields, fill_blocked, blocked_fault, blocked_elements},
    {"pipelined", kPipelinedFields, fill_pipelined, pipelined_fault, pipelined_elements, 1, true, ""},
    {"mma", kMmaFields, fill_mma, mma_fault, mma_elements, kWarp, true, "gemm_mma_tiles.cl", 90},
    {"mfma", kMfmaFields, fill_mfma, mfma_fault, mfma_elements, kWave, true, "", 0, "gfx90a gfx942"},
    {"complex", kBlocks, fill_complex, complex_fault, complex_elements, 1, false, ""},
    {"complex_mma", kMmaFields, fill_complex_mma, complex_mma_fault, complex_mma_elements, kWarp, true,
     "gemm_complex_mma_tiles.cl", 90},
    {"complex_pipelined", kComplexPipelinedFields, fill_complex_pipelined, complex_pipelined_fault,
     complex_pipelined_elements, 1, true, "", 80},
}};

}  // namespace

const GemmFamilyRules& rules_of(GemmFamily family) noexcept {
    return kRules[static_cast<std::size_t>(family)];
}

bool uses(GemmFamily family, int GemmParameters::*field) noexcept {
    return std::ranges::count(rules_of(family).used, field) > 0;
}

bool vectors_along_k(const GemmParameters& p) noexcept {
    constexpr int kAlongK = 2;
    return p.family == GemmFamily::blocked && p.variant == kAlongK;
}

std::int64_t work_items(const GemmParameters& p) noexcept {
    const int blocks_m = p.tile_m / std::max(p.work_m, 1);
    const int blocks_n = p.tile_n / std::max(p.work_n, 1);
    return std::max<std::int64_t>(1, std::int64_t{blocks_m} * blocks_n * rules_of(p.family).items_per_block);
}

std::int64_t local_bytes(const GemmParameters& p) noexcept {
    return rules_of(p.family).local_elements(p) * size_of(p.type);
}

KernelNeeds needs_of(const GemmParameters& p) noexcept {
    constexpr int kAsynchronousCopies = 80;
    int capability = rules_of(p.family).nvidia_capability;
    if (p.family == GemmFamily::pipelined && p.variant == 1) capability = kAsynchronousCopies;
    if (p.family == GemmFamily::complex_pipelined && p.variant == 1) capability = 0;
    return {.local_memory = local_bytes(p),
            .work_group = work_items(p),
            .nvidia_capability = capability,
            .architectures = rules_of(p.family).architectures};
}

std::string_view name(GemmFamily family) noexcept {
    return rules_of(family).word;
}

std::optional<GemmFamily> parse_family(std::string_view word) noexcept {
    const auto found = std::ranges::find(kRules, word, &GemmFamilyRules::word);
    if (found == kRules.end()) return std::nullopt;
    return static_cast<GemmFamily>(found - kRules.begin());
}

std::vector<GemmFamily> gemm_families() {
    return {GemmFamily::global,  GemmFamily::local,     GemmFamily::local_a, GemmFamily::registers,
            GemmFamily::blocked, GemmFamily::pipelined, GemmFamily::mma,     GemmFamily::mfma};
}

std::vector<GemmFamily> complex_gemm_families() {
    return {GemmFamily::complex, GemmFamily::complex_mma, GemmFamily::complex_pipelined};
}

bool is_for_complex(GemmFamily family) noexcept {
    return family >= GemmFamily::complex;
}

}  // namespace hg::kernels
