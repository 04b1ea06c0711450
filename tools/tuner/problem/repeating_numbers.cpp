#include "tools/tuner/problem/repeating_numbers.hpp"

#include <algorithm>
#include <random>

#include "host_blas/element_arithmetic.hpp"

namespace hg::kernels {
namespace {

constexpr std::size_t kPeriod = 1048573;  // the largest prime below 2^20

template <class Part>
Part draw_part(std::mt19937& generator) {
    for (;;) {
        const auto part = static_cast<Part>(static_cast<double>(generator()) * 0x1p-32 - 0.5);
        if (part != Part{0} && part != Part{0.5}) return part;
    }
}

template <class T>
T draw_number(std::mt19937& generator) {
    const auto real = draw_part<PartOf<T>>(generator);
    if constexpr (std::is_same_v<T, PartOf<T>>)
        return real;
    else
        return {real, draw_part<PartOf<T>>(generator)};
}

}  // namespace

template <class T>
RepeatingNumbers<T>::RepeatingNumbers() : numbers_(kPeriod) {
    std::mt19937 generator(20);
    for (T& number : numbers_) number = draw_number<T>(generator);
}

template <class T>
const RepeatingNumbers<T>& RepeatingNumbers<T>::instance() {
    static const RepeatingNumbers numbers;
    return numbers;
}

template <class T>
void RepeatingNumbers<T>::copy(std::int64_t first, std::int64_t count, T* to) const {
    auto place = static_cast<std::size_t>(first) % kPeriod;
    for (auto left = static_cast<std::size_t>(count); left > 0; place = 0) {
        const std::size_t piece = std::min(left, kPeriod - place);
        to = std::copy_n(numbers_.data() + place, piece, to);
        left -= piece;
    }
}

template class RepeatingNumbers<float>;
template class RepeatingNumbers<double>;
template class RepeatingNumbers<std::complex<float>>;
template class RepeatingNumbers<std::complex<double>>;

}  // namespace hg::kernels
