#pragma once

#include <cstdint>

namespace hg {

/// How a product pairs two vectors. BLAS tells by a letter: dot, dotu, dotc; ger, geru, gerc.
enum class Pairing : std::uint8_t {
    real,          ///< elements are real
    unconjugated,  ///< elements are complex, and as they are
    conjugated     ///< those of one vector count as their conjugates
};

}  // namespace hg
