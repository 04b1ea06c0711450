#include "lapack/lu/lu_interchanges.hpp"

#include "blas/tiles/leading_dimension.hpp"
#include "kernels/elementwise/copy.hpp"
#include "kernels/lu/row_moves.hpp"

namespace hg {

LuInterchanges::LuInterchanges(ProgramBuilder& builder, ElementType type, const LuLayout& layout)
    : builder_(builder), type_(type), layout_(layout) {
    if (!layout.pivots) return;
    const auto panels = static_cast<std::int64_t>(layout.panels());
    pivots_ = builder.matrix("pivots", ElementType::i32, layout.panel, panels);
    if (layout.shares_panels())
        moves_ = builder.matrix("moves", ElementType::i32, 2 * layout.panel, 3 * panels);
}

void LuInterchanges::keep(DeviceIndex device, std::size_t k, RegisterId moves) {
    if (!layout_.pivots) return;
    lists_[{device, k}] = moves;
    const auto position = static_cast<std::int64_t>(k);
    const std::int64_t width = layout_.columns_of({k, k + 1});
    builder_.store({pivots_, 0, position, width, 1}, builder_.window(moves, 0, 0, width, 1));
    if (layout_.shares_panels()) builder_.store({moves_, 0, 3 * position, 2 * width, 3}, moves);
}

RegisterId LuInterchanges::fetch(DeviceIndex device, std::size_t k) {
    if (!layout_.pivots) return kNoRegister;
    const auto [found, is_new] = lists_.try_emplace({device, k}, kNoRegister);
    if (!is_new) return found->second;
    const std::int64_t rows = 2 * layout_.columns_of({k, k + 1});
    found->second =
        builder_.reg(device, ElementType::i32, rows, 3, staggered_window_ld(rows, ElementType::i32));
    builder_.load(found->second, {moves_, 0, 3 * static_cast<std::int64_t>(k), rows, 3});
    return found->second;
}

void LuInterchanges::apply(PanelRange panels, RegisterId rows) {
    const Register all = builder_.reg(rows);
    if (panels.size() > 1 && panels.size() == layout_.group_of(panels.first).size())
        return swap(fetch_group(all.device, panels), panels, rows);
    for (std::size_t k = panels.first; k < panels.end; ++k) {
        const std::int64_t row = layout_.columns_of({panels.first, k});
        swap(fetch(all.device, k), {k, k + 1}, builder_.window(rows, row, 0, all.rows - row, all.cols));
    }
}

void LuInterchanges::swap(RegisterId list, PanelRange panels, RegisterId rows) {
    const std::int64_t pivots = layout_.columns_of(panels);
    builder_.exec(kernels::swap_rows(type_, pivots), {list, rows}, {static_cast<double>(pivots), 0.0});
}

/// One list for a group of panels.
RegisterId LuInterchanges::fetch_group(DeviceIndex device, PanelRange group) {
    const auto [found, is_new] = group_lists_.try_emplace({device, group.first}, kNoRegister);
    if (!is_new) return found->second;
    const auto panels = static_cast<std::int64_t>(group.size());
    const std::int64_t rows = 2 * layout_.panel;
    const std::int64_t ld = staggered_window_ld(rows * panels, ElementType::i32);
    const RegisterId lists =
        builder_.reg(device, ElementType::i32, rows, 3 * panels, staggered_window_ld(rows, ElementType::i32));
    for (std::int64_t p = 0; p < panels; ++p)
        builder_.exec(kernels::copy(ElementType::i32),
                      {fetch(device, group.first + static_cast<std::size_t>(p)),
                       builder_.window(lists, 0, 3 * p, rows, 3)});
    found->second = builder_.reg(device, ElementType::i32, rows * panels, 3, ld);
    builder_.exec(kernels::merge_moves(), {lists, found->second},
                  {static_cast<double>(layout_.panel * panels)});
    return found->second;
}

}  // namespace hg
