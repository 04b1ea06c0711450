#pragma once

#include <string>

#include <hg/kernels/trsv.hpp>

/// What the instructions of triangular solves share.
namespace hg::kernels {

/// Up to which growth of errors, the largest row sum of |T| |X| or of |X| |T|, products with the inverse X of a diagonal
/// block T are as good as substitution: alone, and with a step of refinement. The limits are those of RegisterTrsm.
struct TrustedGrowth {
    int alone;
    int refined;
};
constexpr TrustedGrowth trusted_growth(ElementType type) noexcept {
    return needs_f64(type) ? TrustedGrowth{64, 1000000000} : TrustedGrowth{64, 100000};
}

/// The parameters with their defaults written out.
TrsvParameters with_defaults(TrsvParameters parameters) noexcept;

/// "trsv_inverses_f64_n_b64_s8_i512"
std::string inverses_name(const TrsvParameters& parameters);

/// Bytes of local memory that a work-group of either instruction takes, at most.
std::int64_t trsv_local_memory(const TrsvParameters& parameters) noexcept;

/// Columns of `scratch` for an A of order n.
std::int64_t scratch_cols(const TrsvParameters& parameters, std::int64_t n) noexcept;

}  // namespace hg::kernels
