#include "tools/workload/operands/gemm_words.hpp"

#include "kernels/gemm/gemm_blocking.hpp"
#include "kernels/gemm/gemm_family.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

hg::Op op_of(bool transposed, bool conjugated) {
    return conjugated ? hg::Op::conj_trans : transposed ? hg::Op::trans : hg::Op::none;
}

}  // namespace

std::vector<std::string> type_words() {
    return {"f64", "f32"};
}

std::vector<std::string> floating_type_words() {
    return {"f64", "f32", "c64", "c32"};
}

std::vector<std::string> op_words() {
    return {"nn", "nt", "tn", "tt"};
}

std::vector<std::string> complex_op_words() {
    return {"nn", "nt", "tn", "tt", "nc", "tc", "cn", "ct", "cc"};
}

std::vector<std::string> all_family_words() {
    std::vector<std::string> words;
    for (const hg::kernels::GemmFamily family : all_families()) words.emplace_back(hg::kernels::name(family));
    return words;
}

std::vector<hg::kernels::GemmFamily> all_families() {
    std::vector<hg::kernels::GemmFamily> families = hg::kernels::gemm_families();
    for (const hg::kernels::GemmFamily family : hg::kernels::complex_gemm_families())
        families.push_back(family);
    return families;
}

hg::ElementType type_of(const std::string& word) {
    return hg::element_type(word).value();
}

hg::Op op_of_a(const hg::kernels::GemmParameters& parameters) {
    return op_of(parameters.transpose_a, parameters.conjugate_a);
}

hg::Op op_of_b(const hg::kernels::GemmParameters& parameters) {
    return op_of(parameters.transpose_b, parameters.conjugate_b);
}

std::string op_word(const hg::kernels::GemmParameters& parameters) {
    const auto letter = [](hg::Op op) { return op == hg::Op::none ? 'n' : op == hg::Op::trans ? 't' : 'c'; };
    return {letter(op_of_a(parameters)), letter(op_of_b(parameters))};
}

void set_ops(hg::kernels::GemmParameters& parameters, const std::string& word) {
    parameters.transpose_a = word[0] != 'n';
    parameters.transpose_b = word[1] != 'n';
    parameters.conjugate_a = word[0] == 'c';
    parameters.conjugate_b = word[1] == 'c';
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
    for (const hg::kernels::GemmField& field : hg::kernels::kGemmFields)
        if (has_letter(field)) parameters.append(", ").append(field.mark).append(" ").append(field.word);
    throw hg::Error(
        hg::ErrorCode::invalid_argument,
        "'" + name +
            "' is not the name of a kernel. A name is gemm_FAMILY_TYPE_OPS, then what differs from the "
            "family's defaults.\n  families: " +
            joined(all_family_words()) + "\n  types: " + joined(floating_type_words()) +
            "\n  ops: " + joined(complex_op_words()) + "\n  parameters, in this order: " + parameters);
}

std::string kernel_fault(const hg::kernels::GemmParameters& parameters, const hg::DeviceTraits& device) {
    const std::string fault = hg::kernels::blocking_fault(parameters);
    return fault.empty() ? hg::kernels::fault_on(parameters, device) : fault;
}

}  // namespace hgctl
