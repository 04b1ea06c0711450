#pragma once

#include <complex>
#include <string>
#include <type_traits>

namespace hg {

/// The value of a scalar operand: a number of any element type. Real numbers and integers have no imaginary
/// part.
struct ScalarValue {
    double real = 0;  ///< the value itself, if it is real or an integer
    double imag = 0;  ///< 0 for real numbers and integers

    constexpr ScalarValue() = default;
    // NOLINTBEGIN(google-explicit-constructor): numbers are such values
    /// A real number, or a complex number given by its parts.
    constexpr ScalarValue(double real_part, double imaginary_part = 0)
        : real(real_part), imag(imaginary_part) {}
    /// A complex number, stored in double precision whatever `T` is.
    template <class T>
    constexpr ScalarValue(const std::complex<T>& value) : real(value.real()), imag(value.imag()) {}
    // NOLINTEND(google-explicit-constructor)

    /// Returns true if there is no imaginary part.
    [[nodiscard]] constexpr bool is_real() const noexcept { return imag == 0; }

    /// Returns the value as an element. If the type is not complex, only the real part is used.
    template <class T>
    [[nodiscard]] constexpr T as() const noexcept {
        if constexpr (std::is_arithmetic_v<T>) {
            return static_cast<T>(real);
        } else {
            using Part = typename T::value_type;
            return T(static_cast<Part>(real), static_cast<Part>(imag));
        }
    }
    friend bool operator==(const ScalarValue&, const ScalarValue&) = default;
};

/// Returns the value as in a program's text: "0.5", or "(2,-1)" if there is an imaginary part. Prints all
/// significant digits.
std::string print(const ScalarValue& value);

}  // namespace hg
