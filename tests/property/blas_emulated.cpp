#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/test_devices.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/blas/session.hpp>

/// Looks for products whose emulation breaks its bound.
namespace hg {
namespace {

/// Lines of numbers of any size: line i is elements [i k, (i + 1) k).
template <class T>
struct Lines {
    std::int64_t count = 0, k = 0;
    std::vector<T> elements{};

    [[nodiscard]] T at(std::int64_t line, std::int64_t p) const {
        return elements[static_cast<std::size_t>(line * k + p)];
    }
    [[nodiscard]] long double norm(std::int64_t line) const {
        long double squares = 0;
        for (std::int64_t p = 0; p < k; ++p) {
            const long double element = at(line, p);
            squares += element * element;
        }
        return std::sqrt(squares);
    }
};

/// Elements of a line differ by up to 2^spread; lines by as much as the type has room for.
template <class T>
Lines<T> lines(std::int64_t k) {
    Lines<T> all{.count = *rc::gen::inRange<std::int64_t>(1, 12), .k = k};
    constexpr int kRoom = std::numeric_limits<T>::max_exponent / 2 - 40;
    const int spread = std::min(*rc::gen::element(0, 3, 20, 60), kRoom);
    for (std::int64_t line = 0; line < all.count; ++line) {
        const int size = *rc::gen::inRange(-kRoom + spread, kRoom);
        for (std::int64_t p = 0; p < k; ++p) {
            const double fraction = *rc::gen::inRange(-1000000, 1000001) / 1e6;
            const int exponent = size - *rc::gen::inRange(0, spread + 1);
            all.elements.push_back(static_cast<T>(std::ldexp(fraction, exponent)));
        }
    }
    return all;
}

/// |C - Cref| <= 3 eps sqrt(k + 2) |a| |b| for each row a and column b
template <class T>
void is_within_its_bound(Session& session) {
    const std::int64_t k = *rc::gen::inRange<std::int64_t>(1, 70);
    const Lines<T> a = lines<T>(k), b = lines<T>(k);
    std::vector<T> c(static_cast<std::size_t>(a.count * b.count));
    gemm<T>(session, Layout::col_major, Op::trans, Op::none, a.count, b.count, k, T{1}, a.elements.data(), k,
            b.elements.data(), k, T{0}, c.data(), a.count);
    const long double unit = 3 * static_cast<long double>(std::numeric_limits<T>::epsilon()) *
                             std::sqrt(static_cast<long double>(k + 2));
    for (std::int64_t j = 0; j < b.count; ++j)
        for (std::int64_t i = 0; i < a.count; ++i) {
            long double sum = 0;
            for (std::int64_t p = 0; p < k; ++p)
                sum += static_cast<long double>(a.at(i, p)) * static_cast<long double>(b.at(j, p));
            const long double error =
                std::fabs(sum - static_cast<long double>(c[static_cast<std::size_t>(i + j * a.count)]));
            // Results may be so small that the type has no more digits for them.
            RC_ASSERT(error <= unit * a.norm(i) * b.norm(j) +
                                   static_cast<long double>(std::numeric_limits<T>::denorm_min()));
        }
}

TEST(EmulatedProperty, ProductsAreWithinTheirBound) {
    MachineOptions options = test::test_options();
    options.arithmetic = Arithmetic::emulated;
    Session session(options);
    EXPECT_TRUE(rc::check("emulated products in f64 are within their bound",
                          [&] { is_within_its_bound<double>(session); }));
    EXPECT_TRUE(rc::check("emulated products in f32 are within their bound",
                          [&] { is_within_its_bound<float>(session); }));
}

}  // namespace
}  // namespace hg
