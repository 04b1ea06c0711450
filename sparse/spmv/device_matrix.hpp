#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sparse/spmv/placement.hpp"
#include "sparse/spmv/product_program.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/machine/bindings.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg::sparse {

/// The arguments of a product on host memory; ldx and ldy are leading dimensions.
template <Element T>
struct ProductArguments {
    std::int64_t columns = 1;
    T alpha{1};
    const T* X = nullptr;
    std::int64_t ldx = 1;
    T beta{0};
    T* Y = nullptr;
    std::int64_t ldy = 1;

    [[nodiscard]] ProductForm form() const noexcept { return {columns, beta == T{0}}; }
};

/// Arrays of a matrix in host memory that devices take straight from there, for as long as this lives.
class PinnedArrays {
  public:
    /// Pins the large arrays of all blocks, if devices can. The machine and the arrays must outlive this.
    PinnedArrays(Machine& machine, const Placement& placement);
    ~PinnedArrays();
    PinnedArrays(const PinnedArrays&) = delete;
    PinnedArrays& operator=(const PinnedArrays&) = delete;

  private:
    bool pin(const BlockArray& array);

    Machine& machine_;
    std::vector<void*> registered_;
};

/// A matrix on the devices of a session, with the programs of its products. Thread-safe.
class DeviceMatrix {
  public:
    /// Places a matrix on the devices of `target` that are available. If their memory does not hold it, or it
    /// is `streamed`, its arrays stay in host memory. Throws Error{invalid_argument} for more than
    /// kMostOnDevice places in an array, and what Machine::run() throws.
    template <Element T>
    DeviceMatrix(const SparseMatrix<T>& A, const SpmvPlan& plan, Session& session, Target target,
                 bool streamed)
        : target_(std::move(target)), placement_(divided(A, plan, target_.devices)) {
        place(session, A.row_start(), streamed, [&](const DeviceRows& device, DistributedBlock& block) {
            const BlockColumns x = block_columns(A, block.rows, device.columns);
            block.first_place = x.first_place;
            block.places = x.columns.size();
            block.parts = block_arrays(A, block.rows, x.columns, placement_.plan);
        });
    }

    /// False if its arrays stay in host memory, from where each product loads them.
    [[nodiscard]] bool is_resident() const noexcept { return resident_; }
    /// A product is next. Arrays that stay in host memory are pinned if it is not one of the first.
    void begin_product(Session& session);
    /// The program of a product.
    [[nodiscard]] Program program(const ProductForm& form);
    /// What it is bound to.
    template <Element T>
    [[nodiscard]] Bindings bindings(const ProductArguments<T>& product) const {
        Bindings bindings = array_bindings();
        bindings.matrix("X", product.X, product.ldx)
            .matrix("Y", product.Y, product.ldy)
            .scalar("alpha", product.alpha);
        if (!product.form().overwrite) bindings.scalar("beta", product.beta);
        return bindings;
    }

  private:
    /// Makes the arrays of a block, which it tells which of the device's columns it needs.
    using MakeArrays = std::function<void(const DeviceRows&, DistributedBlock&)>;
    using RowStarts = std::span<const std::int64_t>;

    void place(Session& session, RowStarts row_start, bool streamed, const MakeArrays& make_arrays);
    [[nodiscard]] bool may_fit(RowStarts row_start) const noexcept;
    void add_blocks(RowStarts row_start, DeviceRows& device, std::int64_t most) const;
    void move_to_devices(Session& session, RowStarts row_start, const MakeArrays& make_arrays);
    void move_round(Session& session, std::size_t round, const MakeArrays& make_arrays);
    void stay_on_host(RowStarts row_start, const MakeArrays& make_arrays);
    [[nodiscard]] Bindings array_bindings() const;

    Target target_;
    Placement placement_;
    bool resident_ = false;
    std::mutex mutex_;
    std::map<ProductForm, Program> programs_;
    int products_ = 0;                    ///< before the arrays were pinned
    std::optional<PinnedArrays> pinned_;  ///< goes before the arrays
};

}  // namespace hg::sparse
