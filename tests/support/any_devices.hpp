#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/scalar_value.hpp>

/// Calls that have the same bits on any number of devices.
namespace hg::test {

using FloatingTypes = testing::Types<float, double, std::complex<float>, std::complex<double>>;

/// Random elements with parts between -1 and 1.
template <class T>
std::vector<T> random_elements(std::int64_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> part(-1, 1);
    std::vector<T> elements(static_cast<std::size_t>(count));
    for (T& x : elements) {
        const double real = part(random);
        x = ScalarValue(real, is_complex(element_type_of<T>()) ? part(random) : 0).template as<T>();
    }
    return elements;
}

/// The same with a diagonal that makes a matrix of order n hermitian positive definite, and any triangle of it well-conditioned.
template <class T>
std::vector<T> definite_matrix(std::int64_t n, unsigned seed) {
    std::vector<T> a = random_elements<T>(n * n, seed);
    const auto at = [&](std::int64_t i, std::int64_t j) -> T& {
        return a[static_cast<std::size_t>(i + j * n)];
    };
    for (std::int64_t j = 0; j < n; ++j) {
        at(j, j) = ScalarValue(static_cast<double>(n)).template as<T>();
        for (std::int64_t i = 0; i < j; ++i) {
            at(i, j) = at(j, i);
            if constexpr (is_complex(element_type_of<T>())) at(i, j) = std::conj(at(i, j));
        }
    }
    return a;
}

/// Calls result(session), which returns elements, on one device and on more, and compares bits.
template <class Result>
void expect_same_bits(const std::string& what, const Result& result) {
    Session alone(first_test_devices(1));
    const auto expected = result(alone);
    for (std::size_t devices = 2; devices <= 3; ++devices) {
        Session session(first_test_devices(devices));
        if (session.machine().device_count() < devices) return;
        const auto found = result(session);
        EXPECT_EQ(session.statistics().failed_runs, 0U);
        ASSERT_EQ(found.size(), expected.size());
        std::size_t differ = 0;
        for (std::size_t i = 0; i < found.size(); ++i)
            differ += std::memcmp(&found[i], &expected[i], sizeof found[i]) != 0 ? 1 : 0;
        EXPECT_EQ(differ, 0U) << what << ": elements of " << found.size() << " differ on " << devices
                              << " devices";
    }
}

}  // namespace hg::test
