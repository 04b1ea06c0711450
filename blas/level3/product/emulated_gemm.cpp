#include "kernels/emulated/emulated_gemm.hpp"

#include <algorithm>
#include <utility>

#include "blas/call/letters.hpp"
#include "blas/level3/product/literal.hpp"
#include "blas/level3/product/operand_residues.hpp"
#include "kernels/emulated/emulated_choice.hpp"
#include "kernels/emulated/moduli.hpp"
#include "kernels/emulated/residue_layout.hpp"
#include <hg/blas/registers/emulated_gemm.hpp>

namespace hg {
namespace {

/// The flag for elements that are not finite: a native product replaces the emulated one.
constexpr double kRefused = 1;

Scalar number_of(kernels::GemmTriangle triangle) {
    if (triangle == kernels::GemmTriangle::c_lower) return 1.0;
    return triangle == kernels::GemmTriangle::c_upper ? 2.0 : 0.0;
}

/// The lines of A are the rows of op(A), and those of B the columns of op(B).
OperandResidues::Form form_of_a(Op op, ElementType type) {
    return {.lines_are_rows = op == Op::none, .conjugated = conjugates(op, type)};
}

OperandResidues::Form form_of_b(Op op, ElementType type) {
    return {.lines_are_rows = op != Op::none, .conjugated = conjugates(op, type)};
}

}  // namespace

struct EmulatedGemm::Products {
    RegisterId residues{};
    RegisterId refused{};
    RegisterId row_exponents{};
    RegisterId col_exponents{};
};

EmulatedGemm::EmulatedGemm(const kernels::Database& database, const DeviceModel& device, ElementType type,
                           Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, int moduli)
    : type_(type),
      op_a_(op_a),
      op_b_(op_b),
      native_(database, device, type, op_a, op_b, m, n, k),
      moduli_(moduli == 0 ? kernels::moduli_for(type) : moduli),
      product_(kernels::emulated_product(kernels::chosen_product(database, device, type, moduli_, m, n, k))),
      residues_(std::make_shared<OperandResidues>(type, moduli_)) {}

EmulatedGemm EmulatedGemm::triangular(kernels::GemmTriangle triangle) const {
    EmulatedGemm copy = *this;
    copy.native_ = native_.undivided(triangle);
    copy.triangle_ = triangle;
    return copy;
}

EmulatedGemm EmulatedGemm::with_groups(std::int64_t groups) const {
    EmulatedGemm copy = *this;
    auto product = kernels::parse_emulated_product(product_->name);
    if (!product || product->groups == 0) return copy;
    product->groups = static_cast<int>(std::clamp<std::int64_t>(groups, 1, product->groups));
    copy.product_ = kernels::emulated_product(*product);
    return copy;
}

double EmulatedGemm::seconds(std::int64_t m, std::int64_t n, std::int64_t k) const {
    const auto product = kernels::parse_emulated_product(product_->name);
    if (!product || product->groups == 0) return 0;
    return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) *
           kernels::real_products(type_) * moduli_ / product->rate();
}

void EmulatedGemm::prepare(ProgramBuilder& builder, RegisterId A, RegisterId B) const {
    const std::int64_t depth = A != kNoRegister ? depth_of_a(builder, A) : depth_of_b(builder, B);
    for_parts(builder, depth, A, B, [&](RegisterId a, RegisterId b, bool) {
        if (a != kNoRegister) residues_->of(builder, a, form_of_a(op_a_, type_));
        if (b != kNoRegister) residues_->of(builder, b, form_of_b(op_b_, type_));
    });
}

void EmulatedGemm::append(ProgramBuilder& builder, Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
                          RegisterId C) const {
    const std::int64_t depth = depth_of_a(builder, A);
    if (is_zero(alpha) || depth == 0) return native_.append(builder, alpha, A, B, beta, C);
    for_parts(builder, depth, A, B, [&](RegisterId a, RegisterId b, bool is_first) {
        add_up(builder, multiply(builder, a, b, C), alpha, a, b, is_first ? beta : 1.0, C);
    });
}

