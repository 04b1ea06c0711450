#pragma once

#include <cstdint>
#include <vector>

namespace hg {

/// The time of moving `bytes` bytes of vectors of `size` bytes.
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
    double rate = 0;     ///< bytes/s; 0 if the time does not grow with the bytes
};

/// Divides measurements, which are in ascending order of size, into as few plateaus as explain them, each of
/// at least three sizes, and fits each plateau by least squares of relative errors. The number of plateaus
/// minimizes the Bayesian information criterion (G. Schwarz, 1978) for times with a scatter of 2 %. No
/// latency is negative. Returns an empty list for fewer than three sizes.
std::vector<Plateau> plateaus(const std::vector<MovedBytes>& measured);

}  // namespace hg
