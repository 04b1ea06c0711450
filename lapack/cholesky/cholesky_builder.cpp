#include "lapack/cholesky/cholesky_builder.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "lapack/cholesky/cholesky_block_columns.hpp"
#include "lapack/cholesky/cholesky_failure.hpp"
#include "lapack/cholesky/cholesky_kernels.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// A = L L^H, left-looking by block_columns: a block_column needs to be there when its turn comes, and leaves
/// when it is factored.
class CholeskyBuilder {
  public:
    CholeskyBuilder(const CholeskyProblem& problem, const CholeskyLayout& layout, const Target& target,
                    const kernels::Database& database)
        : layout_(layout),
          builder_(target),
          L_(builder_, problem, layout),
          failure_(builder_, layout.block_columns(), layout.devices.size() > 1) {
        for (const DeviceIndex d : layout.devices)
            kernels_.emplace(std::piecewise_construct, std::forward_as_tuple(d),
                             std::forward_as_tuple(builder_, problem, layout, database, d));
    }

    Program build() && {
        for (std::size_t first = 0; first < layout_.block_columns(); first += layout_.block_columns_per_pass)
            factor_pass(first, std::min(layout_.block_columns(), first + layout_.block_columns_per_pass));
        return std::move(builder_).finish();
    }

  private:
    /// Strips [first, end), which the devices hold together.
    void factor_pass(std::size_t first, std::size_t end) {
        L_.begin_pass(first);
        std::size_t opened = first;
        const auto open_before = [&](std::size_t k) {
            for (; opened < std::min(k, end); ++opened) L_.open(opened);
        };
        // A device's next block_column comes before copies of others', which wait for these in its queue.
        open_before(first > 0 ? end : layout_.devices.size());
        for (std::size_t k = 0; k < first; ++k)
            for (std::size_t j = first; j < end; ++j) update(j, k);
        for (std::size_t j = first; j < end; ++j) {
            const bool is_last_late = layout_.last_by_panels && j > first;
            for (std::size_t k = first; k < (is_last_late ? j - 1 : j); ++k) update(j, k);
            const std::vector<DeviceIndex> others = devices_behind(j, end);
            factor(j, is_last_late ? std::optional(j - 1) : std::nullopt, others);
            failure_.store(layout_.device_of(j), j);
            for (const DeviceIndex device : others) failure_.load(device, j);
            L_.store(j);
            open_before(j + 1 + layout_.devices.size());
        }
    }

    /// The devices but its own that have block_columns behind block_column j, before block_column `end`: the
    /// next one first.
    [[nodiscard]] std::vector<DeviceIndex> devices_behind(std::size_t j, std::size_t end) const {
        std::vector<DeviceIndex> devices;
        for (std::size_t k = j + 1; k < std::min(end, j + layout_.devices.size()); ++k)
            devices.push_back(layout_.device_of(k));
        return devices;
    }

    /// Columns of a block_column, by which others are updated.
    struct Update {
        std::size_t block_column = 0;
        Span columns;
    };

    /// A_j := A_j - L_k L_jk^H, for the rows from the diagonal of block_column j down
    void update(std::size_t j, std::size_t k) {
        const DeviceIndex device = layout_.device_of(j);
        bring(device, k);
        subtract(failure_.on(device), {k, layout_.columns_of(k)}, j, layout_.columns_of(j).begin,
                 layout_.columns_of(j));
    }

    /// Strip k comes to a device that does not have it.
    void bring(DeviceIndex device, std::size_t k) {
        if (!L_.holds(device, k)) {
            L_.load_copy(device, k);
            failure_.load(device, k);
        }
        failure_.propagate(device, k);
    }

