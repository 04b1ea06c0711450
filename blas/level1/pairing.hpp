#pragma once

#include <cstdint>

namespace hg {

/// How a product pairs two vectors. BLAS names differ by a letter: dot, dotu, dotc; ger, geru, gerc.
enum class Pairing : std::uint8_t {
    real,          ///< elements are real
    unconjugated,  ///< elements are complex, without a conjugate
    conjugated     ///< elements are complex; one vector is conjugated
};

}  // namespace hg
