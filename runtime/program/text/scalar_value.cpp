#include <charconv>
#include <cmath>

#include <hg/runtime/program/scalar_value.hpp>

namespace hg {
namespace {

std::string print(double number) {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

}  // namespace

std::string print(const ScalarValue& value) {
    if (value.is_real() && !std::signbit(value.imag)) return print(value.real);
    return "(" + print(value.real) + "," + print(value.imag) + ")";
}

}  // namespace hg
