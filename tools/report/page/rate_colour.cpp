#include "tools/report/page/rate_colour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace hgctl {
namespace {

using Rgb = std::array<double, 3>;

constexpr std::array<Rgb, 5> kStops{
    {{38, 42, 96}, {40, 92, 140}, {32, 145, 130}, {120, 195, 80}, {250, 225, 60}}};

}  // namespace

RateColour rate_colour(double share) {
    const double place = std::clamp(share, 0.0, 1.0) * (kStops.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), kStops.size() - 2);
    const double part = place - static_cast<double>(below);
    std::array<int, 3> rgb{};
    for (std::size_t i = 0; i < 3; ++i)
        rgb[i] = static_cast<int>(std::lround(std::lerp(kStops[below][i], kStops[below + 1][i], part)));
    std::array<char, 8> fill{};
    std::snprintf(fill.data(), fill.size(), "#%02x%02x%02x", rgb[0] & 255, rgb[1] & 255, rgb[2] & 255);
    const double brightness = 0.3 * rgb[0] + 0.6 * rgb[1] + 0.1 * rgb[2];
    return {fill.data(), brightness > 130 ? "#101418" : "#ffffff"};
}

}  // namespace hgctl
