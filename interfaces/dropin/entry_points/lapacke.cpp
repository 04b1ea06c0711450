#include "interfaces/dropin/entry_points/lapacke.hpp"

#include "interfaces/dropin/next_symbol.hpp"

namespace hg::dropin {

bool refuses_nan() noexcept {
    static constinit NextSymbol<int()> setting("LAPACKE_get_nancheck");
    auto* const next = setting.get();
    return next == nullptr || next() != 0;
}

}  // namespace hg::dropin
