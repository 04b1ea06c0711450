#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "tools/tuner/tunable_kernel.hpp"
#include <hg/kernels/gemm_parameters.hpp>

namespace hg::kernels {

/// op(A), then op(B); by the numbers of TunableKernel::operation.
constexpr std::array<std::string_view, 4> kGemmOperations{"nn", "nt", "tn", "tt"};

constexpr int gemm_operation(bool transpose_a, bool transpose_b) noexcept {
    return 2 * transpose_a + transpose_b;
}

/// The fields of a GEMM kernel's values: split_k and overwrite (1: for beta = 0; 0 if split_k implies it),
/// then kGemmFields.
std::vector<std::string_view> gemm_value_words();
/// The position of one of kGemmFields among the values.
std::size_t gemm_value(int GemmParameters::*field) noexcept;
constexpr std::size_t kGemmSplitK = 0;
constexpr std::size_t kGemmOverwrite = 1;

/// A GEMM kernel as the tuner sees it, its zeros replaced by defaults. The tuner makes none that is guarded,
/// of a triangle or of conjugates: those are left out. A conjugate costs nothing, so that the kernels for
/// transposes serve for it, too.
TunableKernel tunable_gemm(const GemmParameters& parameters);
GemmParameters gemm_parameters(const TunableKernel& kernel);
/// The kernel of a name; none if the tuner can make no such kernel.
std::optional<TunableKernel> parse_tunable_gemm(std::string_view name);

}  // namespace hg::kernels
