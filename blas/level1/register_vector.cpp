#include <algorithm>
#include <string>
#include <vector>

#include "blas/level1/dot_sums.hpp"
#include <hg/blas/registers/vector.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using kernels::VectorCoefficient;
using kernels::VectorOperation;
using kernels::VectorParameters;

void require(bool holds, VectorOperation operation, const char* condition) {
    if (!holds)
        throw Error(ErrorCode::invalid_argument,
                    std::string(name(operation)) + " on registers: " + condition);
}

/// The given blocking, or the database's for the nearest length, or else one that suits the device.
kernels::VectorBlocking blocking_for(const DeviceModel& device, VectorOperation operation, const Register& x,
                                     const VectorOptions& options) {
    if (options.blocking) return *options.blocking;
    if (options.database != nullptr)
        if (const auto choice =
                options.database->choose_kernel(name(operation), x.type, "", {x.rows * x.cols}, device))
            if (const auto tuned = kernels::parse_vector(choice->kernel)) return tuned->blocking;
    return kernels::default_blocking(operation, x.type, device.is_gpu);
}

VectorParameters parameters_for(const ProgramBuilder& builder, VectorOperation operation, RegisterId x,
                                const VectorOptions& options) {
    const Register r = builder.reg(x);
    const bool fits = is_complex(r.type) || (is_real(r.type) && operation <= VectorOperation::iamax);
    require(fits, operation,
            operation > VectorOperation::iamax ? "only c32 and c64 are supported"
                                               : "only f32, f64, c32 and c64 are supported");
    return {.operation = operation,
            .type = r.type,
            .blocking = blocking_for(builder.devices()[r.device], operation, r, options)};
}

Scalar flag(bool value) {
    return value ? 1.0 : 0.0;
}

VectorCoefficient kind(const Coefficient& c) {
    if (c.over != kNoRegister) return VectorCoefficient::quotient;
    return c.of != kNoRegister ? VectorCoefficient::element : VectorCoefficient::number;
}

/// Appends copy, swap, scal, real_scal, axpy or rot.
void append_map(ProgramBuilder& builder, VectorOperation operation, std::vector<RegisterId> vectors,
                const std::vector<Coefficient>& coefficients, const VectorOptions& options) {
    VectorParameters p = parameters_for(builder, operation, vectors[0], options);
    std::vector<Scalar> scalars;
    const bool pairs = vectors.size() == 2;
    require(!pairs || vectors[0] != vectors[1], operation, "x must not be y");
    for (const Coefficient& c : coefficients) {
        p.coefficient = kind(c);
        require(p.coefficient != VectorCoefficient::quotient || c.of != kNoRegister, operation,
                "a coefficient with a denominator needs a numerator");
        scalars.push_back(c.factor);
        for (const RegisterId reg : {c.of, c.over}) {
            require(reg != vectors[0] && !(pairs && reg == vectors[1]), operation,
                    "a coefficient must not be a vector that changes");
            if (reg != kNoRegister) vectors.push_back(reg);
        }
    }
    if (pairs) scalars.push_back(flag(options.reversed));
    builder.exec(vector_kernel(p), vectors, scalars);
}

