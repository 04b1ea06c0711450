#include "lapack/qr/block_reflector.hpp"

#include "kernels/qr/qr_panel.hpp"
#include "kernels/triangle/triangle.hpp"
#include "lapack/common/adjoint.hpp"

namespace hg {
namespace {

/// The scalar `upper` of the triangle's instructions.
constexpr double kUpper = 1;

RegisterId padded(ProgramBuilder& builder, const Register& like, std::int64_t rows, std::int64_t cols) {
    return builder.reg(like.device, like.type, rows, cols, padded_ld(rows, like.type));
}

/// op(A) op(B) of m x n, by products of depth k.
RegisterProduct product(const kernels::Database& database, const DeviceModel& device, ElementType type,
                        Arithmetic arithmetic, Op op_a, Op op_b, std::int64_t m, std::int64_t n,
                        std::int64_t k) {
    return {database, device, type, arithmetic, op_a, op_b, m, n, k};
}

RegisterProduct product_with_v(const kernels::Database& database, const DeviceModel& device, ElementType type,
                               Arithmetic arithmetic, Side side, const ReflectorSizes& sizes) {
    if (side == Side::left)
        return product(database, device, type, arithmetic, adjoint(type), Op::none, sizes.width, sizes.other,
                       sizes.rows);
    return product(database, device, type, arithmetic, Op::none, Op::none, sizes.other, sizes.width,
                   sizes.rows);
}

RegisterGemm product_with_t(const kernels::Database& database, const DeviceModel& device, ElementType type,
                            Side side, Op op, const ReflectorSizes& sizes) {
    if (side == Side::left)
        return {database, device, type, op, Op::none, sizes.width, sizes.other, sizes.width};
    return {database, device, type, Op::none, op, sizes.other, sizes.width, sizes.width};
}

RegisterProduct subtraction(const kernels::Database& database, const DeviceModel& device, ElementType type,
                            Arithmetic arithmetic, Side side, const ReflectorSizes& sizes) {
    if (side == Side::left)
        return product(database, device, type, arithmetic, Op::none, Op::none, sizes.rows, sizes.other,
                       sizes.width);
    return product(database, device, type, arithmetic, Op::none, adjoint(type), sizes.other, sizes.rows,
                   sizes.width);
}

}  // namespace

ReflectorProduct::ReflectorProduct(const kernels::Database& database, const DeviceModel& device,
                                   ElementType type, Side side, Op op, const ReflectorSizes& sizes,
                                   Arithmetic arithmetic)
    : side_(side),
      op_(op),
      times_v_(product_with_v(database, device, type, arithmetic, side, sizes)),
      times_t_(product_with_t(database, device, type, side, op, sizes)),
      subtract_(subtraction(database, device, type, arithmetic, side, sizes)) {}

/// op(Q) = I - V op(T) V^H
void ReflectorProduct::append(ProgramBuilder& builder, const BlockReflector& Q, RegisterId C) const {
    const Register c = builder.reg(C);
    const std::int64_t width = builder.reg(Q.V).cols;
    const bool left = side_ == Side::left;
    const auto [rows, cols] = left ? std::pair(width, c.cols) : std::pair(c.rows, width);
    const RegisterId W = padded(builder, c, rows, cols);
    const RegisterId X = padded(builder, c, rows, cols);
    times_v_.append(builder, 1.0, left ? Q.V : C, left ? C : Q.V, 0.0, W);
    times_t_.append(builder, 1.0, left ? Q.T : W, left ? W : Q.T, 0.0, X);
    subtract_.append(builder, -1.0, left ? Q.V : X, left ? X : Q.V, 1.0, C);
}

ReflectorTriangle::ReflectorTriangle(const kernels::Database& database, const DeviceModel& device,
                                     ElementType type, std::int64_t rows, std::int64_t width)
    : product_(database, device, type, adjoint(type), Op::none, width, width, rows) {}

/// The diagonal blocks of T follow from G = V^H V and tau; neighbours are joined, as the blocks of an inverse
/// are:
///
///     T12 = -T11 G12 T22
RegisterId ReflectorTriangle::append(ProgramBuilder& builder, RegisterId V, RegisterId tau) const {
    const Register v = builder.reg(V);
    const RegisterId G = padded(builder, v, v.cols, v.cols);
    const RegisterId T = padded(builder, v, v.cols, v.cols);
    product_.append(builder, 1.0, V, V, 0.0, G);
    builder.exec(kernels::qr_triangles(v.type), {G, tau, T});
    for (std::int64_t block = kernels::kQrTriangle; block < v.cols; block *= 2) {
        const RegisterId W = padded(builder, v, v.cols, v.cols);
        const auto order = static_cast<double>(block);
        builder.exec(kernels::triangle_product(v.type, false), {G, T, W}, {order, kUpper});
        builder.exec(kernels::triangle_product(v.type, true), {W, T}, {order, kUpper});
    }
    return T;
}

}  // namespace hg
