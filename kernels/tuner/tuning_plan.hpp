#pragma once

#include <vector>

#include "kernels/tuner/search/search_result.hpp"
#include "kernels/tuner/tune_options.hpp"

/// The parts of tune()'s plan: which cells, in which order, and with which kernels.
namespace hg::kernels {

/// The cells of a grid, each once, in its order.
std::vector<GemmExtent> cells_of(const TuningGrid& grid);

/// The same cells from `first` on, each further one as far as can be from those before it, by the distance of
/// (log m, log n, log k).
std::vector<GemmExtent> spread_out(std::vector<GemmExtent> cells, const GemmExtent& first);

/// Up to `count` good kernels for shapes of all kinds: the fastest, and the fastest of
/// smaller and smaller tiles.
std::vector<GemmParameters> choose_finalists(const SearchResult& result, int count);

/// 2 m n k
double flops(const GemmShape& shape) noexcept;

/// Parts of the sum over k worth trying: 1 alone unless C has fewer tiles than the device compute units, and
/// k is long.
std::vector<int> parts_worth_trying(const GemmShape& shape, const GemmParameters& kernel,
                                    const DeviceModel& device);

/// Adds to what was measured on a cell: the better one's order counts, no kernel comes twice. Of two
/// searches the larger one's figures stay.
void absorb(SearchResult& into, SearchResult more);

/// True if something good was measured; it comes first.
bool has_winner(const SearchResult& result) noexcept;

}  // namespace hg::kernels
