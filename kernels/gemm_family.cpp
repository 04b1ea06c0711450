#include "kernels/gemm_family.hpp"

#include <algorithm>

namespace hg::kernels {
namespace {

using P = GemmParameters;

constexpr int kWarp = 32;

constexpr std::array<GemmField, 12> kFields{{
    {&P::tile_m, "tile_m", '\0', "TILE_M"},
    {&P::tile_n, "tile_n", '\0', "TILE_N"},
    {&P::tile_k, "tile_k", '\0', "TILE_K"},
    {&P::work_m, "work_m", '\0', "WORK_M"},
    {&P::work_n, "work_n", '\0', "WORK_N"},
    {&P::vector, "vector", 'v', "VECTOR"},
    {&P::padding, "padding", 'p', "PADDING"},
    {&P::transpose_local, "transpose_local", 't', "TRANSPOSE_LOCAL"},
    {&P::unroll, "unroll", 'u', "UNROLL"},
    {&P::stages, "stages", 's', "STAGES"},
    {&P::order, "order", 'o', "ORDER"},
    {&P::variant, "variant", 'x', "VARIANT"},
}};

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

/// 16 bytes, less where it does not divide work_m.
void fill_vector(P& p) {
    if (p.vector != 0) return;
    p.vector = static_cast<int>(16 / size_of(p.type));
    while (p.vector > 1 && p.work_m % p.vector != 0) p.vector /= 2;
}

/// Up to 16 steps are written out whole, more by the four where four divides them.
void fill_unroll(P& p) {
    if (p.unroll != 0) return;
    p.unroll = p.tile_k <= 16 ? p.tile_k : 4;
    while (p.unroll > 1 && p.tile_k % p.unroll != 0) p.unroll /= 2;
}

std::string vector_fault(const P& p) {
    if (p.vector < 1 || p.vector > 16 || (p.vector & (p.vector - 1)) != 0)
        return "vector must be 1, 2, 4, 8 or 16";
    return p.work_m % p.vector == 0 ? std::string() : "vector must divide work_m";
}

std::string no_fault(const P&) {
    return {};
}

std::int64_t no_elements(const P&) {
    return 0;
}

/// A tile of extent x depth whose rows have `padding` elements more.
std::int64_t tile_elements(std::int64_t rows, std::int64_t row, std::int64_t padding) {
    return rows * (row + padding);
}

std::int64_t padded_tiles(const P& p) {
    // Rows of A's tile begin on vectors, so its padding is whole ones.
    const int vector = std::max(p.vector, 1);
    const std::int64_t padding_a = (p.padding + vector - 1) / vector * vector;
    const std::int64_t a = p.transpose_local & 1 ? tile_elements(p.tile_m, p.tile_k, p.padding)
                                                 : tile_elements(p.tile_k, p.tile_m, padding_a);
    const std::int64_t b = p.transpose_local & 2 ? tile_elements(p.tile_n, p.tile_k, p.padding)
                                                 : tile_elements(p.tile_k, p.tile_n, p.padding);
    return a + b;
}

const GemmFamilyRules kGlobal{
    .word = "global",
    .used = {&P::tile_m, &P::tile_n},
    .fill = [](P&) {},
    .fault = [](const P& p) -> std::string {
        return (p.tile_m == 0) == (p.tile_n == 0) ? "" : "tile_m and tile_n must both be given, or neither";
    },
    .local_elements = no_elements,
    .items_per_block = 1,
    .one_dimensional = false};

const GemmFamilyRules kLocal{
    .word = "local",
    .used = {&P::tile_m, &P::tile_n, &P::tile_k, &P::padding, &P::transpose_local, &P::unroll, &P::order},
    .fill =
        [](P& p) {
            fill_blocking(p, 16, 16, 16, 0, 0);
            fill_unroll(p);
        },
    .fault = no_fault,
    .local_elements = padded_tiles,
    .items_per_block = 1,
    .one_dimensional = false};

const GemmFamilyRules kLocalA{.word = "local_a",
                              .used = {&P::tile_m, &P::tile_n, &P::tile_k, &P::work_m, &P::work_n, &P::vector,
                                       &P::padding, &P::unroll, &P::order},
                              .fill =
                                  [](P& p) {
                                      fill_blocking(p, 32, 64, 16, 8, 2);
                                      fill_vector(p);
                                      fill_unroll(p);
                                  },
                              .fault = vector_fault,
                              .local_elements =
                                  [](const P& p) {
                                      return tile_elements(p.tile_k, p.tile_m,
                                                           (p.padding + p.vector - 1) / p.vector * p.vector);
                                  },
                              .items_per_block = 1,
                              .one_dimensional = false};

const GemmFamilyRules kRegisters{
    .word = "registers",
    .used = {&P::tile_m, &P::tile_n, &P::tile_k, &P::work_m, &P::work_n, &P::vector, &P::order},
    .fill =
        [](P& p) {
            fill_blocking(p, 64, 64, 2, 4, 4);
            fill_vector(p);
        },
    .fault = vector_fault,
    .local_elements = no_elements,
    .items_per_block = 1,
    .one_dimensional = false};

const GemmFamilyRules kBlocked{.word = "blocked",
                               .used = {&P::tile_m, &P::tile_n, &P::tile_k, &P::work_m, &P::work_n,
                                        &P::vector, &P::padding, &P::transpose_local, &P::unroll, &P::order},
                               .fill =
                                   [](P& p) {
                                       if (p.type == ElementType::f32)
                                           fill_blocking(p, 128, 64, 16, 8, 4);
                                       else
                                           fill_blocking(p, 64, 64, 16, 4, 4);
                                       fill_vector(p);
                                       fill_unroll(p);
                                   },
                               .fault = vector_fault,
                               .local_elements = padded_tiles,
                               .items_per_block = 1,
                               .one_dimensional = false};

const GemmFamilyRules kPipelined{
    .word = "pipelined",
    .used = {&P::tile_m, &P::tile_n, &P::tile_k, &P::work_m, &P::work_n, &P::vector, &P::padding, &P::unroll,
             &P::stages, &P::order, &P::variant},
    .fill =
        [](P& p) {
            fill_blocking(p, 128, 128, 16, 8, 8);
            fill_vector(p);
            fill_unroll(p);
            fill(p.stages, 3);
            fill(p.order, 8);
        },
    .fault = vector_fault,
    .local_elements =
        [](const P& p) { return std::int64_t{p.stages} * p.tile_k * (p.tile_m + p.tile_n + 2 * p.padding); },
    .items_per_block = 1,
    .one_dimensional = true};

std::string mma_fault(const P& p) {
    if (p.type != ElementType::f64) return "mma is made for f64";
    if (p.work_m % 16 != 0 || p.work_n % 16 != 0) return "work_m and work_n must be multiples of 16";
    if (p.variant != 8 && p.variant != 16) return "variant must be 8 or 16, the matrix instruction's k";
    if (p.tile_k % 16 != 0) return "tile_k must be a multiple of 16";
    return p.stages >= 2 ? std::string() : "stages must be 2 or more";
}

const GemmFamilyRules kMma{
    .word = "mma",
    .used = {&P::tile_m, &P::tile_n, &P::tile_k, &P::work_m, &P::work_n, &P::padding, &P::stages, &P::order,
             &P::variant},
    .fill =
        [](P& p) {
            fill_blocking(p, 128, 128, 16, 64, 32);
            fill(p.stages, 4);
            fill(p.order, 8);
            fill(p.variant, 16);
        },
    .fault = mma_fault,
    .local_elements =
        [](const P& p) { return std::int64_t{p.stages} * (p.tile_m + p.tile_n) * (p.tile_k + p.padding); },
    .items_per_block = kWarp,
    .one_dimensional = true,
    .nvidia_capability = 80};

}  // namespace

const std::array<GemmField, 12>& gemm_fields() noexcept {
    return kFields;
}

const GemmFamilyRules& rules_of(GemmFamily family) noexcept {
    switch (family) {
        case GemmFamily::global:
            return kGlobal;
        case GemmFamily::local:
            return kLocal;
        case GemmFamily::local_a:
            return kLocalA;
        case GemmFamily::registers:
            return kRegisters;
        case GemmFamily::blocked:
            return kBlocked;
        case GemmFamily::pipelined:
            return kPipelined;
        case GemmFamily::mma:
            return kMma;
    }
    return kGlobal;
}

bool uses(GemmFamily family, int GemmParameters::*field) noexcept {
    return std::ranges::count(rules_of(family).used, field) > 0;
}

std::int64_t work_items(const GemmParameters& p) noexcept {
    const int blocks_m = p.tile_m / std::max(p.work_m, 1);
    const int blocks_n = p.tile_n / std::max(p.work_n, 1);
    return std::max<std::int64_t>(1, std::int64_t{blocks_m} * blocks_n * rules_of(p.family).items_per_block);
}

std::int64_t local_bytes(const GemmParameters& p) noexcept {
    return rules_of(p.family).local_elements(p) * size_of(p.type);
}

std::string_view name(GemmFamily family) noexcept {
    return rules_of(family).word;
}

std::optional<GemmFamily> parse_family(std::string_view word) noexcept {
    for (GemmFamily family : gemm_families())
        if (name(family) == word) return family;
    return std::nullopt;
}

std::vector<GemmFamily> gemm_families() {
    return {GemmFamily::global,  GemmFamily::local,     GemmFamily::local_a, GemmFamily::registers,
            GemmFamily::blocked, GemmFamily::pipelined, GemmFamily::mma};
}

}  // namespace hg::kernels
