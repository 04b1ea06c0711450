// Computes the capacitance of the unit cube by the boundary element method, on all GPUs of this machine.
//
//     capacitance [largest p [drawing.svg]]
//
// A charged conductor has the same potential everywhere on its surface, so the charge density s solves
//
//     integral of s(y) / |x - y| over the surface = 1   for each point x on the surface
//
// in units in which the capacitance is the total charge. Each face of the cube is divided into p x p
// rectangles, which are finer towards the edges, where s is singular. s is constant on each rectangle, and
// the equation holds at the midpoints. The result is a dense system of n = 6 p^2 linear equations: element
// (i, j) of the matrix is the potential at midpoint i that rectangle j causes. hg::dgesv solves the system. p
// doubles from 4 up to the largest p (default: 16). The error shrinks by a constant factor each time, so the
// limit can be extrapolated.
//
// The known value is 0.6606782 (in units of 4 pi eps0 times the edge).
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <stdexcept>
#include <string>
#include <vector>

#include <hg/lapack/gesv.hpp>

namespace {

constexpr double kKnown = 0.6606782;
/// Grid points are at the distances t^kGrading from an edge, for equidistant t. 3 converges fastest.
constexpr double kGrading = 3;

using Point = std::array<double, 3>;

/// [u0, u1] x [v0, v1] on the face where coordinate `axis` is 0 or 1; u and v are the next two coordinates.
struct Rectangle {
    int axis = 0;
    double side = 0;
    double u0 = 0, u1 = 0, v0 = 0, v1 = 0;

