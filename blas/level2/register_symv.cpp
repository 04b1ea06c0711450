#include <string>
#include <vector>

#include "blas/level2/coefficient_operands.hpp"
#include <hg/blas/registers/symv.hpp>
#include <hg/kernels/scale.hpp>

namespace hg {
namespace {

void require_symv(bool holds, const char* condition) {
    if (!holds) throw Error(ErrorCode::invalid_argument, std::string("symv on registers: ") + condition);
}

/// True if registers or windows have an element in common.
bool overlap(const ProgramBuilder& builder, RegisterId a, RegisterId b) {
    const Register& x = builder.reg(a);
    const Register& y = builder.reg(b);
    if ((x.is_window() ? x.window_of : a) != (y.is_window() ? y.window_of : b)) return false;
    return x.first_row() < y.first_row() + y.rows && y.first_row() < x.first_row() + x.rows &&
           x.first_col() < y.first_col() + y.cols && y.first_col() < x.first_col() + x.cols;
}

/// Checks y against the inputs. This must happen before the products are appended to the program.
void require_fit(const ProgramBuilder& builder, const std::vector<RegisterId>& inputs, RegisterId y) {
    const Register& r = builder.reg(y);
    require_symv(is_real(r.type), "only f32 and f64 are supported");
    for (const RegisterId input : inputs) {
        const Register& i = builder.reg(input);
        require_symv(i.type == r.type, "all operands must have the same type");
        require_symv(i.device == r.device, "all operands must be on one device");
        require_symv(!overlap(builder, input, y), "y must not overlap what is read");
    }
}

std::vector<Register> shapes(const ProgramBuilder& builder, const std::vector<RegisterId>& registers) {
    std::vector<Register> all;
    for (const RegisterId reg : registers) all.push_back(builder.reg(reg));
    return all;
}

/// The given blocking, or the database's for the nearest order, or else one that suits the device.
kernels::SymvBlocking blocking_for(const DeviceModel& device, const Register& a, bool upper,
                                   const SymvOptions& options) {
    if (options.blocking) return *options.blocking;
    if (options.database != nullptr)
        if (const auto choice =
                options.database->choose_kernel("symv", a.type, upper ? "upper" : "lower", {a.rows}, device))
            if (const auto tuned = kernels::parse_symv(choice->kernel)) return tuned->blocking;
    return kernels::default_symv_blocking(a.type, a.rows, device.is_gpu);
}

kernels::SymvParameters symv_parameters(const ProgramBuilder& builder, Uplo uplo, RegisterId A,
                                        const SymvOptions& options) {
    const Register& r = builder.reg(A);
    const bool upper = uplo == Uplo::upper;
    return {.type = r.type,
            .upper = upper,
            .blocking = blocking_for(builder.devices()[r.device], r, upper, options)};
}

Scalar is_reversed(bool reversed) {
    return reversed ? 1.0 : 0.0;
}

}  // namespace

void symv(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId A, RegisterId x,
          const Coefficient& beta, RegisterId y, const SymvOptions& options) {
    const bool overwrite = is_number_zero(beta);
    std::vector<RegisterId> coefficients;
    append_registers(coefficients, alpha);
    append_registers(coefficients, beta);
    std::vector<RegisterId> inputs{A, x};
    inputs.insert(inputs.end(), coefficients.begin(), coefficients.end());
    require_fit(builder, inputs, y);
    const kernels::SymvParameters p = symv_parameters(builder, uplo, A, options);
    const InstructionPtr products = symv_products(p);
    const InstructionPtr sum = symv_sum(
        p, {.alpha = coefficient_kind(alpha), .beta = coefficient_kind(beta), .overwrite = overwrite});

    const Register r = builder.reg(A);
    const std::int64_t cols = sums_of(p, r.rows);
    const Register of_sums{r.type, r.device, r.rows, cols, r.rows};
    std::vector<Register> checked = shapes(builder, {A, x});
    checked.push_back(of_sums);
    products->check({checked, {}});
    checked = shapes(builder, coefficients);
    checked.insert(checked.begin(), {of_sums, builder.reg(y)});
    sum->check({checked, {}});

    const RegisterId sums = builder.reg(r.device, r.type, r.rows, cols);
    if (is_number_zero(alpha))
        builder.exec(kernels::zero(r.type), {sums});
    else
        builder.exec(products, {A, x, sums}, {is_reversed(options.x_reversed)});
    std::vector<RegisterId> operands{sums, y};
    operands.insert(operands.end(), coefficients.begin(), coefficients.end());
    std::vector<Scalar> scalars{alpha.factor};
    if (!overwrite) scalars.push_back(beta.factor);
    scalars.push_back(is_reversed(options.y_reversed));
    builder.exec(sum, operands, scalars);
}

}  // namespace hg
