#include "sparse/spmv/device_matrix.hpp"

#include <algorithm>
#include <complex>
#include <utility>

namespace hg::sparse {
namespace {

/// While one block is multiplied, others are on their ways.
constexpr std::int64_t kBlocksAtOnce = 8;

void bind_array(Bindings& bindings, const std::string& name, const BlockArray& array) {
    with_element_type(
        array.type, [&]<class E>() { bindings.matrix(name, static_cast<const E*>(array.data), array.rows); });
}

}  // namespace

template <Element T>
DeviceMatrix<T>::DeviceMatrix(const SparseMatrix<T>& A, const SpmvPlan& plan, Session& /*session*/,
                              Target target, bool /*streamed*/)
    : target_(std::move(target)), placement_(divided(A, plan, target_.devices)) {
    for (DeviceRows& device : placement_.devices) {
        const DeviceModel& model = target_.devices[device.device];
        const std::int64_t bytes = std::min(model.memory / kBlocksAtOnce, model.largest_slot);
        for (const RowRange& rows : row_blocks(A.row_start(), device.rows, placement_.type, bytes))
            device.blocks.push_back({rows, block_arrays(A, rows, device.columns, plan)});
    }
}

template <Element T>
Program DeviceMatrix<T>::program(const ProductForm& form) {
    const std::scoped_lock lock(mutex_);
    const auto found = programs_.find(form);
    if (found != programs_.end()) return found->second;
    return programs_.emplace(form, product_program(placement_, form, target_)).first->second;
}

template <Element T>
Bindings DeviceMatrix<T>::bindings(const ProductArguments<T>& product) const {
    Bindings bindings;
    bindings.matrix("X", product.X, product.ldx)
        .matrix("Y", product.Y, product.ldy)
        .scalar("alpha", product.alpha);
    if (!product.form().overwrite) bindings.scalar("beta", product.beta);
    for (const DeviceRows& device : placement_.devices)
        for (std::size_t block = 0; block < device.blocks.size(); ++block)
            for (std::size_t part = 0; part < device.blocks[block].parts.size(); ++part)
                for (const BlockArray& array : device.blocks[block].parts[part].arrays)
                    bind_array(bindings, array_name(device.device, block, part, array), array);
    return bindings;
}

template class DeviceMatrix<float>;
template class DeviceMatrix<double>;
template class DeviceMatrix<std::complex<float>>;
template class DeviceMatrix<std::complex<double>>;

}  // namespace hg::sparse
