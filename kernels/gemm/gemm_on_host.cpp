#include "kernels/gemm/gemm_on_host.hpp"

#include <algorithm>
#include <type_traits>

#include "host_blas/cpu_blas.hpp"
#include "host_blas/product/host_product.hpp"
#include "kernels/gemm/gemm_triangle.hpp"
#include "kernels/kernel_parts.hpp"

namespace hg::kernels {
namespace {

/// Rows or columns of a triangle that are multiplied at once.
constexpr std::int64_t kBlock = 256;

struct Range {
    std::int64_t first;
    std::int64_t end;

    [[nodiscard]] std::int64_t size() const { return end - first; }
};

/// Rows and columns of C, and steps of k.
struct Part {
    Range rows;
    Range cols;
    Range steps;
};

/// The part of a product that needs `block`, rows of a triangular op(A), else columns of op(B) or C.
Part part_of(const Part& whole, GemmTriangle triangle, Range block) {
    const Range up_to{0, block.end};
    const Range from{block.first, is_of_c(triangle) ? whole.rows.end : whole.steps.end};
    switch (triangle) {
        case GemmTriangle::c_lower:
            return {from, block, whole.steps};
        case GemmTriangle::c_upper:
            return {{0, std::min(block.end, whole.rows.end)}, block, whole.steps};
        case GemmTriangle::a_lower:
            return {block, whole.cols, up_to};
        case GemmTriangle::a_upper:
            return {block, whole.cols, from};
        case GemmTriangle::b_lower:
            return {whole.rows, block, from};
        case GemmTriangle::b_upper:
            return {whole.rows, block, up_to};
        case GemmTriangle::none:
            break;
    }
    return whole;
}

/// Steps of k in a share: what the kernels take, whole tiles.
std::int64_t share_of(const GemmParameters& p, std::int64_t k) {
    const std::int64_t step = std::max(p.tile_k, 1);
    return (k + p.split_k * step - 1) / (p.split_k * step) * step;
}

/// Element (i, j) of op(X).
template <class T>
T* element(const HostOperand& x, bool transposed, std::int64_t i, std::int64_t j) {
    return x.as<T>() + (transposed ? j + i * x.ld : i + j * x.ld);
}

CpuOperation operation_of(bool transposed, bool conjugated) {
    return conjugated ? CpuOperation::conj_trans : transposed ? CpuOperation::trans : CpuOperation::none;
}

/// Columns of C begin at `column` of the third operand.
template <class T>
void multiply(const GemmParameters& p, const HostCall& call, const Part& part, std::int64_t column) {
    const HostOperand& a = call.operands[0];
    const HostOperand& b = call.operands[1];
    const HostOperand& c = call.operands[2];
    const T alpha = p.split_k == 1 ? call.scalars[0].as<T>() : T{1};
    const T beta = p.overwrite ? T{0} : call.scalars[1].as<T>();
    const T* from_a = element<T>(a, p.transpose_a, part.rows.first, part.steps.first);
    const T* from_b = element<T>(b, p.transpose_b, part.steps.first, part.cols.first);
    T* to = element<T>(c, false, part.rows.first, column + part.cols.first);
    host_gemm<T>(operation_of(p.transpose_a, p.conjugate_a), operation_of(p.transpose_b, p.conjugate_b),
                 part.rows.size(), part.cols.size(), part.steps.size(), alpha, from_a, a.ld, from_b, b.ld,
                 beta, to, c.ld);
}

template <class T>
void run(const GemmParameters& p, const HostCall& call) {
    const HostOperand& a = call.operands[0];
    const HostOperand& c = call.operands[2];
    if (p.guarded && *call.operands[3].as<std::int32_t>() != call.scalars[2].as<std::int32_t>()) return;
    const std::int64_t n = c.cols / p.split_k;
    const std::int64_t k = p.transpose_a ? a.rows : a.cols;
    Part part{{0, c.rows}, {0, n}, {0, k}};
    if (p.triangle != GemmTriangle::none) {
        const std::int64_t order = is_of_c(p.triangle) ? n : k;
        for (std::int64_t first = 0; first < order; first += kBlock)
            multiply<T>(p, call, part_of(part, p.triangle, {first, std::min(first + kBlock, order)}), 0);
        return;
    }
    const std::int64_t share = share_of(p, k);
    for (std::int64_t s = 0; s < p.split_k; ++s) {
        part.steps = {std::min(s * share, k), std::min((s + 1) * share, k)};
        multiply<T>(p, call, part, s * n);
    }
}

}  // namespace

std::function<void(const HostCall&)> gemm_on_host(const GemmParameters& filled) {
    return host_for_type(filled.type, [filled]<class T>(const HostCall& call) { run<T>(filled, call); });
}

}  // namespace hg::kernels
