#include "tools/hgctl/program/check/guarded_operand.hpp"

#include <algorithm>
#include <bit>
#include <complex>
#include <cstring>
#include <type_traits>

#include "tools/workload/operands/random_matrix.hpp"

namespace hgctl {
namespace {

/// Quiet NaNs, which operations pass on.
template <class T>
T pattern_value() {
    if constexpr (std::is_same_v<T, float>)
        return std::bit_cast<float>(0x7fc06867U);
    else if constexpr (std::is_same_v<T, double>)
        return std::bit_cast<double>(0x7ff8686768676867U);
    else if constexpr (std::is_same_v<T, std::int32_t>)
        return 0x68676867;
    else
        return {pattern_value<typename T::value_type>(), pattern_value<typename T::value_type>()};
}

std::vector<std::byte> pattern_of(hg::ElementType type) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(hg::size_of(type)));
    hg::with_element_type(type, [&]<class T>() {
        const T value = pattern_value<T>();
        std::memcpy(bytes.data(), &value, sizeof value);
    });
    return bytes;
}

/// Columns begin at multiples of what a window must begin at, whatever the type.
std::int64_t outer_rows_of(std::int64_t rows) {
    constexpr std::int64_t kMultiple = 16;
    const std::int64_t least = GuardZones::rows_before + rows + GuardZones::rows_behind;
    return (least + kMultiple - 1) / kMultiple * kMultiple;
}

}  // namespace

GuardedOperand::GuardedOperand(hg::ElementType type, std::int64_t rows, std::int64_t cols)
    : type_(type),
      rows_(rows),
      cols_(cols),
      outer_rows_(outer_rows_of(rows)),
      pattern_(pattern_of(type)),
      bytes_(static_cast<std::size_t>(outer_rows_ * outer_cols()) * pattern_.size()) {
    for (std::size_t at = 0; at < bytes_.size(); at += pattern_.size())
        std::memcpy(&bytes_[at], pattern_.data(), pattern_.size());
}

std::size_t GuardedOperand::first_byte(std::int64_t i, std::int64_t j) const noexcept {
    return static_cast<std::size_t>(i + GuardZones::rows_before +
                                    (j + GuardZones::cols_before) * outer_rows_) *
           pattern_.size();
}

std::span<std::byte> GuardedOperand::element(std::int64_t i, std::int64_t j) {
    return {&bytes_[first_byte(i, j)], pattern_.size()};
}

std::span<const std::byte> GuardedOperand::element(std::int64_t i, std::int64_t j) const {
    return {&bytes_[first_byte(i, j)], pattern_.size()};
}

bool GuardedOperand::is_pattern(std::int64_t i, std::int64_t j) const {
    return std::ranges::equal(element(i, j), pattern_);
}

std::vector<double> GuardedOperand::number(std::int64_t i, std::int64_t j) const {
    std::vector<double> parts;
    hg::with_element_type(type_, [&]<class T>() {
        T value;
        std::memcpy(&value, element(i, j).data(), sizeof value);
        if constexpr (std::is_arithmetic_v<T>)
            parts = {static_cast<double>(value)};
        else
            parts = {value.real(), value.imag()};
    });
    return parts;
}

void GuardedOperand::fill_random(std::uint64_t seed, std::int64_t below, bool with_zones) {
    RandomNumbers numbers(seed);
    hg::with_element_type(type_, [&]<class T>() {
        each([&](std::int64_t i, std::int64_t j) {
            if (!with_zones && !is_inside(i, j)) return;
            T value;
            if constexpr (std::is_integral_v<T>)
                value = static_cast<T>(numbers.between(0, below - 1));
            else
                value = next_element<T>(numbers);
            std::memcpy(element(i, j).data(), &value, sizeof value);
        });
    });
}

void GuardedOperand::fill(const std::byte* elements) {
    const std::size_t column = static_cast<std::size_t>(rows_) * pattern_.size();
    for (std::int64_t j = 0; j < cols_; ++j)
        std::memcpy(element(0, j).data(), elements + static_cast<std::size_t>(j) * column, column);
}

}  // namespace hgctl
