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

void LuInterchanges::keep(DeviceIndex device, const Span& panel, RegisterId moves) {
    if (!layout_.pivots) return;
    lists_[{device, panel.begin}] = moves;
    const std::int64_t width = panel.size();
    builder_.store({pivots_, 0, position(panel), width, 1}, builder_.window(moves, 0, 0, width, 1));
    if (layout_.shares_panels()) builder_.store({moves_, 0, 3 * position(panel), 2 * width, 3}, moves);
}

RegisterId LuInterchanges::fetch(DeviceIndex device, const Span& panel) {
    if (!layout_.pivots) return kNoRegister;
    const auto [found, is_new] = lists_.try_emplace({device, panel.begin}, kNoRegister);
    if (!is_new) return found->second;
    const std::int64_t rows = 2 * panel.size();
    found->second =
        builder_.reg(device, ElementType::i32, rows, 3, staggered_window_ld(rows, ElementType::i32));
    builder_.load(found->second, {moves_, 0, 3 * position(panel), rows, 3});
    return found->second;
}

void LuInterchanges::apply(const Span& panels, RegisterId rows) {
    const Register all = builder_.reg(rows);
    if (panels.size() > layout_.panel && equal(panels, layout_.group_of(panels.begin)))
        return swap(fetch_group(all.device, panels), panels.size(), rows);
    for (std::int64_t c = panels.begin; c < panels.end; c += layout_.panel) {
        const Span panel = layout_.panel_at(c);
        const std::int64_t row = c - panels.begin;
        swap(fetch(all.device, panel), panel.size(), builder_.window(rows, row, 0, all.rows - row, all.cols));
    }
}

void LuInterchanges::swap(RegisterId list, std::int64_t pivots, RegisterId rows) {
    builder_.exec(kernels::swap_rows(type_, pivots), {list, rows}, {static_cast<double>(pivots), 0.0});
}

/// One list for a group of panels.
RegisterId LuInterchanges::fetch_group(DeviceIndex device, const Span& group) {
    const auto [found, is_new] = group_lists_.try_emplace({device, group.begin}, kNoRegister);
    if (!is_new) return found->second;
    const std::int64_t panels = group.size() / layout_.panel;
    const std::int64_t rows = 2 * layout_.panel;
    const std::int64_t ld = staggered_window_ld(rows * panels, ElementType::i32);
    const RegisterId lists =
        builder_.reg(device, ElementType::i32, rows, 3 * panels, staggered_window_ld(rows, ElementType::i32));
    for (std::int64_t p = 0; p < panels; ++p)
        builder_.exec(kernels::copy(ElementType::i32),
                      {fetch(device, layout_.panel_at(group.begin + p * layout_.panel)),
                       builder_.window(lists, 0, 3 * p, rows, 3)});
    found->second = builder_.reg(device, ElementType::i32, rows * panels, 3, ld);
    builder_.exec(kernels::merge_moves(), {lists, found->second}, {static_cast<double>(group.size())});
    return found->second;
}

}  // namespace hg
