#include "tools/hgctl/check/known_matrix.hpp"

#include <cmath>
#include <limits>

namespace hgctl {

template <class Number>
double largest(const std::vector<Number>& x) {
    double most = 0;
    for (const Number value : x) {
        if (std::isnan(value)) return std::numeric_limits<double>::infinity();
        most = std::max(most, std::abs(static_cast<double>(value)));
    }
    return most;
}

template double largest(const std::vector<float>&);
template double largest(const std::vector<double>&);
template double largest(const std::vector<long double>&);

template <class T>
std::vector<Wide<T>> random_signs(std::int64_t size) {
    RandomNumbers numbers(static_cast<std::uint64_t>(size));
    std::vector<Wide<T>> x(static_cast<std::size_t>(size));
    for (Wide<T>& value : x) value = (numbers.next() & 1) != 0 ? 1 : -1;
    return x;
}

template std::vector<Wide<float>> random_signs<float>(std::int64_t);
template std::vector<Wide<double>> random_signs<double>(std::int64_t);

}  // namespace hgctl