    [[nodiscard]] int u_axis() const { return (axis + 1) % 3; }
    [[nodiscard]] int v_axis() const { return (axis + 2) % 3; }
    [[nodiscard]] double area() const { return (u1 - u0) * (v1 - v0); }
    [[nodiscard]] Point midpoint() const {
        Point x{};
        x[static_cast<std::size_t>(axis)] = side;
        x[static_cast<std::size_t>(u_axis())] = (u0 + u1) / 2;
        x[static_cast<std::size_t>(v_axis())] = (v0 + v1) / 2;
        return x;
    }
};

/// p + 1 points of [0, 1], denser towards both ends.
std::vector<double> graded_points(int p) {
    std::vector<double> points;
    for (int i = 0; i <= p; ++i) {
        const double t = std::fabs(1 - 2.0 * i / p);  // 1 at the ends, 0 in the middle
        const double distance = std::pow(1 - t, kGrading) / 2;
        points.push_back(2 * i <= p ? distance : 1 - distance);
    }
    return points;
}

std::vector<Rectangle> cube(int p) {
    const std::vector<double> points = graded_points(p);
    std::vector<Rectangle> rectangles;
    for (int axis = 0; axis < 3; ++axis)
        for (double side : {0.0, 1.0})
            for (std::size_t i = 1; i < points.size(); ++i)
                for (std::size_t j = 1; j < points.size(); ++j)
                    rectangles.push_back({axis, side, points[i - 1], points[i], points[j - 1], points[j]});
    return rectangles;
}

/// x log(y + r) with r = |(x, y, z)|, without cancellation for y < 0.
double x_log(double x, double y, double z, double r) {
    if (x == 0) return 0;
    return x * (y > 0 ? std::log(y + r) : std::log((x * x + z * z) / (r - y)));
}

/// An antiderivative of 1 / |(x, y, z)| with respect to x and y.
double antiderivative(double x, double y, double z) {
    const double r = std::sqrt(x * x + y * y + z * z);
    return x_log(x, y, z, r) + x_log(y, x, z, r) - (z == 0 ? 0.0 : z * std::atan(x * y / (z * r)));
}

/// The integral of 1 / |x - y| for y in the rectangle.
double potential(const Rectangle& r, const Point& x) {
    const double u = x[static_cast<std::size_t>(r.u_axis())], v = x[static_cast<std::size_t>(r.v_axis())];
    const double z = r.side - x[static_cast<std::size_t>(r.axis)];
    return antiderivative(r.u1 - u, r.v1 - v, z) - antiderivative(r.u0 - u, r.v1 - v, z) -
           antiderivative(r.u1 - u, r.v0 - v, z) + antiderivative(r.u0 - u, r.v0 - v, z);
}

/// The matrix, column-major: column j holds the potential of rectangle j at all midpoints.
std::vector<double> potentials(const std::vector<Rectangle>& rectangles) {
    const std::size_t n = rectangles.size();
    std::vector<Point> midpoints;
    for (const Rectangle& rectangle : rectangles) midpoints.push_back(rectangle.midpoint());
    std::vector<double> A(n * n);
    tbb::parallel_for(std::size_t{0}, n, [&](std::size_t j) {
        for (std::size_t i = 0; i < n; ++i) A[i + j * n] = potential(rectangles[j], midpoints[i]);
    });
    return A;
}

/// The charge density on each rectangle.
std::vector<double> charge_density(const std::vector<Rectangle>& rectangles) {
    const auto n = static_cast<std::int64_t>(rectangles.size());
    std::vector<double> A = potentials(rectangles);
    std::vector<double> density(rectangles.size(), 1.0);  // the right-hand side, then the solution
    std::vector<std::int64_t> ipiv(rectangles.size());
    const auto start = std::chrono::steady_clock::now();
    const std::int64_t info =
        hg::dgesv(hg::Layout::col_major, n, 1, A.data(), n, ipiv.data(), density.data(), n);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (info != 0) throw std::runtime_error("the matrix is singular at " + std::to_string(info));
    const double flops = 2.0 / 3.0 * std::pow(static_cast<double>(n), 3);
    std::printf("%9.3f %9.1f", seconds.count(), flops / seconds.count() * 1e-9);
    return density;
}

double capacitance(const std::vector<Rectangle>& rectangles, const std::vector<double>& density) {
    double charge = 0;
    for (std::size_t i = 0; i < rectangles.size(); ++i) charge += rectangles[i].area() * density[i];
    return charge;
}

/// The limit of a sequence whose differences shrink by a constant factor.
double limit(double first, double second, double third) {
    const double shrinks = (third - second) / (second - first);
    return third + (third - second) * shrinks / (1 - shrinks);
}

/// A color from dark blue (0) through red to yellow (1 and more).
std::string colour(double value) {
    value = std::min(value, 1.0);
    const auto channel = [](double x) {
        return static_cast<int>(std::lround(255 * std::clamp(x, 0.0, 1.0)));
    };
    char text[8];
    std::snprintf(text, sizeof text, "#%02x%02x%02x", channel(0.1 + 1.8 * value), channel(2 * value - 0.9),
                  channel(0.45 - 0.9 * std::fabs(value - 0.2)));
    return text;
}

/// Draws the surface of the cube, unfolded into a cross and colored by the logarithm of the density.
void draw(const std::string& path, const std::vector<Rectangle>& rectangles,
          const std::vector<double>& density) {
    constexpr double kEdge = 200, kMargin = 20, kRange = 8;
    // Columns and rows of the faces in the cross: four in a row, one above and one below.
    constexpr std::array<std::array<int, 2>, 6> kPlaces{{{0, 1}, {2, 1}, {1, 0}, {1, 2}, {1, 1}, {3, 1}}};
    const double least = *std::min_element(density.begin(), density.end());
    std::ofstream svg(path);
    svg << std::setprecision(5) << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"840\" height=\"680\">\n"
        << "<rect width=\"840\" height=\"680\" fill=\"white\"/>\n<g shape-rendering=\"crispEdges\">\n";
    for (std::size_t i = 0; i < rectangles.size(); ++i) {
        const Rectangle& r = rectangles[i];
        const int face = 2 * r.axis + static_cast<int>(r.side);
        const auto& place = kPlaces[static_cast<std::size_t>(face)];
        svg << "<rect x=\"" << kMargin + kEdge * (place[0] + r.u0) << "\" y=\""
            << kMargin + kEdge * (place[1] + r.v0) << "\" width=\"" << kEdge * (r.u1 - r.u0) << "\" height=\""
            << kEdge * (r.v1 - r.v0) << "\" fill=\""
            << colour(std::log(density[i] / least) / std::log(kRange)) << "\"/>\n";
    }
    svg << "</g>\n<text x=\"20\" y=\"660\" font-size=\"16\" font-family=\"sans-serif\">Charge density, cube "
           "of "
           "potential 1: "
        << least << " in the middle of faces (blue), " << kRange * least
        << " and more at edges (yellow)</text>\n"
        << "</svg>\n";
    if (!svg.flush()) throw std::runtime_error(path + " cannot be written");
}

int run(int largest, const char* drawing) {
    std::printf("   p        n   seconds  GFLOP/s   capacitance   extrapolated\n");
    std::vector<double> sequence;
    double best = 0;
    for (int p = 4; p <= largest; p *= 2) {
        const std::vector<Rectangle> rectangles = cube(p);
        std::printf("%4d %8zu ", p, rectangles.size());
        const std::vector<double> density = charge_density(rectangles);
        sequence.push_back(capacitance(rectangles, density));
        const std::size_t k = sequence.size();
        best = sequence.back();
        std::printf("   %.8f", best);
        if (k >= 3) {
            best = limit(sequence[k - 3], sequence[k - 2], sequence[k - 1]);
            std::printf("     %.8f", best);
        }
        std::printf("\n");
        if (drawing != nullptr && 2 * p > largest) draw(drawing, rectangles, density);
    }
    std::printf("The capacitance is %.7f; the known value is %.7f.\n", best, kKnown);
    return sequence.size() < 3 || std::fabs(best - kKnown) < 1e-6 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const int largest = argc > 1 ? std::atoi(argv[1]) : 16;
        if (largest < 4) throw std::runtime_error("usage: capacitance [largest p, at least 4 [drawing.svg]]");
        return run(largest, argc > 2 ? argv[2] : nullptr);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
