#include "lapack/qr/panel/qr_panel_factorization.hpp"

#include <algorithm>

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/adjoint.hpp"
#include <hg/kernels/scale.hpp>

namespace hg {

QrPanelFactorization::QrPanelFactorization(ProgramBuilder& builder, const kernels::Database& database,
                                           DeviceIndex device, ElementType type, std::int64_t rows,
                                           std::int64_t width)
    : builder_(builder),
      device_(device),
      type_(type),
      base_(kernels::qr_panel(builder.devices()[device], type, rows)),
      product_(database, builder.devices()[device], type, Side::left, adjoint(type),
               {rows, base_.width, width}),
      triangle_(database, builder.devices()[device], type, rows, width) {
    if (const auto tree = kernels::qr_tree(builder.devices()[device], type, rows)) {
        tall_.emplace(builder, device, *tree);
        base_.width = tall_->width();
    }
}

/// Right-looking: what is right of a base panel gets its reflectors at once.
FactoredQrPanel QrPanelFactorization::append(RegisterId A) {
    const auto [rows, cols] = std::pair(builder_.reg(A).rows, builder_.reg(A).cols);
    const RegisterId V = builder_.reg(device_, type_, rows, cols, staggered_window_ld(rows, type_));
    const RegisterId tau = builder_.reg(device_, type_, cols, 1, least_window_ld(cols, type_));
    if (cols <= base_.width) return {factor_base(A, V, tau), tau};
    builder_.exec(kernels::zero(type_), {builder_.window(V, 0, 0, cols, cols)});
    for (std::int64_t k = 0; k < cols; k += base_.width) {
        const std::int64_t width = std::min(base_.width, cols - k);
        const BlockReflector Q =
            factor_base(builder_.window(A, k, k, rows - k, width), builder_.window(V, k, k, rows - k, width),
                        builder_.window(tau, k, 0, width, 1));
        const std::int64_t next = k + width;
        if (next < cols) product_.append(builder_, Q, builder_.window(A, k, next, rows - k, cols - next));
    }
    return {{V, triangle_.append(builder_, V, tau)}, tau};
}

BlockReflector QrPanelFactorization::factor_base(RegisterId A, RegisterId V, RegisterId tau) {
    if (tall_) return tall_->append(A, V, tau);
    const std::int64_t cols = builder_.reg(A).cols;
    const RegisterId T = builder_.reg(device_, type_, cols, cols, padded_ld(cols, type_));
    builder_.exec(base_.instruction, {A, V, tau, T, scratch()}, {static_cast<double>(++epoch_)});
    return {V, T};
}

/// Where work-groups tell each other of a base panel's columns; zeros at the start of the program.
RegisterId QrPanelFactorization::scratch() {
    if (scratch_ == kNoRegister) {
        scratch_ = builder_.reg(device_, ElementType::i32, kernels::qr_scratch_elements(type_), 1);
        builder_.exec(kernels::zero(ElementType::i32), {scratch_});
    }
    return scratch_;
}

}  // namespace hg
