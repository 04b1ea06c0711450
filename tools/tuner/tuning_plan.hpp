#pragma once

#include <vector>

#include "tools/tuner/search/search_result.hpp"
#include "tools/tuner/tunable_routine.hpp"
#include "tools/tuner/tune_options.hpp"

/// The parts of tune()'s plan: which cells, in which order, and with which kernels.
namespace hg::kernels {

/// The distance of two cells by the logarithms of their extents, scaled as std::hypot does.
double distance(const Extents& x, const Extents& y);

/// The cells of a grid, each once, in its order.
std::vector<Extents> cells_of(const TuningGrid& grid);

/// The same cells from `first` on, each further one as far as can be from those before it, by the distance of
/// the logarithms of their extents.
std::vector<Extents> spread_out(std::vector<Extents> cells, const Extents& first);

/// Up to `count` good kernels for shapes of all kinds: the fastest, and the fastest of
/// smaller and smaller sizes of work-groups' results.
std::vector<TunableKernel> choose_finalists(const TunableRoutine& routine, const SearchResult& result,
                                            int count);

/// Adds to what was measured on a cell: the better one's order counts, no kernel comes twice. Of two
/// searches the larger one's figures stay.
void absorb(SearchResult& into, SearchResult more);

/// True if something good was measured; it comes first.
bool has_winner(const SearchResult& result) noexcept;

}  // namespace hg::kernels
