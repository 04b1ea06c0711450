#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <hg/runtime/machine/machine_model.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// Bytes that a call must move at least between a device's memory and its kernel.
struct Traffic {
    double read = 0;
    double written = 0;
};

/// The traffic of a routine of level 1 or 2 in its leading terms: vectors once, of a symmetric matrix or a
/// triangle n (n + 1) / 2 elements. Routines without the letter of the type: copy, swap, scal, axpy, dot,
/// nrm2, asum, iamax, rot on vectors of n elements; gemv, ger on m x n matrices; symv, syr, syr2, trmv, trsv
/// on n x n ones; real_scal, dotu, dotc, geru, gerc, hemv, her and her2 likewise. beta is not 0. Throws
/// Error{invalid_argument} for another routine.
Traffic traffic(std::string_view routine, ElementType type, std::int64_t m, std::int64_t n);

/// The least seconds of a call whose time is that of its memory traffic.
struct MemoryBound {
    double adding = 0;  ///< reads and writes take turns: their times add, so the rate is their harmonic mean
    double slower = 0;  ///< reads and writes at the same time: the slower of the two decides
};

/// The two estimates from SREAD and SMSET, the bandwidths of reading and of setting n x n floats by n: R
/// bytes read are counted as a matrix of order sqrt(R / 4), and so are bytes written. Between measured orders
/// rates are interpolated over log n; beyond them the nearest counts. Both are 0 if a curve that is needed is
/// not known.
MemoryBound bound(const Traffic& traffic, const MemoryRates& memory);

/// The least seconds that the CPU's BLAS takes for a call in host memory, if the CPU reads half as fast again
/// as it copies. 0 if nothing is known of the host's memory.
double host_bound(const Traffic& traffic, const HostRates& host) noexcept;

/// The rate at an order of a curve that has a point: interpolated over log(order) between points, the nearest
/// one beyond them.
double rate_at(const std::vector<OrderRate>& curve, double order);

/// bound(traffic(routine, type, m, n), memory).
MemoryBound bound(std::string_view routine, ElementType type, std::int64_t m, std::int64_t n,
                  const MemoryRates& memory);

}  // namespace hg
