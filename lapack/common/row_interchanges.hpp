#pragma once

#include <cstdint>
#include <string>

namespace hg {

/// The order in which interchanges are made: as getrf() made them, or undone from the last one on.
enum class Interchange : std::uint8_t { forward, backward };

/// Interchanges row i of B with row ipiv[i - 1], for i = 1 .. n in the given order; on several threads if
/// B is large. B is n x columns elements, column-major; 1 <= ipiv[i - 1] <= n.
template <class T>
void interchange_rows(Interchange order, std::int64_t n, std::int64_t columns, const std::int64_t* ipiv, T* B,
                      std::int64_t ldb) noexcept;

/// Throws Error{invalid_argument} unless all n elements of ipiv, argument `number` of the routine, are rows
/// from 1 to n, or ipiv is null: interchanges with other rows would write anywhere.
void require_interchanges(const std::string& routine, int number, std::int64_t n, const std::int64_t* ipiv);

}  // namespace hg
