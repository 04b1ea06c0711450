#include "kernels/emulated/emulated_rate.hpp"
#include <hg/blas/registers/product.hpp>

namespace hg {

Arithmetic resolved(Arithmetic wanted, const DeviceModel& device, ElementType type, std::int64_t m,
                    std::int64_t n, std::int64_t k) {
    if (wanted != Arithmetic::automatic) return wanted;
    return kernels::is_sooner_emulated(device, type, m, n, k) ? Arithmetic::emulated : Arithmetic::native;
}

RegisterProduct::RegisterProduct(const kernels::Database& database, const DeviceModel& device,
                                 ElementType type, Arithmetic arithmetic, Op op_a, Op op_b, std::int64_t m,
                                 std::int64_t n, std::int64_t k)
    : arithmetic_(arithmetic),
      rows_of_a_(op_a == Op::none),
      native_(database, device, type, op_a, op_b, m, n, k) {
    if (arithmetic == Arithmetic::native || !device.has_f64) return;
    emulated_.emplace(database, device, type, op_a, op_b, m, n, k);
}

RegisterProduct RegisterProduct::triangular(kernels::GemmTriangle triangle) const {
    RegisterProduct copy = *this;
    copy.native_ = native_.undivided(triangle);
    copy.triangle_ = triangle;
    if (emulated_) copy.emulated_ = emulated_->triangular(triangle);
    return copy;
}

RegisterProduct RegisterProduct::undivided() const {
    RegisterProduct copy = *this;
    copy.native_ = native_.undivided();
    return copy;
}

void RegisterProduct::append(ProgramBuilder& builder, Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
                             RegisterId C) const {
    if (emulates(builder, A, C))
        emulated_->append(builder, alpha, A, B, beta, C);
    else
        native_.append(builder, alpha, A, B, beta, C);
}

void RegisterProduct::append_unless_failed(ProgramBuilder& builder, RegisterId info, Scalar alpha,
                                           RegisterId A, RegisterId B, Scalar beta, RegisterId C) const {
    constexpr double kNoFailure = 0;
    if (emulates(builder, A, C))
        emulated_->append_unless_failed(builder, info, alpha, A, B, beta, C);
    else
        builder.exec(native_.guarded(triangle_), {A, B, C, info}, {alpha, beta, kNoFailure});
}

bool RegisterProduct::emulates(const ProgramBuilder& builder, RegisterId A, RegisterId C) const {
    if (!emulated_) return false;
    const Register& a = builder.reg(A);
    const Register& c = builder.reg(C);
    return resolved(arithmetic_, builder.devices()[c.device], c.type, c.rows, c.cols,
                    rows_of_a_ ? a.cols : a.rows) == Arithmetic::emulated;
}

}  // namespace hg
