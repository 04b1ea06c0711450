#include "sparse/spmv/block_arrays.hpp"

#include <algorithm>
#include <utility>

#include "host_blas/each_element.hpp"
#include "sparse/formats/device_formats.hpp"

namespace hg::sparse {
namespace {

using kernels::SpmvKernel;

/// The array of a register. One without elements gets one that does not count.
template <class E>
BlockArray array_of(const char* name, HostArray<E> elements, std::int64_t cols = 1) {
    if (elements.size() == 0) {
        elements = HostArray<E>(1);
        elements[0] = static_cast<E>(-1);
        cols = 1;
    }
    const auto kept = std::make_shared<const HostArray<E>>(std::move(elements));
    return {name, element_type_of<E>(), kept->size() / cols, cols, kept->data(), kept, {}};
}

template <Element T>
BlockPart part_of(SpmvKernel kernel, const SpmvPlan& plan) {
    BlockPart part;
    part.parameters.kernel = kernel;
    part.parameters.type = element_type_of<T>();
    part.parameters.blocking = plan.blocking(kernel);
    return part;
}

template <Element T>
BlockPart csr_part(CsrBlock<T> block, const SpmvPlan& plan) {
    BlockPart part =
        part_of<T>(plan.format == SparseFormat::csr ? SpmvKernel::csr_rows : SpmvKernel::csr_merge, plan);
    if (part.parameters.kernel == SpmvKernel::csr_merge) {
        const auto first_rows = kernels::spmv_first_rows(part.parameters, block.row_start.span());
        HostArray<std::int32_t> kept(static_cast<std::int64_t>(first_rows.size()));
        std::ranges::copy(first_rows, kept.data());
        part.groups = kept.size() - 1;
        part.arrays.push_back(array_of("row_start", std::move(block.row_start)));
        part.arrays.push_back(array_of("first_row", std::move(kept)));
    } else {
        part.arrays.push_back(array_of("row_start", std::move(block.row_start)));
    }
    part.arrays.push_back(array_of("column", std::move(block.column)));
    part.arrays.push_back(array_of("value", std::move(block.value)));
    return part;
}

template <Element T>
BlockPart sell_part(const CsrBlock<T>& block, const SpmvPlan& plan, std::int64_t most = kMostOnDevice) {
    BlockPart part = part_of<T>(SpmvKernel::sell, plan);
    SellArrays<T> sell = sell_of(block, part.parameters.blocking.slice, plan.window, most);
    part.arrays.push_back(array_of("slice_start", std::move(sell.slice_start)));
    part.arrays.push_back(array_of("row_order", std::move(sell.row_order)));
    part.arrays.push_back(array_of("column", std::move(sell.column)));
    part.arrays.push_back(array_of("value", std::move(sell.value)));
    return part;
}

/// At least a place a row: registers have elements.
template <Element T>
BlockPart ell_part(const CsrBlock<T>& block, std::int64_t width, const SpmvPlan& plan) {
    BlockPart part = part_of<T>(SpmvKernel::ell, plan);
    EllArrays<T> ell = ell_of(block, width);
    if (width == 0) {
        ell.width = 1;
        ell.column = HostArray<std::int32_t>(block.rows);
        ell.value = HostArray<T>(block.rows);
        std::ranges::fill(ell.column.span(), -1);
        std::ranges::fill(ell.value.span(), T{0});
    }
    part.arrays.push_back(array_of("column", std::move(ell.column), ell.width));
    part.arrays.push_back(array_of("value", std::move(ell.value), ell.width));
    return part;
}

template <Element T>
BlockPart coo_part(const CsrBlock<T>& block, std::int64_t width, const SpmvPlan& plan) {
    BlockPart part = part_of<T>(SpmvKernel::coo, plan);
    CooArrays<T> coo = coo_of(block, width);
    part.groups = kernels::spmv_groups(part.parameters, 0, std::max<std::int64_t>(coo.value.size(), 1));
    part.arrays.push_back(array_of("row", std::move(coo.row)));
    part.arrays.push_back(array_of("column", std::move(coo.column)));
    part.arrays.push_back(array_of("value", std::move(coo.value)));
    return part;
}

}  // namespace

template <Element T>
std::vector<BlockPart> block_arrays(const SparseMatrix<T>& A, const RowRange& rows,
                                    const ColumnRanges& columns, const SpmvPlan& plan) {
    CsrBlock<T> block = csr_block(A, rows, columns);
    std::vector<BlockPart> parts;
    switch (plan.format) {
        case SparseFormat::automatic:
        case SparseFormat::csr:
        case SparseFormat::csr_merge:
            parts.push_back(csr_part(std::move(block), plan));
            break;
        case SparseFormat::sell:
            parts.push_back(sell_part(block, plan));
            break;
        case SparseFormat::ell:
            parts.push_back(ell_part(block, longest_row(block), plan));
            break;
        case SparseFormat::coo:
            parts.push_back(ell_part(block, 0, plan));
            parts.push_back(coo_part(block, 0, plan));
            break;
        case SparseFormat::hybrid:
            parts.push_back(sell_part(block, plan, plan.width));
            if (longest_row(block) > plan.width) parts.push_back(coo_part(block, plan.width, plan));
    }
    return parts;
}

std::int64_t bytes_of(const std::vector<BlockPart>& parts) noexcept {
    std::int64_t bytes = 0;
    for (const BlockPart& part : parts)
        for (const BlockArray& array : part.arrays) bytes += array.bytes();
    return bytes;
}

#define HG_INSTANTIATE(T)                                                                 \
    template std::vector<BlockPart> block_arrays(const SparseMatrix<T>&, const RowRange&, \
                                                 const ColumnRanges&, const SpmvPlan&);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
