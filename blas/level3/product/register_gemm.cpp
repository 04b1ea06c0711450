#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "blas/call/letters.hpp"
#include "blas/level3/product/literal.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::int64_t kColumnBytes = 128;

constexpr bool is_transposed(Op op) {
    return op != Op::none;
}

/// Returns whether the parts of an m x n product fit side by side in one register that leaves room for
/// others.
bool workspace_fits(const DeviceModel& device, ElementType type, std::int64_t m, std::int64_t n, int parts) {
    const std::int64_t most = std::min(device.memory / 4, device.largest_slot);
    const double bytes = static_cast<double>(padded_ld(m, type)) * static_cast<double>(n) * parts *
                         static_cast<double>(size_of(type));
    return bytes <= static_cast<double>(most) && n <= std::numeric_limits<std::int32_t>::max() / parts;
}

/// C := beta C
void append_scale(ProgramBuilder& builder, ElementType type, Scalar beta, RegisterId C) {
    if (is_zero(beta))
        builder.exec(kernels::zero(type), {C});
    else if (!is_one(beta))
        builder.exec(kernels::scale(type), {C}, {beta});
}

std::string extent(std::int64_t rows, std::int64_t cols) {
    return std::to_string(rows) + " x " + std::to_string(cols);
}

void require(bool holds, const std::string& condition) {
    if (!holds) throw Error(ErrorCode::invalid_argument, "gemm on registers: " + condition);
}

}  // namespace

RegisterGemm::RegisterGemm(kernels::GemmChoice choice) : choice_(std::move(choice)) {
    kernels::GemmParameters parameters = choice_.parameters;
    const int parts = parameters.split_k;
    for (const bool overwrite : {false, true}) {
        parameters.overwrite = overwrite;
        product_[overwrite] = kernels::gemm(parameters);
        if (parts > 1) sum_[overwrite] = kernels::gemm_sum(parameters.type, parts, overwrite);
    }
}

RegisterGemm::RegisterGemm(const kernels::Database& database, const DeviceModel& device, ElementType type,
                           Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k)
    : RegisterGemm([&] {
          kernels::GemmChoice choice =
              database.choose({type, is_transposed(op_a), is_transposed(op_b), m, n, k}, device);
          choice.parameters.conjugate_a = conjugates(op_a, type);
          choice.parameters.conjugate_b = conjugates(op_b, type);
          if (!workspace_fits(device, type, m, n, choice.parameters.split_k)) choice.parameters.split_k = 1;
          return choice;
      }()) {}

RegisterGemm RegisterGemm::undivided(kernels::GemmTriangle triangle) const {
    kernels::GemmChoice choice = choice_;
    choice.parameters.split_k = 1;
    choice.parameters.triangle = triangle;
    return RegisterGemm(std::move(choice));
}

InstructionPtr RegisterGemm::guarded(kernels::GemmTriangle triangle) const {
    kernels::GemmParameters parameters = choice_.parameters;
    parameters.split_k = 1;
    parameters.overwrite = false;
    parameters.guarded = true;
    parameters.triangle = triangle;
    return kernels::gemm(parameters);
}

void RegisterGemm::append(ProgramBuilder& builder, Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
                          RegisterId C) const {
    const bool overwrite = is_zero(beta);
    if (is_zero(alpha)) return append_scale(builder, choice_.parameters.type, beta, C);
    if (sum_[overwrite] == nullptr) {
        builder.exec(product_[overwrite], {A, B, C}, {alpha, beta});
        return;
    }
    const Register c = builder.reg(C);
    const RegisterId parts =
        builder.reg(c.device, c.type, c.rows, c.cols * choice_.parameters.split_k, padded_ld(c.rows, c.type));
    builder.exec(product_[overwrite], {A, B, parts}, {1.0, 0.0});
    builder.exec(sum_[overwrite], {parts, C}, {alpha, beta});
}

void gemm(ProgramBuilder& builder, Op op_a, Op op_b, Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
          RegisterId C, const kernels::Database& database) {
    const Register a = builder.reg(A);
    const Register b = builder.reg(B);
    const Register c = builder.reg(C);
    const std::int64_t m = is_transposed(op_a) ? a.cols : a.rows;
    const std::int64_t k = is_transposed(op_a) ? a.rows : a.cols;
    const std::int64_t k_of_b = is_transposed(op_b) ? b.cols : b.rows;
    const std::int64_t n = is_transposed(op_b) ? b.rows : b.cols;
    require(a.type == b.type && a.type == c.type, "A, B and C have different types");
    require(a.type != ElementType::i32, "only f32, f64, c32 and c64 are supported");
    require(a.device == b.device && a.device == c.device, "A, B and C are on different devices");
    require(m == c.rows && n == c.cols && k == k_of_b,
            "op(A) is " + extent(m, k) + ", op(B) " + extent(k_of_b, n) + " and C " + extent(c.rows, c.cols));
    require(C != A && C != B, "C must not be A or B");
    const DeviceModel& device = builder.devices()[c.device];
    RegisterGemm(database, device, c.type, op_a, op_b, m, n, k).append(builder, alpha, A, B, beta, C);
}

std::int64_t padded_ld(std::int64_t rows, ElementType type) noexcept {
    const std::int64_t elements = kColumnBytes / size_of(type);
    return (rows + elements - 1) / elements * elements;
}

}  // namespace hg
