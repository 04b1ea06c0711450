// Computes the steady-state temperatures of a cube by conjugate gradients, on all GPUs of this machine.
//
//     heat [n] [picture.svg]
//
// The cube has n x n x n points (default: n = 24). The temperature of each point is the mean of its 26
// neighbors: A u = b with a 27-point Laplacian A. The floor has temperature 0, the ceiling 1, and the walls
// get linearly warmer from floor to ceiling. The temperatures inside are then linear as well, so the program
// can check the result. The picture shows a vertical section of the temperatures and the residuals of the
// iterations.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <hg/sparse/generate.hpp>
#include <hg/sparse/solvers.hpp>

namespace {

/// The temperature of a point of the cube or its boundary, where z is -1 on the floor and n on the ceiling.
double known_temperature(std::int64_t z, std::int64_t n) {
    return static_cast<double>(z + 1) / static_cast<double>(n + 1);
}

bool is_inside(std::int64_t i, std::int64_t n) {
    return i >= 0 && i < n;
}

/// The sum of the temperatures of a point's neighbors on the boundary.
double heat_from_hull(std::int64_t x, std::int64_t y, std::int64_t z, std::int64_t n) {
    double sum = 0;
    for (std::int64_t k = z - 1; k <= z + 1; ++k)
        for (std::int64_t j = y - 1; j <= y + 1; ++j)
            for (std::int64_t i = x - 1; i <= x + 1; ++i)
                if (!(is_inside(i, n) && is_inside(j, n) && is_inside(k, n))) sum += known_temperature(k, n);
    return sum;
}

std::vector<double> right_hand_side(std::int64_t n) {
    std::vector<double> b;
    b.reserve(static_cast<std::size_t>(n * n * n));
    for (std::int64_t z = 0; z < n; ++z)
        for (std::int64_t y = 0; y < n; ++y)
            for (std::int64_t x = 0; x < n; ++x) b.push_back(heat_from_hull(x, y, z, n));
    return b;
}

/// The largest difference from the known temperatures; NaN if any temperature is NaN.
double error_of(const std::vector<double>& u, std::int64_t n) {
    double error = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
        const std::int64_t z = static_cast<std::int64_t>(i) / (n * n);
        const double difference = std::fabs(u[i] - known_temperature(z, n));
        if (difference > error || std::isnan(difference)) error = difference;  // keeps NaN
    }
    return error;
}

/// Draws the section in the middle of the y axis as squares, from blue (0) to red (1).
void draw_section(std::ostream& picture, const std::vector<double>& u, std::int64_t n) {
    const std::int64_t squares = std::min<std::int64_t>(n, 50);
    const double side = 300.0 / static_cast<double>(squares);
    for (std::int64_t row = 0; row < squares; ++row)
        for (std::int64_t column = 0; column < squares; ++column) {
            const std::int64_t x = column * n / squares, z = row * n / squares;
            const double warm = std::clamp(u[static_cast<std::size_t>((z * n + n / 2) * n + x)], 0.0, 1.0);
            const int red = static_cast<int>(255 * warm);
            picture << "<rect x='" << 20 + side * static_cast<double>(column) << "' y='"
                    << 340 - side * static_cast<double>(row + 1) << "' width='" << side << "' height='"
                    << side << "' fill='rgb(" << red << ",60," << 255 - red << ")'/>\n";
        }
}

/// Draws the residuals as a line on a logarithmic axis, from 1 at the top to the last residual at the bottom.
void draw_residuals(std::ostream& picture, const std::vector<double>& history) {
    const double last = std::max(history.back(), 1e-300), digits = std::min(std::log10(last), -1.0);
    const double width = 300.0 / static_cast<double>(std::max<std::size_t>(history.size(), 2) - 1);
    picture << "<rect x='400' y='40' width='300' height='300' fill='none' stroke='gray'/>\n"
            << "<polyline fill='none' stroke='black' points='";
    for (std::size_t i = 0; i < history.size(); ++i)
        picture << 400 + width * static_cast<double>(i) << ','
                << 40 + 300 * std::log10(std::max(history[i], last)) / digits << ' ';
    picture
        << "'/>\n<text x='395' y='46' text-anchor='end'>1</text>\n<text x='395' y='340' text-anchor='end'>"
        << last << "</text>\n";
}

void draw(const char* file, const std::vector<double>& u, std::int64_t n, const hg::SolveReport& report) {
    std::ofstream picture(file);
    picture.precision(4);
    picture << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 720 380' font-family='sans-serif' "
               "font-size='13'>\n<rect width='720' height='380' fill='white'/>\n"
               "<text x='20' y='28'>temperatures from the floor to the ceiling</text>\n"
               "<text x='400' y='28'>|r| / |b|</text>\n<text x='400' y='362'>"
            << report.iterations << " iterations</text>\n";
    draw_section(picture, u, n);
    draw_residuals(picture, report.history);
    picture << "</svg>\n";
    if (!picture.flush()) throw std::runtime_error(std::string(file) + " cannot be written");
}

bool heat(std::int64_t n, const char* picture) {
    const hg::SparseMatrix<double> A = hg::laplacian<double>(27, n, n, n);
    const std::vector<double> b = right_hand_side(n);
    std::vector<double> u(b.size());
    const hg::SolveReport report = hg::solve_cg<double>(A, b, u, {.tolerance = 1e-10});
    const double error = error_of(u, n);
    const bool right = report.reason == hg::StopReason::converged && error < 1e-6;
    std::printf("%lld points, %lld nonzeros\n", static_cast<long long>(A.rows()),
                static_cast<long long>(A.nonzeros()));
    const auto iterations = static_cast<double>(std::max<std::int64_t>(report.iterations, 1));
    std::printf("%s after %lld iterations, %.3f s: %.3f s to begin, %.3f ms per iteration\n",
                std::string(hg::name(report.reason)).c_str(), static_cast<long long>(report.iterations),
                report.seconds, report.begin_seconds, 1e3 * report.iteration_seconds / iterations);
    std::printf("residual %.1e, largest temperature error %.1e: %s\n", report.residual, error,
                right ? "PASSED" : "FAILED");
    if (picture != nullptr) draw(picture, u, n, report);
    return right;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const std::int64_t n = argc > 1 ? std::atoll(argv[1]) : 24;
        if (n < 1 || n > 1000) throw std::runtime_error("usage: heat [n] [picture.svg], n from 1 to 1000");
        return heat(n, argc > 2 ? argv[2] : nullptr) ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
