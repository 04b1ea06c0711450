#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "lapack/lu/lu_layout.hpp"
#include "lapack/lu/panel_factorization.hpp"
#include <hg/blas/register_gemm.hpp>
#include <hg/blas/register_trsm.hpp>
#include <hg/kernels/database.hpp>
#include <hg/lapack/getrf_program.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// A leading dimension with which windows may begin in any column, and columns do not all begin on
/// the same memory channel.
std::int64_t window_ld(std::int64_t rows, ElementType type);

/// Columns [first, first + cols) of A on their device, all rows.
struct BlockColumn {
    DeviceIndex device = 0;
    std::int64_t first = 0;
    std::int64_t cols = 0;
    RegisterId reg = kNoRegister;
    std::int64_t loaded = 0;  ///< columns
    /// Panels before this one have been applied to the columns that are not factored yet.
    std::size_t updated = 0;
    /// The interchanges of panels before this one have been applied, except for those of later groups
    /// than its own panels'.
    std::size_t swapped = 0;
    std::int64_t stored = 0;  ///< rows that are stored for good

    [[nodiscard]] std::int64_t end() const noexcept { return first + cols; }
    [[nodiscard]] bool is_there() const noexcept { return loaded == cols; }
};

/// The columns of A that the devices hold during a sweep of an LU factorization, and the steps of which the
/// factorization is made. This class decides where panels are factored, who needs a copy of a panel, and
/// where the copy comes from.
class LuColumns {
  public:
    /// Declares the program's parameters. All arguments must outlive the object.
    LuColumns(ProgramBuilder& builder, const LuProblem& problem, const LuLayout& layout,
              const kernels::Database& database);

    /// Goes on to the block columns of a sweep, of which none is loaded, and forgets those of the one before.
    void open(std::size_t sweep);
    /// Loads as many columns of a block column as a panel has, or those that are left.
    void load_more(BlockColumn& b);
    [[nodiscard]] std::vector<BlockColumn>& blocks() noexcept { return blocks_; }
    [[nodiscard]] BlockColumn& block_of(std::size_t k);
    /// Whether rows are interchanged; else factored columns have their final values.
    [[nodiscard]] bool pivots() const { return problem_.pivoting != Pivoting::none; }
    /// Factors panel k where it lies, stores its pivots and sends it to all devices that need it.
    void factor(std::size_t k);
    /// Applies the interchanges of panels of one group to columns [from, to).
    void swap(PanelRange panels, const BlockColumn& b, std::int64_t from, std::int64_t to);
    /// Columns [from, to), from the first panel's first row down, by one panel or a pair: U := L^-1 A,
    /// A := A - L U. A pair needs the interchanges of its second panel in the first.
    void update(PanelRange panels, const BlockColumn& b, std::int64_t from, std::int64_t to);
    /// Applies the interchanges of panel k to panels before it, of its sweep.
    void swap_left(std::size_t k, PanelRange left);
    /// Applies the interchanges of all groups before panel k, the first of one, to the factored panels
    /// of a block column.
    void swap_before(BlockColumn& b, std::size_t k);
    /// The rows of a block column before `end` have their final values: stores those that are not, by and by.
    /// Its registers may change at once.
    void finish_rows(BlockColumn& b, std::int64_t end);
    /// Stores all other rows of a block column that does not change any more.
    void store_rest(BlockColumn& b);
    /// Applies the interchanges of the panels from `end` on to a block column of an earlier
    /// sweep, in host memory.
    void interchange_below(std::size_t j, std::size_t end);

  private:
    /// Rows of a panel's triangle that are solved for at once, by the inverse of its diagonal block.
    struct SolvedRows {
        std::int64_t first = 0;
        std::int64_t rows = 0;
        InvertedTriangle inverse;
        RegisterTrsm solve;
        std::optional<RegisterGemm> product{};  ///< with the rows before
    };
    /// Panel k on one device, from its diagonal block down.
    struct FactoredPanel {
        RegisterId columns = kNoRegister;
        std::vector<SolvedRows> top{};
        std::optional<RegisterGemm> product{};  ///< with the rows below the triangle
    };
    using OnDevice = std::pair<DeviceIndex, std::size_t>;  ///< device, panel

    [[nodiscard]] BlockColumn place_of(std::size_t j) const;
    FactoredPanel& panel(DeviceIndex device, std::size_t k);
    FactoredPanel& pair(DeviceIndex device, std::size_t k);
    RegisterId pair_columns(DeviceIndex device, std::size_t k);
    RegisterId register_of(DeviceIndex device, PanelRange panels);
    RegisterId window_of(RegisterId panels, std::size_t first, std::size_t k);
    SolvedRows& top_of(DeviceIndex device, std::size_t k);
    RegisterId moves(DeviceIndex device, std::size_t k);
    RegisterId moves(DeviceIndex device, PanelRange group);
    void factor_on_host(std::size_t k, RegisterId columns);
    void store_moves(DeviceIndex device, std::size_t k, RegisterId moves);
    RegisterId copy_of(RegisterId columns, std::int64_t ld);
    RegisterId store_copy(RegisterId columns, const HostTile& tile);
    void load_copy(RegisterId columns, const HostTile& tile);
    [[nodiscard]] HostTile tile_of(std::size_t k) const;
    [[nodiscard]] HostTile exchange_tile_of(std::size_t k) const;
    [[nodiscard]] std::vector<HostTile> parts_of(const HostTile& tile) const;
    [[nodiscard]] std::int64_t first_columns() const;
    [[nodiscard]] bool others_need(std::size_t k);
    void swap(PanelRange panels, DeviceIndex device, RegisterId rows);

    [[nodiscard]] bool shares_panels() const {
        return layout_.devices.size() > 1 || layout_.panel_device.has_value();
    }
    [[nodiscard]] std::int64_t first_of(std::size_t k) const { return layout_.first_of_panel(k); }
    [[nodiscard]] std::int64_t width_of(std::size_t k) const { return first_of(k + 1) - first_of(k); }

    ProgramBuilder& builder_;
    const LuProblem& problem_;
    const LuLayout& layout_;
    const kernels::Database& database_;
    std::map<DeviceIndex, PanelFactorization> factorizations_;
    ParameterId A_{};
    ParameterId pivots_{};
    ParameterId moves_{};
    ParameterId exchange_{};          ///< panels on their way from device to device
    std::size_t first_panel_ = 0;     ///< of the present sweep
    std::vector<CommandId> arrived_;  ///< a mark: all columns are there; none if nothing waits for that
    std::map<OnDevice, RegisterId> moves_of_;
    std::map<OnDevice, RegisterId> group_moves_of_;  ///< by the group's first panel
    std::vector<BlockColumn> blocks_;                ///< of the present sweep
    std::map<OnDevice, FactoredPanel> panels_;       ///< likewise
    std::map<OnDevice, FactoredPanel> pairs_;        ///< likewise, by the first panel
};

}  // namespace hg
