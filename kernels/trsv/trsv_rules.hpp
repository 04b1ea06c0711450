#pragma once

#include <array>
#include <functional>
#include <string>

#include "kernels/family/fields.hpp"
#include <hg/kernels/trsv.hpp>

/// What the instructions of triangular solves share.
namespace hg::kernels {

/// Up to which growth of errors, the largest row sum of |T| |X| or of |X| |T|, products with the inverse X of
/// a diagonal block T are as good as substitution: alone, and with a step of refinement. The limits are those
/// of RegisterTrsm.
struct TrustedGrowth {
    int alone;
    int refined;
};
constexpr TrustedGrowth trusted_growth(ElementType type) noexcept {
    return needs_f64(type) ? TrustedGrowth{64, 1000000000} : TrustedGrowth{64, 100000};
}

/// The numbers of both instructions, in the order of names; last come what the tuner tries on GPUs and on
/// CPUs, where a work-group is one work-item. It has work-groups of its own to try, and three blocks ahead in
/// its full space.
inline constexpr auto kTrsvFields = std::to_array<Field<TrsvParameters>>({
    {&TrsvBlocking::block, "block", "_b", powers_of_two(16, 128), {32, 128, 16, 128}, {32, 128, 16, 128}},
    {&TrsvBlocking::inner, "inner", "_s", powers_of_two(2, 32), {4, 32, 2, 32}, {4, 32, 2, 32}},
    {&TrsvBlocking::vector, "vector", "_v", kPieces, {16, 16, 8, 32}, {16, 64}},
    {&TrsvBlocking::items, "items", "_i", powers_of_two(1, 1024), {128, 1024, 32, 1024}},
    {&TrsvBlocking::ahead, "ahead", "_a", whole_numbers(0, 4), {1, 4}},
    {&TrsvBlocking::groups, "groups", "_g", whole_numbers(1)},
});

/// Bytes of local memory that a work-group of either instruction takes, at most.
std::int64_t trsv_local_memory(const TrsvParameters& parameters) noexcept;

/// Columns of `scratch` for an A of order n.
std::int64_t scratch_cols(const TrsvParameters& parameters, std::int64_t n) noexcept;

/// The host implementation of trsv_inverses().
std::function<void(const HostCall&)> trsv_inverses_on_host(const TrsvParameters& parameters);

/// The host implementation of trsv_solve(): substitution, without the inverses.
std::function<void(const HostCall&)> trsv_solve_on_host(const TrsvParameters& parameters);

}  // namespace hg::kernels
