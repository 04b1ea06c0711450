#include "tools/hgctl/matrices/gemm_words.hpp"

#include "kernels/gemm/gemm_blocking.hpp"
#include "kernels/gemm/gemm_family.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {

std::vector<std::string> type_words() {
    return {"f64", "f32"};
}

std::vector<std::string> op_words() {
    return {"nn", "nt", "tn", "tt"};
}

std::vector<std::string> family_words() {
    std::vector<std::string> words;
    for (const hg::kernels::GemmFamily family : hg::kernels::gemm_families())
        words.emplace_back(hg::kernels::name(family));
    return words;
}

hg::ElementType type_of(const std::string& word) {
    return word == "f32" ? hg::ElementType::f32 : hg::ElementType::f64;
}

std::string op_word(bool transpose_a, bool transpose_b) {
    return std::string(transpose_a ? "t" : "n") + (transpose_b ? "t" : "n");
}

void set_ops(hg::kernels::GemmParameters& parameters, const std::string& word) {
    parameters.transpose_a = word[0] == 't';
    parameters.transpose_b = word[1] == 't';
}

std::string extent_text(std::int64_t m, std::int64_t n, std::int64_t k) {
    return std::to_string(m) + " x " + std::to_string(n) + " x " + std::to_string(k);
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text.append(text.empty() ? "" : ", ").append(word);
    return text;
}

hg::kernels::GemmParameters kernel_of_name(const std::string& name) {
    if (const auto parameters = hg::kernels::parse_gemm(name)) return *parameters;
    std::string parameters =
        "_k split_k, _set C is not read, _cl or _cu the triangle of C that is wanted, _al, _au, _bl or _bu "
        "that op(A) or op(B) is, tiles as _M x N x K _M x N without spaces";
    for (const hg::kernels::GemmField& field : hg::kernels::gemm_fields())
        if (field.letter != '\0')
            parameters.append(", _").append(1, field.letter).append(" ").append(field.word);
    throw hg::Error(hg::ErrorCode::invalid_argument,
                    "'" + name +
                        "' is no kernel's name. A name is gemm_FAMILY_TYPE_OPS, then what differs from the "
                        "family's defaults.\n  families: " +
                        joined(family_words()) + "\n  types: " + joined(type_words()) +
                        "\n  ops: " + joined(op_words()) + "\n  parameters, in this order: " + parameters);
}

std::string kernel_fault(const hg::kernels::GemmParameters& parameters, const hg::DeviceTraits& device) {
    const std::string fault = hg::kernels::blocking_fault(parameters);
    return fault.empty() ? hg::kernels::fault_on(parameters, device) : fault;
}

}  // namespace hgctl
