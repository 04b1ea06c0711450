#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sparse/formats/csr_block.hpp"
#include "sparse/spmv/spmv_plan.hpp"
#include <hg/kernels/spmv.hpp>
#include <hg/runtime/machine/bindings.hpp>

namespace hg::sparse {

/// An array of a format, as a register of devices holds it: in host memory, or in a device's.
struct BlockArray {
    std::string name;  ///< as the kernel's operand is called
    ElementType type = ElementType::i32;
    std::int64_t rows = 0, cols = 1;
    const void* data = nullptr;
    std::shared_ptr<const void> owner{};  ///< of the host memory
    ResidentMemory resident{};            ///< if a device has it

    [[nodiscard]] std::int64_t bytes() const noexcept { return rows * cols * size_of(type); }
    /// A device has it: the host's memory is freed.
    void leave_host() noexcept {
        data = nullptr;
        owner.reset();
    }
};

/// What one kernel multiplies by: its arrays, in the order of its operands.
struct BlockPart {
    kernels::SpmvParameters
        parameters{};  ///< with numbers for alpha and beta; whether y is overwritten is left open
    std::vector<BlockArray> arrays{};
    std::int64_t groups = 0;  ///< rows of the register of parts; 0 if there is none
};

/// The arrays of some rows by a plan: one part, or two of hybrid and coo, whose first part has places for a
/// start. Columns count as they stand in `columns`. Throws Error{invalid_argument} for more than
/// kMostOnDevice places.
template <Element T>
std::vector<BlockPart> block_arrays(const SparseMatrix<T>& A, const RowRange& rows,
                                    const ColumnRanges& columns, const SpmvPlan& plan);

/// Bytes of all arrays.
std::int64_t bytes_of(const std::vector<BlockPart>& parts) noexcept;

/// Binds an array in host memory, which programs may only read.
inline void bind_on_host(Bindings& bindings, const std::string& name, const BlockArray& array) {
    bindings.matrix(name, BoundMatrix{const_cast<void*>(array.data), array.rows, array.type, false});
}

}  // namespace hg::sparse
