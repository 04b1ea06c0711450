#include "tools/tuner/gemm/gemm_kernel.hpp"

#include <algorithm>

#include "kernels/gemm/gemm_blocking.hpp"
#include "kernels/gemm/gemm_family.hpp"

namespace hg::kernels {
namespace {

constexpr std::size_t kFirstField = 2;  ///< of kGemmFields, among the values

}  // namespace

std::vector<std::string_view> gemm_value_words() {
    std::vector<std::string_view> words{"split_k", "overwrite"};
    for (const GemmField& field : kGemmFields) words.push_back(field.word);
    return words;
}

std::size_t gemm_value(int GemmParameters::*field) noexcept {
    return kFirstField + position_of(kGemmFields, field);
}

TunableKernel tunable_gemm(const GemmParameters& parameters) {
    GemmParameters p = with_defaults(parameters);
    p.guarded = false;
    p.triangle = GemmTriangle::none;
    p.conjugate_a = p.conjugate_b = false;
    TunableKernel kernel{
        name(p), std::string(name(p.family)), p.type, gemm_operation(p.transpose_a, p.transpose_b), {}};
    kernel.values = {p.split_k, p.overwrite && p.split_k == 1};
    for (const GemmField& field : kGemmFields) kernel.values.push_back(p.*field.value);
    return kernel;
}

GemmParameters gemm_parameters(const TunableKernel& kernel) {
    GemmParameters p{.family = parse_family(kernel.family).value(),
                     .type = kernel.type,
                     .transpose_a = kernel.operation / 2 != 0,
                     .transpose_b = kernel.operation % 2 != 0};
    std::vector<int> values = kernel.values;
    values.resize(kFirstField + kGemmFields.size());
    p.split_k = std::max(values[kGemmSplitK], 1);
    p.overwrite = values[kGemmOverwrite] != 0;
    for (std::size_t i = 0; i < kGemmFields.size(); ++i) p.*kGemmFields[i].value = values[kFirstField + i];
    return with_defaults(p);
}

std::optional<TunableKernel> parse_tunable_gemm(std::string_view name) {
    const std::optional<GemmParameters> p = parse_gemm(name);
    if (!p || p->guarded || p->triangle != GemmTriangle::none || p->conjugate_a || p->conjugate_b)
        return std::nullopt;
    return tunable_gemm(*p);
}

}  // namespace hg::kernels
