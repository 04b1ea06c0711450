#pragma once

#include <type_traits>

namespace hg {

/// The element types of a routine.
template <class... T>
struct ElementTypes {
    /// Calls act(std::type_identity<T>{}) with each.
    template <class Act>
    static constexpr void for_each(const Act& act) {
        (act(std::type_identity<T>{}), ...);
    }
    /// Whether a type is among them.
    template <class Other>
    static constexpr bool kHas = (std::is_same_v<Other, T> || ...);
};

}  // namespace hg
