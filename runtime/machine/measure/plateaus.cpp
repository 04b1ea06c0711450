#include "runtime/machine/measure/plateaus.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace hg {
namespace {

constexpr std::size_t kLeast = 3;  ///< the fewest sizes in a plateau
constexpr std::size_t kMost = 5;   ///< the most plateaus
constexpr double kScatter = 0.02;  ///< the scatter of times
constexpr double kParameters = 3;  ///< the parameters of a plateau: latency, rate and beginning

struct Fit {
    double latency = 0;
    double slope = 0;  ///< seconds per byte
    double error = 0;  ///< the sum of squared relative errors
};

double error_of(std::span<const MovedBytes> points, double latency, double slope) {
    double error = 0;
    for (const MovedBytes& p : points) {
        const double relative = (latency + slope * p.bytes - p.seconds) / p.seconds;
        error += relative * relative;
    }
    return error;
}

/// Does a least-squares fit with weights 1 / seconds^2.
Fit fit(std::span<const MovedBytes> points) {
    double w = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (const MovedBytes& p : points) {
        const double weight = 1 / (p.seconds * p.seconds);
        w += weight;
        x += weight * p.bytes;
        y += weight * p.seconds;
        xx += weight * p.bytes * p.bytes;
        xy += weight * p.bytes * p.seconds;
    }
    const double determinant = w * xx - x * x;
    Fit result;
    result.slope = determinant > 0 ? (w * xy - x * y) / determinant : 0;
    if (result.slope <= 0) result.slope = 0;
    result.latency = (y - result.slope * x) / w;
    if (result.latency < 0) {
        result.latency = 0;
        result.slope = xy / xx;
    }
    result.error = error_of(points, result.latency, result.slope);
    return result;
}

/// The best divisions of the first n points into plateaus, for each number of plateaus.
class Divisions {
  public:
    explicit Divisions(const std::vector<MovedBytes>& points)
        : points_(points),
          errors_(kMost + 1, std::vector<double>(points.size() + 1, kImpossible)),
          begins_(kMost + 1, std::vector<std::size_t>(points.size() + 1, 0)) {
        errors_[0][0] = 0;
        for (std::size_t end = kLeast; end <= points.size(); ++end)
            for (std::size_t begin = 0; begin + kLeast <= end; ++begin) extend(begin, end);
    }

    [[nodiscard]] std::vector<Plateau> best() const {
        std::size_t chosen = 1;
        for (std::size_t count = 2; count <= kMost; ++count)
            if (criterion(count) < criterion(chosen)) chosen = count;
        std::vector<Plateau> result;
        for (std::size_t end = points_.size(); chosen > 0; --chosen) {
            const std::size_t begin = begins_[chosen][end];
            const Fit f = fit(piece(begin, end));
            result.push_back(
                {points_[begin].size, points_[end - 1].size, f.latency, f.slope > 0 ? 1 / f.slope : 0});
            end = begin;
        }
        std::ranges::reverse(result);
        return result;
    }

  private:
    static constexpr double kImpossible = std::numeric_limits<double>::infinity();

    [[nodiscard]] std::span<const MovedBytes> piece(std::size_t begin, std::size_t end) const {
        return std::span(points_).subspan(begin, end - begin);
    }
    void extend(std::size_t begin, std::size_t end) {
        const double more = fit(piece(begin, end)).error;
        for (std::size_t count = 1; count <= kMost; ++count)
            if (const double error = errors_[count - 1][begin] + more; error < errors_[count][end]) {
                errors_[count][end] = error;
                begins_[count][end] = begin;
            }
    }
    [[nodiscard]] double criterion(std::size_t count) const {
        const auto n = static_cast<double>(points_.size());
        return n * std::log(errors_[count].back() / n + kScatter * kScatter) +
               kParameters * static_cast<double>(count) * std::log(n);
    }

    const std::vector<MovedBytes>& points_;
    std::vector<std::vector<double>> errors_;
    std::vector<std::vector<std::size_t>> begins_;
};

}  // namespace

std::vector<Plateau> plateaus(const std::vector<MovedBytes>& measured) {
    if (measured.size() < kLeast) return {};
    return Divisions(measured).best();
}

}  // namespace hg
