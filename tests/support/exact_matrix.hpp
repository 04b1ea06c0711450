#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hg::test {

/// A column-major matrix of integers modulo a prime: no operation rounds, so that lists with the same result
/// have the same elements.
class ExactMatrix {
  public:
    static constexpr std::int64_t kPrime = 1'000'000'007;

    ExactMatrix() = default;
    ExactMatrix(std::int64_t m, std::int64_t n) : m_(m), elements_(static_cast<std::size_t>(m * n)) {
        std::int64_t element = 1;
        for (std::int64_t& a : elements_) a = element = element * 48271 % 2147483647 % kPrime;
    }

    std::int64_t& operator()(std::int64_t i, std::int64_t j) {
        return elements_[static_cast<std::size_t>(i + j * m_)];
    }
    friend bool operator==(const ExactMatrix&, const ExactMatrix&) = default;

    static std::int64_t inverse(std::int64_t a) {
        std::int64_t power = 1;
        for (std::int64_t e = kPrime - 2; e > 0; e /= 2, a = a * a % kPrime)
            if (e % 2 == 1) power = power * a % kPrime;
        return power;
    }
    /// r with r r = a, or with r r = -a, of which one has a root.
    static std::int64_t root(std::int64_t a) {
        std::int64_t r = 1;
        for (std::int64_t e = (kPrime + 1) / 4; e > 0; e /= 2, a = a * a % kPrime)
            if (e % 2 == 1) r = r * a % kPrime;
        return r;
    }
    /// a := a - b c
    static void subtract(std::int64_t& a, std::int64_t b, std::int64_t c) {
        a = (a + kPrime - b * c % kPrime) % kPrime;
    }

  private:
    std::int64_t m_ = 0;
    std::vector<std::int64_t> elements_{};
};

}  // namespace hg::test
