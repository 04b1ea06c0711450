#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hg/blas/types.hpp>
#include <hg/kernels/gemm.hpp>

namespace hgctl {

/// Words of the command line for what a GEMM is: "f64", "nn", "blocked".
std::vector<std::string> type_words();           ///< "f64", "f32"
std::vector<std::string> floating_type_words();  ///< these, "c64", "c32"
std::vector<std::string> op_words();             ///< "nn", "nt", "tn", "tt": op(A), then op(B)
std::vector<std::string> complex_op_words();     ///< these, and those with "c"
std::vector<std::string> all_family_words();     ///< of all families, those for complex elements last

/// All families, those for complex elements last.
std::vector<hg::kernels::GemmFamily> all_families();

/// The type of a word that floating_type_words() lists.
hg::ElementType type_of(const std::string& word);
/// "nt" for A as it is and B transposed.
std::string op_word(const hg::kernels::GemmParameters& parameters);
/// op(A) and op(B).
hg::Op op_of_a(const hg::kernels::GemmParameters& parameters);
hg::Op op_of_b(const hg::kernels::GemmParameters& parameters);
/// Sets both operations from a word that complex_op_words() lists.
void set_ops(hg::kernels::GemmParameters& parameters, const std::string& word);

/// "512 x 256 x 128"
std::string extent_text(std::int64_t m, std::int64_t n, std::int64_t k);
/// "a, b, c"
std::string joined(const std::vector<std::string>& words);

/// The parameters of a kernel's name. Throws hg::Error{invalid_argument} saying how names are made, with the
/// families and the parameters there are.
hg::kernels::GemmParameters kernel_of_name(const std::string& name);

/// Why there is no such kernel for a device; empty if there is one.
std::string kernel_fault(const hg::kernels::GemmParameters& parameters, const hg::DeviceTraits& device);

}  // namespace hgctl