void EmulatedGemm::append_unless_failed(ProgramBuilder& builder, RegisterId info, Scalar alpha, RegisterId A,
                                        RegisterId B, Scalar beta, RegisterId C) const {
    const std::int64_t depth = depth_of_a(builder, A);
    if (depth == 0) {
        builder.exec(native_.guarded(triangle_), {A, B, C, info}, {alpha, beta, 0.0});
        return;
    }
    for_parts(builder, depth, A, B, [&](RegisterId a, RegisterId b, bool is_first) {
        const Products products = multiply(builder, a, b, C);
        builder.exec(kernels::emulated_skip(), {info, products.refused});
        add_up(builder, products, alpha, a, b, is_first ? beta : 1.0, C);
    });
}

std::int64_t EmulatedGemm::depth_of_a(const ProgramBuilder& builder, RegisterId A) const {
    const Register& a = builder.reg(A);
    return op_a_ == Op::none ? a.cols : a.rows;
}

std::int64_t EmulatedGemm::depth_of_b(const ProgramBuilder& builder, RegisterId B) const {
    const Register& b = builder.reg(B);
    return op_b_ == Op::none ? b.rows : b.cols;
}

void EmulatedGemm::for_parts(ProgramBuilder& builder, std::int64_t depth, RegisterId A, RegisterId B,
                             const Part& part) const {
    if (depth <= kernels::kDeepestEmulated) return part(A, B, true);
    const auto window = [&](RegisterId x, bool along_cols, std::int64_t first, std::int64_t count) {
        if (x == kNoRegister) return x;
        const Register whole = builder.reg(x);  // a copy, because window() moves the builder's registers
        return along_cols ? builder.window(x, 0, first, whole.rows, count)
                          : builder.window(x, first, 0, count, whole.cols);
    };
    for (std::int64_t first = 0; first < depth; first += kernels::kDepthOfParts) {
        const std::int64_t count = std::min(kernels::kDepthOfParts, depth - first);
        part(window(A, op_a_ == Op::none, first, count), window(B, op_b_ != Op::none, first, count),
             first == 0);
    }
}

EmulatedGemm::Products EmulatedGemm::multiply(ProgramBuilder& builder, RegisterId A, RegisterId B,
                                              RegisterId C) const {
    const Register c = builder.reg(C);
    const OperandResidues::Integers left = residues_->of(builder, A, form_of_a(op_a_, type_));
    const OperandResidues::Integers right = residues_->of(builder, B, form_of_b(op_b_, type_));
    const int products = kernels::real_products(type_);
    const std::int64_t rows = kernels::product_rows(c.rows, moduli_);
    const RegisterId residues =
        builder.reg(c.device, ElementType::i32, products * rows, kernels::residue_cols(c.cols));
    const RegisterId refused = builder.reg(c.device, ElementType::i32, 1, 1);
    // The residues for one of the real products.
    const auto part = [&](RegisterId of, int i) {
        if (products == 1) return of;
        const Register whole = builder.reg(of);
        return builder.window(of, i * (whole.rows / products), 0, whole.rows / products, whole.cols);
    };
    for (int i = 0; i < products; ++i)
        builder.exec(product_,
                     {part(left.residues, i), part(right.residues, i), left.refused, right.refused,
                      part(residues, i), refused},
                     {number_of(triangle_)});
    return {residues, refused, left.exponents, right.exponents};
}

void EmulatedGemm::add_up(ProgramBuilder& builder, const Products& products, Scalar alpha, RegisterId A,
                          RegisterId B, Scalar beta, RegisterId C) const {
    builder.exec(kernels::emulated_sum(type_, moduli_, is_zero(beta)),
                 {products.residues, products.row_exponents, products.col_exponents, products.refused, C},
                 {alpha, beta, number_of(triangle_)});
    builder.exec(native_.guarded(triangle_), {A, B, C, products.refused}, {alpha, beta, kRefused});
}

}  // namespace hg
