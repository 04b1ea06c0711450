#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/gemv/gemv_rules.hpp"
#include "kernels/piece.hpp"
#include <hg/blas/registers/gemv.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using kernels::GemvBlocking;
using kernels::GemvParameters;
using kernels::VectorCoefficient;

constexpr std::int64_t kAlignedRows = 16;  ///< so that each column of a register can begin a window

void require_gemv(bool holds, const char* routine, const char* condition,
                  ErrorCode code = ErrorCode::invalid_argument) {
    if (!holds) throw Error(code, std::string(routine) + " on registers: " + condition);
}

Scalar as_flag(bool value) {
    return value ? 1.0 : 0.0;
}

bool is_number(const Coefficient& c, double value) {
    return c.of == kNoRegister && c.over == kNoRegister && c.factor.is_literal() && c.factor.value == value;
}

VectorCoefficient kind_of(const Coefficient& c) {
    if (c.over != kNoRegister) return VectorCoefficient::quotient;
    return c.of != kNoRegister ? VectorCoefficient::element : VectorCoefficient::number;
}

std::int64_t length_of(const Register& r) {
    return r.rows == 1 || r.cols == 1 ? r.rows * r.cols : 0;  // 0: not a vector
}

bool registers_overlap(const ProgramBuilder& builder, RegisterId first, RegisterId second) {
    const Register a = builder.reg(first);
    const Register b = builder.reg(second);
    const auto whole = [](RegisterId id, const Register& r) { return r.is_window() ? r.window_of : id; };
    return whole(first, a) == whole(second, b) && a.first_row() < b.first_row() + b.rows &&
           b.first_row() < a.first_row() + a.rows && a.first_col() < b.first_col() + b.cols &&
           b.first_col() < a.first_col() + a.cols;
}

/// The registers of alpha and beta, in the order in which instructions take them.
std::vector<RegisterId> registers_of(const Coefficient& alpha, const Coefficient& beta) {
    std::vector<RegisterId> all;
    for (const RegisterId reg : {alpha.of, alpha.over, beta.of, beta.over})
        if (reg != kNoRegister) all.push_back(reg);
    return all;
}

/// Checks that types and devices are those of A, and that no input overlaps `written`.
void check_operands(const ProgramBuilder& builder, const char* routine, RegisterId A, RegisterId written,
                    const std::vector<RegisterId>& others) {
    const Register a = builder.reg(A);
    require_gemv(a.type != ElementType::i32, routine, "only f32, f64, c32 and c64 are supported");
    const auto check = [&](RegisterId reg) {
        const Register r = builder.reg(reg);
        require_gemv(r.type == a.type && r.device == a.device, routine,
                     "all operands must have the same type and be on one device");
    };
    check(written);
    require_gemv(!registers_overlap(builder, A, written), routine,
                 "the vector that is written must not overlap A");
    for (const RegisterId reg : others) {
        check(reg);
        require_gemv(!registers_overlap(builder, reg, written), routine,
                     "the vector that is written must not overlap what is read");
    }
}

void check_coefficients(const ProgramBuilder& builder, const Coefficient& alpha, const Coefficient& beta) {
    for (const Coefficient& c : {alpha, beta})
        require_gemv(c.over == kNoRegister || c.of != kNoRegister, "gemv",
                     "a coefficient with a denominator needs a numerator");
    for (const RegisterId reg : registers_of(alpha, beta)) {
        const Register r = builder.reg(reg);
        require_gemv(r.rows == 1 && r.cols == 1, "gemv", "registers of coefficients must be 1 x 1",
                     ErrorCode::invalid_program);
    }
}

/// The database's blocking for gemv, or for trmv if there is a triangle, with a matrix of nearly this shape.
std::optional<GemvBlocking> tuned_blocking(const DeviceModel& device, const Register& a, bool transpose,
                                           bool triangle, const kernels::Database* database) {
    if (database == nullptr) return std::nullopt;
    const std::string_view operation = transpose ? "t" : "n";
    const auto choice = triangle
                            ? database->choose_kernel("trmv", a.type, operation, {a.rows}, device)
                            : database->choose_kernel("gemv", a.type, operation, {a.rows, a.cols}, device);
    const auto tuned = choice ? kernels::parse_gemv(choice->kernel) : std::nullopt;
    return tuned ? std::optional(tuned->blocking) : std::nullopt;
}

