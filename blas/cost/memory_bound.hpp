#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <hg/runtime/machine/machine_model.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// The fewest bytes that a call moves between a device's memory and its kernel.
struct Traffic {
    double read = 0;
    double written = 0;
};

/// Returns the leading terms of the traffic of a level 1 or 2 routine. Vectors count once; a symmetric matrix
/// or a triangle counts as n (n + 1) / 2 elements. Routine names have no letter for the type: copy, swap,
/// scal, axpy, dot, nrm2, asum, iamax, rot on vectors of n elements; gemv, ger on m x n matrices; symv, syr,
/// syr2, trmv, trsv on n x n matrices; real_scal, dotu, dotc, geru, gerc, hemv, her and her2 likewise. beta
/// is not 0. Throws Error{invalid_argument} for any other routine.
Traffic traffic(std::string_view routine, ElementType type, std::int64_t m, std::int64_t n);

/// Lower bounds, in seconds, of a call whose time is that of its memory traffic.
struct MemoryBound {
    double adding = 0;  ///< reads and writes take turns: their times add, so the rate is their harmonic mean
    double slower = 0;  ///< reads and writes at the same time: the slower of the two decides
};

/// Returns the two estimates from SREAD and SMSET, the bandwidths of reading and of setting n x n floats as
/// functions of n. R bytes read count as a matrix of order sqrt(R / 4), and so do bytes written. Rates are
/// interpolated over log n between measured orders; beyond them, the nearest one counts. Both estimates are 0
/// if a required curve is unknown.
MemoryBound bound(const Traffic& traffic, const MemoryRates& memory);

/// Returns a lower bound, in seconds, for a call of the CPU BLAS in host memory, assuming that the CPU reads
/// 1.5 times as fast as it copies. 0 if the rate of host memory is unknown.
double host_bound(const Traffic& traffic, const HostRates& host) noexcept;

/// Returns the rate of a curve at an order: interpolated over log(order) between points, the nearest point
/// beyond them. The curve must have a point.
double rate_at(const std::vector<OrderRate>& curve, double order);

/// bound(traffic(routine, type, m, n), memory).
MemoryBound bound(std::string_view routine, ElementType type, std::int64_t m, std::int64_t n,
                  const MemoryRates& memory);

}  // namespace hg
