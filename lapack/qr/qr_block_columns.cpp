#include "lapack/qr/qr_block_columns.hpp"

#include <algorithm>

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/panel_exchange.hpp"

namespace hg {

QrBlockColumns::QrBlockColumns(ProgramBuilder& builder, ElementType type, const QrLayout& layout)
    : builder_(builder),
      layout_(layout),
      type_(type),
      parameter_(builder.matrix("A", type, layout.m, layout.n)),
      strips_(layout.block_columns(), kNoRegister) {}

void QrBlockColumns::open(std::size_t j) {
    const Span columns = layout_.columns_of(j);
    strips_[j] = builder_.reg(layout_.device_of(j), type_, layout_.m, columns.size(),
                              staggered_window_ld(layout_.m, type_));
    for (std::int64_t first = columns.begin; first < columns.end; first += layout_.panel) {
        const Span part{first, std::min(columns.end, first + layout_.panel)};
        builder_.load(window(j, 0, part), tile(0, part));
    }
}

RegisterId QrBlockColumns::window(std::size_t j, std::int64_t row, const Span& columns) {
    return builder_.window(strips_[j], row, columns.begin - layout_.columns_of(j).begin, layout_.m - row,
                           columns.size());
}

void QrBlockColumns::store(std::size_t j, const Span& columns) {
    store_in_parts(builder_, tile(0, columns), window(j, 0, columns));
}

HostTile QrBlockColumns::tile(std::int64_t row, const Span& columns) const noexcept {
    return {parameter_, row, columns.begin, layout_.m - row, columns.size()};
}

}  // namespace hg