/// The requested blocking, or a tuned one, or one that suits A; pieces have at most as many rows as A.
GemvBlocking blocking_for(const ProgramBuilder& builder, const Register& a, bool transpose, bool triangle,
                          const GemvOptions& options) {
    const DeviceModel& device = builder.devices()[a.device];
    std::optional<GemvBlocking> known = options.blocking;
    if (!known) known = tuned_blocking(device, a, transpose, triangle, options.database);
    GemvBlocking blocking = known.value_or(
        kernels::default_gemv_blocking(a.type, transpose, a.rows, a.cols, device.is_gpu, triangle));
    const int by_default = is_complex(a.type) ? 1 : kernels::elements_of_piece(a.type);
    const std::int64_t wanted = blocking.vector == 0 ? by_default : blocking.vector;
    const auto rows = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(a.rows)));
    blocking.vector = static_cast<int>(std::min(wanted, rows));
    return blocking;
}

/// Appends the second instruction: y := alpha op(A) x + beta y from the sums.
void append_total(ProgramBuilder& builder, RegisterId sums, const Coefficient& alpha, const Coefficient& beta,
                  RegisterId y, bool reversed) {
    const Register shape = builder.reg(sums);
    const bool overwrite = is_number(beta, 0);
    std::vector<RegisterId> registers{sums, y};
    for (const RegisterId reg : registers_of(alpha, beta)) registers.push_back(reg);
    std::vector<Scalar> scalars{alpha.factor};
    if (!overwrite) scalars.push_back(beta.factor);
    scalars.push_back(as_flag(reversed));
    builder.exec(kernels::gemv_total({.type = shape.type,
                                      .overwrite = overwrite,
                                      .alpha = kind_of(alpha),
                                      .beta = kind_of(beta),
                                      .lanes = kernels::gemv_total_lanes(shape.cols)}),
                 registers, scalars);
}

/// Appends the last scalars: the triangle that is used, if there is one, and whether a complex A is
/// conjugated.
void append_flags(std::vector<Scalar>& scalars, ElementType type, bool conjugated) {
    if (is_complex(type)) scalars.push_back(as_flag(conjugated));
}

/// sums := op(A) x with only a triangle of A; `diagonal` is that of kernels::gemv_kernel().
void append_triangle(ProgramBuilder& builder, const GemvParameters& p, Uplo uplo, int diagonal, RegisterId A,
                     RegisterId x, RegisterId sums, bool x_reversed, bool conjugated) {
    std::vector<Scalar> scalars{as_flag(x_reversed), as_flag(uplo == Uplo::upper), double(diagonal)};
    append_flags(scalars, p.type, conjugated);
    builder.exec(gemv_kernel(p), std::vector{A, x, sums}, scalars);
}

bool is_conjugated(Op op, const GemvOptions& options) {
    return options.conjugated != (op == Op::conj_trans);
}

/// y := beta y
void append_scaling(ProgramBuilder& builder, const Coefficient& beta, RegisterId y) {
    if (is_number(beta, 0))
        builder.exec(kernels::zero(builder.reg(y).type), {y});
    else if (!is_number(beta, 1))
        scal(builder, beta, y);
}

}  // namespace