/// Appends dot, dotc, asum, nrm2 or iamax: by one work-group, or by many whose sums another one adds up.
void append_reduction(ProgramBuilder& builder, VectorOperation operation, std::vector<RegisterId> vectors,
                      RegisterId result, const VectorOptions& options) {
    VectorParameters p = parameters_for(builder, operation, vectors[0], options);
    const RegisterId x = vectors[0];
    const Register shape = builder.reg(x);
    const std::int64_t n = shape.rows * shape.cols;
    const ElementType type = result_type(operation, p.type);
    const Register r = builder.reg(result);
    require(std::find(vectors.begin(), vectors.end(), result) == vectors.end(), operation,
            "the result must not be a vector that is read");
    require(r.rows == 1 && r.cols == 1, operation, "the result must be 1 x 1");
    require(r.type == type && r.device == shape.device, operation,
            "the result must be on the vectors' device and have their type, i32 for iamax, or the real type "
            "for nrm2 and asum");
    if (one_group_is_enough(p, n)) p.blocking.groups = 1;
    std::vector<Scalar> scalars;
    if (vectors.size() == 2) scalars.push_back(flag(options.reversed));
    const bool one_group = p.blocking.groups == 1;
    const RegisterId sums =
        one_group ? result : builder.reg(shape.device, type, groups_of(p, n), sums_of(operation));
    vectors.push_back(sums);
    builder.exec(vector_kernel(p), vectors, scalars);
    if (one_group) return;
    std::vector<RegisterId> operands{sums, result};
    if (operation == VectorOperation::iamax) operands.insert(operands.begin(), x);
    builder.exec(vector_total(operation, p.type, p.blocking.items), operands);
}

}  // namespace

RegisterId dot_sums(ProgramBuilder& builder, RegisterId x, RegisterId y, const VectorOptions& options) {
    const Register shape = builder.reg(x);
    const VectorOperation operation = is_complex(shape.type) ? VectorOperation::dotc : VectorOperation::dot;
    VectorParameters p = parameters_for(builder, operation, x, options);
    const std::int64_t n = shape.rows * shape.cols;
    if (one_group_is_enough(p, n)) p.blocking.groups = 1;
    const RegisterId sums = builder.reg(shape.device, p.type, groups_of(p, n), 1);
    builder.exec(vector_kernel(p), {x, y, sums}, {flag(options.reversed)});
    return sums;
}

void copy(ProgramBuilder& builder, RegisterId x, RegisterId y, const VectorOptions& options) {
    append_map(builder, VectorOperation::copy, {x, y}, {}, options);
}

void swap(ProgramBuilder& builder, RegisterId x, RegisterId y, const VectorOptions& options) {
    append_map(builder, VectorOperation::swap, {x, y}, {}, options);
}

void scal(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x, const VectorOptions& options) {
    append_map(builder, VectorOperation::scal, {x}, {alpha}, options);
}

void real_scal(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x,
               const VectorOptions& options) {
    append_map(builder, VectorOperation::real_scal, {x}, {alpha}, options);
}

void axpy(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x, RegisterId y,
          const VectorOptions& options) {
    append_map(builder, VectorOperation::axpy, {x, y}, {alpha}, options);
}

void rot(ProgramBuilder& builder, RegisterId x, RegisterId y, const Coefficient& c, const Coefficient& s,
         const VectorOptions& options) {
    require(kind(c) == kind(s) && kind(c) != VectorCoefficient::quotient, VectorOperation::rot,
            "c and s must both be numbers or both come from registers");
    append_map(builder, VectorOperation::rot, {x, y}, {c, s}, options);
}

void dot(ProgramBuilder& builder, RegisterId x, RegisterId y, RegisterId result,
         const VectorOptions& options) {
    append_reduction(builder, VectorOperation::dot, {x, y}, result, options);
}

void dotc(ProgramBuilder& builder, RegisterId x, RegisterId y, RegisterId result,
          const VectorOptions& options) {
    append_reduction(builder, VectorOperation::dotc, {x, y}, result, options);
}

void nrm2(ProgramBuilder& builder, RegisterId x, RegisterId result, const VectorOptions& options) {
    append_reduction(builder, VectorOperation::nrm2, {x}, result, options);
}

void asum(ProgramBuilder& builder, RegisterId x, RegisterId result, const VectorOptions& options) {
    append_reduction(builder, VectorOperation::asum, {x}, result, options);
}

void iamax(ProgramBuilder& builder, RegisterId x, RegisterId result, const VectorOptions& options) {
    append_reduction(builder, VectorOperation::iamax, {x}, result, options);
}

}  // namespace hg
