#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "lapack/common/block_columns.hpp"
#include "lapack/common/panel_exchange.hpp"
#include "lapack/lu/lu_interchanges.hpp"
#include "lapack/lu/lu_layout.hpp"
#include "lapack/lu/panel_factorization.hpp"
#include "lapack/passes/tile_operation.hpp"
#include <hg/blas/registers/product.hpp>
#include <hg/blas/registers/trsm.hpp>
#include <hg/kernels/database.hpp>

namespace hg {

/// L of A = P L U: the factored panels on the devices that update by them. This class decides who needs a
/// copy of a panel, and where the copy comes from.
class LuPanels {
  public:
    /// All arguments must outlive the object.
    LuPanels(ProgramBuilder& builder, const LuProblem& problem, const LuLayout& layout,
             const kernels::Database& database, BlockColumns& A, LuInterchanges& P,
             const PanelExchange& exchange);

    /// Goes on to a pass, which begins with this column: A holds the panels before it in host memory.
    void open(std::int64_t first);
    /// [L_kk; L_ik] U_kk := P_k A_k: stores the pivots, and a copy of the panel if other devices need it.
    void factor(const TileOperation& op);
    /// Loads that copy and the panel's row moves to a device, before the third panel behind it is factored.
    void exchange(const TileOperation& op);
    /// U := L^-1 A for the rows of one panel or of a pair. A pair needs the interchanges of its second panel
    /// in the first.
    void solve(const TileOperation& op);
    /// A := A - L U for the rows below.
    void update(const TileOperation& op);

  private:
    /// Rows of a panel's triangle that are solved for at once, by the inverse of its diagonal block.
    struct SolvedRows {
        std::int64_t first = 0;
        std::int64_t rows = 0;
        InvertedTriangle inverse;
        RegisterTrsm solve;
        std::optional<RegisterProduct> product{};  ///< with the rows before
    };
    /// A panel or a pair on one device, from its diagonal block down.
    struct FactoredPanel {
        RegisterId columns = kNoRegister;
        std::vector<SolvedRows> top{};
        std::optional<RegisterProduct> product{};  ///< with the rows below the triangle
    };
    using OnDevice = std::pair<DeviceIndex, std::int64_t>;  ///< device, first column

    FactoredPanel& panel(DeviceIndex device, const Span& k);
    FactoredPanel& pair(DeviceIndex device, const Span& both);
    FactoredPanel& solved(DeviceIndex device, const Span& panels);
    RegisterId pair_columns(DeviceIndex device, const Span& both);
    RegisterId window_of(RegisterId panels, std::int64_t first, const Span& k);
    RegisterProduct product_of(DeviceIndex device, std::int64_t rows, std::int64_t depth) const;
    void factor_on_host(const Span& k, RegisterId columns);
    void note_beside(const Span& k, RegisterId columns);
    RoomBeside& room_beside(const Span& panels);
    [[nodiscard]] Tile tile_of(const Span& panels) const { return {{panels.begin, layout_.m}, panels}; }
    [[nodiscard]] HostTile exchange_tile_of(const Span& k) const;

    ProgramBuilder& builder_;
    const LuLayout& layout_;
    Arithmetic arithmetic_;
    const kernels::Database& database_;
    BlockColumns& A_;
    LuInterchanges& P_;
    const PanelExchange& exchange_;
    std::map<DeviceIndex, PanelFactorization> factorizations_{};
    std::int64_t first_ = 0;                      ///< column of the present pass
    std::map<OnDevice, FactoredPanel> panels_{};  ///< of the present pass
    std::map<OnDevice, FactoredPanel> pairs_{};   ///< likewise
    std::int64_t beside_ = 0;  ///< the first column of those that are in EXEC2 while others update
    RoomBeside room_{};        ///< that these need
};

}  // namespace hg
