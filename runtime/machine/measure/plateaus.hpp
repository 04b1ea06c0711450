#pragma once

#include <cstdint>
#include <vector>

namespace hg {

/// What moving `bytes` took, of vectors of `size` bytes.
struct MovedBytes {
    double size = 0;
    double bytes = 0;
    double seconds = 0;
};

/// A range of sizes over which seconds = latency + bytes / rate.
struct Plateau {
    double smallest = 0;  ///< bytes of a vector
    double largest = 0;
    double latency = 0;  ///< seconds
    double rate = 0;     ///< bytes/s; 0: the time does not grow with the bytes
};

/// Divides measurements, by ascending size, into as few plateaus as explain them, of three sizes or more
/// each, and fits each of them by least squares of relative errors. The number is that of the least Bayesian
/// information criterion (G. Schwarz, 1978) for times that scatter by 2 %. No latency is negative. Empty for
/// fewer than three sizes.
std::vector<Plateau> plateaus(const std::vector<MovedBytes>& measured);

}  // namespace hg
