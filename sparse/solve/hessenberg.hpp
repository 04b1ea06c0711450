#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <utility>
#include <vector>

namespace hg::sparse {

/// min |c e_1 - H y| for an upper Hessenberg matrix H that grows by columns, by rotations of Givens. W is
/// double or std::complex<double>.
template <class W>
class HessenbergLeastSquares {
  public:
    explicit HessenbergLeastSquares(double c) : right_{W(c)} {}

    /// Columns so far.
    [[nodiscard]] std::size_t columns() const noexcept { return triangle_.size(); }

    /// Takes column j = columns(), of j + 2 elements, the last one real. Returns the minimum with it.
    double add(std::vector<W> column) {
        for (std::size_t i = 0; i < columns(); ++i) rotate(i, column[i], column[i + 1]);
        const std::size_t j = columns();
        const double length = std::hypot(std::abs(column[j]), std::abs(column[j + 1]));
        cosines_.push_back(length == 0 ? W(1) : column[j] / length);
        sines_.push_back(length == 0 ? 0 : std::real(column[j + 1]) / length);
        rotate(j, column[j], column[j + 1]);
        right_.push_back(W(0));
        rotate(j, right_[j], right_[j + 1]);
        column.pop_back();
        triangle_.push_back(std::move(column));
        return std::abs(right_.back());
    }

    /// Undoes the last add().
    void remove() {
        triangle_.pop_back();
        W& above = right_[columns()];
        above = cosines_.back() * above - sines_.back() * right_.back();
        right_.pop_back();
        cosines_.pop_back();
        sines_.pop_back();
    }

    /// True if the last column depends on those before it: H y has no unique solution.
    [[nodiscard]] bool is_singular() const { return columns() > 0 && triangle_.back().back() == W(0); }

    /// y for the columns so far.
    [[nodiscard]] std::vector<W> solution() const {
        std::vector<W> y(columns());
        for (std::size_t i = columns(); i-- > 0;) {
            W sum = right_[i];
            for (std::size_t j = i + 1; j < columns(); ++j) sum -= triangle_[j][i] * y[j];
            y[i] = sum / triangle_[i][i];
        }
        return y;
    }

  private:
    static W conjugate(W x) {
        if constexpr (std::is_same_v<W, double>)
            return x;
        else
            return std::conj(x);
    }
    void rotate(std::size_t i, W& above, W& below) const {
        const W turned = conjugate(cosines_[i]) * above + sines_[i] * below;
        below = cosines_[i] * below - sines_[i] * above;
        above = turned;
    }

    std::vector<std::vector<W>> triangle_;  ///< by columns
    std::vector<W> right_;
    std::vector<W> cosines_;
    std::vector<double> sines_;
};

}  // namespace hg::sparse
