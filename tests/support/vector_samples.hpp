#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include <hg/blas/types.hpp>

/// Operands of levels 1 and 2 in memory whose other elements are NaN and must stay as they are.
namespace hg::test {

template <class T>
bool same_bits(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// NaN in the element, or in both parts of a complex one.
template <class T>
T nan_element() {
    constexpr RealOf<T> kNan = std::numeric_limits<RealOf<T>>::quiet_NaN();
    if constexpr (ComplexElement<T>)
        return {kNan, kNan};
    else
        return kNan;
}

template <class T>
std::vector<T> untouchable(std::int64_t count) {
    return std::vector<T>(static_cast<std::size_t>(count), nan_element<T>());
}

/// Numbers between -1 and 1 for elements, or for both parts of complex ones.
template <class T>
class RandomElements {
  public:
    explicit RandomElements(unsigned seed) : random_(seed) {}

    T operator()() {
        const RealOf<T> real = distribution_(random_);
        if constexpr (ComplexElement<T>)
            return {real, distribution_(random_)};
        else
            return real;
    }

  private:
    std::mt19937 random_;
    std::uniform_real_distribution<RealOf<T>> distribution_{-1, 1};
};

/// A vector with an increment, of random elements.
template <class T>
class VectorSample {
  public:
    VectorSample(std::int64_t count, std::int64_t increment, unsigned seed)
        : count_(count),
          increment_(increment),
          memory_(untouchable<T>(std::max<std::int64_t>(1, count) * std::abs(increment))) {
        RandomElements<T> random(seed);
        for (std::int64_t i = 0; i < count; ++i) (*this)[i] = random();
    }

    [[nodiscard]] T& operator[](std::int64_t i) { return memory_[place(i)]; }
    [[nodiscard]] const T& operator[](std::int64_t i) const { return memory_[place(i)]; }
    [[nodiscard]] T* data() { return memory_.data(); }
    [[nodiscard]] const T* data() const { return memory_.data(); }
    [[nodiscard]] std::int64_t count() const { return count_; }
    [[nodiscard]] std::int64_t increment() const { return increment_; }

    void expect_gaps_untouched() const {
        std::int64_t untouched = 0;
        for (const T& element : memory_) untouched += same_bits(element, untouchable<T>(1)[0]) ? 1 : 0;
        EXPECT_EQ(untouched, static_cast<std::int64_t>(memory_.size()) - count_);
    }

  private:
    [[nodiscard]] std::size_t place(std::int64_t i) const {
        return static_cast<std::size_t>(increment_ > 0 ? i * increment_ : (i - count_ + 1) * increment_);
    }

    std::int64_t count_;
    std::int64_t increment_;
    std::vector<T> memory_;
};

/// A matrix in either layout. `counts(i, j)` says which elements are there.
template <class T>
class MatrixSample {
  public:
    template <class Counts>
    MatrixSample(Layout layout, std::int64_t rows, std::int64_t cols, unsigned seed, const Counts& counts)
        : rows_(rows), cols_(cols), by_rows_(layout == Layout::row_major), ld_((by_rows_ ? cols : rows) + 2) {
        memory_ = untouchable<T>(ld_ * (by_rows_ ? rows : cols));
        RandomElements<T> random(seed);
        for (std::int64_t j = 0; j < cols; ++j)
            for (std::int64_t i = 0; i < rows; ++i)
                if (counts(i, j)) (*this)(i, j) = random();
    }

    [[nodiscard]] T& operator()(std::int64_t i, std::int64_t j) { return memory_[place(i, j)]; }
    [[nodiscard]] const T& operator()(std::int64_t i, std::int64_t j) const { return memory_[place(i, j)]; }
    [[nodiscard]] T* data() { return memory_.data(); }
    [[nodiscard]] std::int64_t ld() const { return ld_; }

    /// Each element that counts is within bound(i, j) of wanted(i, j), and all others have the bits that they had.
    template <class Counts, class Wanted, class Bound>
    void expect(const MatrixSample& before, const Counts& counts, const Wanted& wanted,
                const Bound& bound) const {
        MatrixSample other = before;
        for (std::int64_t j = 0; j < cols_; ++j)
            for (std::int64_t i = 0; i < rows_; ++i)
                if (counts(i, j)) {
                    EXPECT_LE(std::abs((*this)(i, j) - wanted(i, j)), bound(i, j)) << i << ", " << j;
                    other(i, j) = (*this)(i, j);
                }
        EXPECT_EQ(std::memcmp(memory_.data(), other.memory_.data(), memory_.size() * sizeof(T)), 0);
    }

  private:
    [[nodiscard]] std::size_t place(std::int64_t i, std::int64_t j) const {
        return static_cast<std::size_t>(by_rows_ ? i * ld_ + j : i + j * ld_);
    }

    std::int64_t rows_, cols_;
    bool by_rows_;
    std::int64_t ld_;
    std::vector<T> memory_;
};

}  // namespace hg::test
