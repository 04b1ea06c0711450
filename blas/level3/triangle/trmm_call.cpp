#include "blas/level3/triangle/trmm_call.hpp"

#include <algorithm>

#include "blas/call/output_changes.hpp"
#include "blas/generated/cpu_calls.hpp"

namespace hg {
namespace {

std::int64_t common(const Span& a, const Span& b) noexcept {
    return std::max<std::int64_t>(0, std::min(a.end, b.end) - std::max(a.begin, b.begin));
}

}  // namespace

template <class T>
void TrmmCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    call_cpu<T>(*this);
}

template <class T>
void TrmmCall<T>::put_in_order(std::vector<HostTile>& tiles) const noexcept {
    put_in_order_of_solve(TriangleShape(*this), tiles);
    std::reverse(tiles.begin(), tiles.end());
}

template <class T>
bool TrmmCall<T>::can_finish(const std::vector<HostTile>& tiles) const noexcept {
    const TriangleShape shape(*this);
    return std::all_of(tiles.begin(), tiles.end(), [&](const HostTile& tile) {
        const TriangleTile needed(shape, tile);
        std::int64_t old = 0;  // elements on which the tile depends and that are still old
        for (const HostTile& other : tiles) {
            const TriangleTile there(shape, other);
            old += common(needed.before, there.along) * common(needed.across, there.across);
        }
        return old == needed.before.size() * needed.across.size();
    });
}

template struct TrmmCall<float>;
template struct TrmmCall<double>;
template struct TrmmCall<std::complex<float>>;
template struct TrmmCall<std::complex<double>>;

}  // namespace hg
