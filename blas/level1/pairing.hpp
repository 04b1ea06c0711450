#pragma once

#include <cstdint>
#include <string_view>

namespace hg {

/// How a product pairs two vectors. BLAS tells by a letter: dot, dotu, dotc; ger, geru, gerc.
enum class Pairing : std::uint8_t {
    real,          ///< elements are real
    unconjugated,  ///< elements are complex, and as they are
    conjugated     ///< those of one vector count as their conjugates
};

/// The one of three names.
constexpr std::string_view name_by(Pairing pairing, std::string_view real, std::string_view unconjugated,
                                   std::string_view conjugated) noexcept {
    return pairing == Pairing::real ? real : pairing == Pairing::unconjugated ? unconjugated : conjugated;
}

}  // namespace hg