void gemv(ProgramBuilder& builder, Op op, const Coefficient& alpha, RegisterId A, RegisterId x,
          const Coefficient& beta, RegisterId y, const GemvOptions& options) {
    const Register a = builder.reg(A);
    const bool transpose = op != Op::none;
    std::vector<RegisterId> read = registers_of(alpha, beta);
    check_coefficients(builder, alpha, beta);
    read.push_back(x);
    check_operands(builder, "gemv", A, y, read);
    require_gemv(length_of(builder.reg(x)) == (transpose ? a.rows : a.cols) &&
                     length_of(builder.reg(y)) == (transpose ? a.cols : a.rows),
                 "gemv", "x and y must be vectors with an element for each column and row of op(A)",
                 ErrorCode::invalid_program);
    if (is_number(alpha, 0)) return append_scaling(builder, beta, y);
    GemvParameters p{.type = a.type,
                     .transpose = transpose,
                     .blocking = blocking_for(builder, a, transpose, false, options)};
    if (leaves_sums(p)) {
        const InstructionPtr product = gemv_kernel(p);
        const RegisterId sums = builder.reg(a.device, a.type, transpose ? a.cols : a.rows, p.blocking.split);
        std::vector<Scalar> scalars{as_flag(options.x_reversed)};
        append_flags(scalars, a.type, is_conjugated(op, options));
        builder.exec(product, std::vector{A, x, sums}, scalars);
        return append_total(builder, sums, alpha, beta, y, options.y_reversed);
    }
    p.overwrite = is_number(beta, 0);
    p.alpha = kind_of(alpha);
    p.beta = kind_of(beta);
    std::vector<RegisterId> registers{A, x, y};
    registers.insert(registers.end(), read.begin(), read.end() - 1);
    std::vector<Scalar> scalars{alpha.factor};
    if (!p.overwrite) scalars.push_back(beta.factor);
    scalars.insert(scalars.end(), {as_flag(options.x_reversed), as_flag(options.y_reversed)});
    append_flags(scalars, a.type, is_conjugated(op, options));
    builder.exec(gemv_kernel(p), registers, scalars);
}

void trmv(ProgramBuilder& builder, Uplo uplo, Op op, Diag diag, RegisterId A, RegisterId x,
          const GemvOptions& options) {
    const Register a = builder.reg(A);
    const bool transpose = op != Op::none;
    check_operands(builder, "trmv", A, x, {});
    require_gemv(a.rows == a.cols && length_of(builder.reg(x)) == a.rows, "trmv",
                 "A must be square, and x a vector with an element for each column",
                 ErrorCode::invalid_program);
    const GemvParameters p{.type = a.type,
                           .transpose = transpose,
                           .triangle = true,
                           .blocking = blocking_for(builder, a, transpose, true, options)};
    const InstructionPtr product = gemv_kernel(p);  // it throws before a register is made
    const RegisterId sums = builder.reg(a.device, a.type, a.rows, p.blocking.split);
    append_triangle(builder, p, uplo, diag == Diag::unit ? kernels::kOnes : 0, A, x, sums, options.x_reversed,
                    is_conjugated(op, options));
    append_total(builder, sums, 1.0, 0.0, x, options.x_reversed);
}

void hemv(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId A, RegisterId x,
          const Coefficient& beta, RegisterId y, const GemvOptions& options) {
    const Register a = builder.reg(A);
    require_gemv(is_complex(a.type), "hemv", "only c32 and c64 are supported");
    check_coefficients(builder, alpha, beta);
    std::vector<RegisterId> read = registers_of(alpha, beta);
    read.push_back(x);
    check_operands(builder, "hemv", A, y, read);
    require_gemv(
        a.rows == a.cols && length_of(builder.reg(x)) == a.rows && length_of(builder.reg(y)) == a.rows,
        "hemv", "A must be square, and x and y vectors with an element for each column",
        ErrorCode::invalid_program);
    if (is_number(alpha, 0)) return append_scaling(builder, beta, y);
    const GemvOptions tuned{.database = options.database};
    const GemvParameters whole{
        .type = a.type, .triangle = true, .blocking = blocking_for(builder, a, false, true, tuned)};
    const GemvParameters rest{.type = a.type,
                              .transpose = true,
                              .triangle = true,
                              .blocking = blocking_for(builder, a, true, true, tuned)};
    const std::int64_t of_whole = whole.blocking.split, of_rest = rest.blocking.split;
    const std::int64_t ld = (a.rows + kAlignedRows - 1) / kAlignedRows * kAlignedRows;
    const RegisterId sums = builder.reg(a.device, a.type, a.rows, of_whole + of_rest, ld);
    append_triangle(builder, whole, uplo, kernels::kRealParts, A, x,
                    builder.window(sums, 0, 0, a.rows, of_whole), options.x_reversed, options.conjugated);
    append_triangle(builder, rest, uplo, kernels::kLeftOut, A, x,
                    builder.window(sums, 0, of_whole, a.rows, of_rest), options.x_reversed,
                    !options.conjugated);
    append_total(builder, sums, alpha, beta, y, options.y_reversed);
}

}  // namespace hg