    /// Factors block_column j panel by panel, left-looking, after the updates by all block_columns but
    /// `last`. Panels go to other devices.
    void factor(std::size_t j, std::optional<std::size_t> last, std::span<const DeviceIndex> others) {
        const DeviceIndex device = layout_.device_of(j);
        const Span block_column = layout_.columns_of(j);
        std::vector<Update> earlier;
        if (last) {
            const Span columns = layout_.columns_of(*last);
            const Span rows{block_column.begin, layout_.n};
            bring(device, *last);
            kernels_.at(device).prepare(L_.window(device, *last, rows, columns));
            earlier.push_back({*last, columns});
        }
        for (std::int64_t first = block_column.begin; first < block_column.end; first += layout_.panel) {
            std::vector<Update> updates = earlier;
            if (first > block_column.begin) updates.push_back({j, {block_column.begin, first}});
            const Span panel{first, std::min(block_column.end, first + layout_.panel)};
            factor_panel(j, panel, updates);
            L_.send(j, panel, others);
        }
    }

    /// A11 = L11 L11^H;  L21 := A21 L11^-H, after the updates: those of A21 beside what is done with A11
    void factor_panel(std::size_t j, const Span& panel, const std::vector<Update>& updates) {
        const DeviceIndex device = layout_.device_of(j);
        const CholeskyKernels& kernels = kernels_.at(device);
        const Span below{panel.end, layout_.n};
        for (const Update& by : updates) subtract_block(by, j, panel);
        const RegisterId before = failure_.on(device);
        builder_.use_queue(layout_.beside ? QueueKind::exec2 : QueueKind::exec);
        const RegisterId info = failure_.copy(device);
        const RegisterId L11 = kernels.factor(info, L_.window(device, j, panel, panel), panel.begin);
        std::optional<InvertedTriangle> inverted;
        if (!below.empty()) inverted = kernels.inverted(info, L11);
        builder_.use_queue(QueueKind::exec);
        RoomBeside room = layout_.beside ? kernels.room(panel.size()) : RoomBeside{};
        for (const Update& by : updates) subtract_below(before, by, j, panel, room);
        failure_.replace(device, info);
        if (inverted) kernels.solve(*inverted, L_.window(device, j, below, panel));
    }

    /// The part of an update that concerns some columns of block_column j, in the rows from `row` on, their
    /// diagonal
    void subtract(RegisterId info, const Update& by, std::size_t j, std::int64_t row, const Span& to) {
        const DeviceIndex device = layout_.device_of(j);
        const Span rows{row, layout_.n};
        kernels_.at(device).subtract(info, L_.window(device, by.block_column, rows, by.columns),
                                     L_.window(device, by.block_column, to, by.columns),
                                     L_.window(device, j, rows, to));
    }

    /// The part that concerns a panel's diagonal block
    void subtract_block(const Update& by, std::size_t j, const Span& panel) {
        const DeviceIndex device = layout_.device_of(j);
        const RegisterId A = L_.window(device, by.block_column, panel, by.columns);
        kernels_.at(device).subtract_block(failure_.on(device), A, L_.window(device, j, panel, panel));
    }

    /// The part that concerns the rows below this block
    void subtract_below(RegisterId info, const Update& by, std::size_t j, const Span& panel,
                        RoomBeside& room) {
        const DeviceIndex device = layout_.device_of(j);
        const Span rows{panel.end, layout_.n};
        if (rows.empty()) return;
        kernels_.at(device).subtract_below(info, L_.window(device, by.block_column, rows, by.columns),
                                           L_.window(device, by.block_column, panel, by.columns),
                                           L_.window(device, j, rows, panel), room);
    }

    const CholeskyLayout& layout_;
    ProgramBuilder builder_;
    CholeskyBlockColumns L_;
    CholeskyFailure failure_;
    std::map<DeviceIndex, CholeskyKernels> kernels_{};
};

}  // namespace

Program cholesky_program(const CholeskyProblem& problem, const CholeskyLayout& layout, const Target& target,
                         const kernels::Database& database) {
    return CholeskyBuilder(problem, layout, target, database).build();
}

}  // namespace hg
