#pragma once

#include <cctype>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>

#include "blas/types.hpp"
#include "runtime/program/error.hpp"

namespace hg::compat {

/// What hg_last_error() returns in this thread.
std::string& last_error() noexcept;

/// info for an error that a call has thrown; keeps its words. `hidden` arguments of the C++ function, the
/// first ones, have no counterpart: they are not counted.
std::int64_t info_of(const Error& error, int hidden) noexcept;
std::int64_t info_of(const std::exception& error) noexcept;

/// The info of a call, which returns it or throws: no exception crosses into C or Fortran.
template <class Call>
std::int64_t guarded(int hidden, const Call& call) noexcept {
    try {
        last_error().clear();
        return call();
    } catch (const Error& error) {
        return info_of(error, hidden);
    } catch (const std::exception& error) {
        return info_of(error);
    }
}

// Letters as BLAS has them, in either case. Others make values that the checks of arguments refuse.

inline char upper(char letter) noexcept {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
}
inline Op op_of(char letter) noexcept {
    return static_cast<Op>(upper(letter));
}
inline Side side_of(char letter) noexcept {
    return static_cast<Side>(upper(letter));
}
inline Uplo uplo_of(char letter) noexcept {
    return static_cast<Uplo>(upper(letter));
}
inline Diag diag_of(char letter) noexcept {
    return static_cast<Diag>(upper(letter));
}

}  // namespace hg::compat
