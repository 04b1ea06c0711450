#include "kernels/emulated/emulated_gemm.hpp"

#include <utility>

#include "blas/level3/product/literal.hpp"
#include "kernels/emulated/moduli.hpp"
#include <hg/blas/registers/emulated_gemm.hpp>
#include <hg/kernels/scale.hpp>

namespace hg {
namespace {

constexpr double kRefused = 1;

}  // namespace

EmulatedGemm::EmulatedGemm(ElementType type, Op op_a, Op op_b, RegisterGemm native, int moduli)
    : type_(type),
      rows_of_a_(op_a == Op::none),
      rows_of_b_(op_b != Op::none),
      native_(std::move(native)),
      moduli_(moduli == 0 ? kernels::moduli_for(type) : moduli) {}

void EmulatedGemm::append(ProgramBuilder& builder, Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
                          RegisterId C) {
    const Register a = builder.reg(A);
    const std::int64_t k = rows_of_a_ ? a.cols : a.rows;
    if (is_zero(alpha) || k == 0 || k > kernels::kDeepestEmulated)
        return native_.append(builder, alpha, A, B, beta, C);
    const Register c = builder.reg(C);
    const Integers left = integers_of(builder, A, rows_of_a_);
    const Integers right = integers_of(builder, B, rows_of_b_);
    const std::int64_t rows = kernels::packed(c.rows);
    const RegisterId products =
        builder.reg(c.device, ElementType::i32, rows, c.cols * moduli_, padded_ld(rows, ElementType::i32));
    const RegisterId refused = builder.reg(c.device, ElementType::i32, 1, 1);
    builder.exec(kernels::emulated_product(moduli_),
                 {left.residues, right.residues, left.refused, right.refused, products, refused});
    builder.exec(kernels::emulated_sum(type_, moduli_, is_zero(beta)),
                 {products, left.exponents, right.exponents, refused, C}, {alpha, beta});
    builder.exec(native_.guarded(), {A, B, C, refused}, {alpha, beta, kRefused});
}

const EmulatedGemm::Integers& EmulatedGemm::integers_of(ProgramBuilder& builder, RegisterId operand,
                                                        bool lines_are_rows) {
    const auto found = integers_.find({operand, lines_are_rows});
    if (found != integers_.end()) return found->second;
    const Register x = builder.reg(operand);
    const std::int64_t lines = lines_are_rows ? x.rows : x.cols;
    const std::int64_t rows = kernels::packed(lines_are_rows ? x.cols : x.rows);
    const Integers integers{
        builder.reg(x.device, ElementType::i32, rows, lines * moduli_, padded_ld(rows, ElementType::i32)),
        builder.reg(x.device, ElementType::i32, lines, 1), builder.reg(x.device, ElementType::i32, 1, 1)};
    builder.exec(kernels::zero(ElementType::i32), {integers.refused});
    builder.exec(kernels::emulated_exponents(type_, lines_are_rows),
                 {operand, integers.exponents, integers.refused}, {kernels::scaled_norm(moduli_)});
    builder.exec(kernels::emulated_residues(type_, lines_are_rows, moduli_),
                 {operand, integers.exponents, integers.refused, integers.residues});
    return integers_.emplace(std::pair(operand, lines_are_rows), integers).first->second;
}

}  // namespace hg
