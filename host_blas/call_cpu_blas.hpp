#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "host_blas/by_address.hpp"
#include "host_blas/cpu_blas_call.hpp"

namespace hg {

// Conversions of arguments for the CPU BLAS: choices become letters, sizes have 32 bits.

template <class T>
constexpr T narrowed(T value) noexcept {
    return value;
}
constexpr int narrowed(std::int64_t size) noexcept {
    return static_cast<int>(size);
}
template <class Choice>
requires std::is_enum_v<Choice>
constexpr char narrowed(Choice choice) noexcept {
    return static_cast<char>(choice);
}

/// Calls a routine of the CPU BLAS with choices such as Op, sizes that fit into 32 bits, scalars and
/// matrices. `operations` is the number of its multiplications. Returns what the routine returns.
template <class Routine, class... Arguments>
auto call_cpu_blas(Routine* routine, double operations, Arguments... arguments) noexcept {
    const CpuBlasCall in_flight(operations);
    return by_address(routine, narrowed(arguments)...);
}

}  // namespace hg
