#include "tools/hgctl/size_grid.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <random>
#include <sstream>

#include "tools/report/quantity.hpp"
#include "tools/tuner/tuning_plan.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

constexpr std::size_t kMostCells = 4096;

hg::Error unreadable(const std::string& option, const std::string& text, const std::string& fault,
                     std::int64_t largest) {
    return hg::Error(hg::ErrorCode::invalid_argument,
                     option + ": '" + text + "' " + fault + "; sizes are numbers from 1 to " +
                         std::to_string(largest) +
                         " and ranges FIRST:LAST:log, FIRST:LAST:log:COUNT, FIRST:LAST:uniform:COUNT or "
                         "FIRST:LAST:random:COUNT[:SEED], with commas between them");
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::optional<std::int64_t> number(const std::string& text, std::int64_t low, std::int64_t largest) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value >= low && value <= largest ? std::optional(value) : std::nullopt;
}

/// The size at a part of the way from first to last, 0 to 1, by ratios or by distances.
std::int64_t size_at(double part, std::int64_t first, std::int64_t last, bool ratios) {
    const auto from = static_cast<double>(first);
    const auto to = static_cast<double>(last);
    return std::llround(ratios ? from * std::pow(to / from, part) : from + (to - from) * part);
}

/// `count` sizes from first to last; equal ratios or equal distances.
std::vector<std::int64_t> spaced(std::int64_t first, std::int64_t last, std::int64_t count, bool ratios) {
    std::vector<std::int64_t> sizes;
    for (std::int64_t i = 0; i < count; ++i)
        sizes.push_back(
            size_at(static_cast<double>(i) / static_cast<double>(count - 1), first, last, ratios));
    return sizes;
}

/// A size drawn from each of `count` parts of equal ratio; the same ones on every machine.
std::vector<std::int64_t> drawn(std::int64_t first, std::int64_t last, std::int64_t count,
                                std::int64_t seed) {
    std::mt19937_64 generator(static_cast<std::uint64_t>(seed));
    std::vector<std::int64_t> sizes;
    for (std::int64_t i = 0; i < count; ++i)
        sizes.push_back(size_at((static_cast<double>(i) + static_cast<double>(generator() >> 11) * 0x1p-53) /
                                    static_cast<double>(count),
                                first, last, true));
    return sizes;
}

std::vector<std::int64_t> doublings(std::int64_t first, std::int64_t last) {
    std::vector<std::int64_t> sizes;
    for (std::int64_t size = first; size < last; size *= 2) sizes.push_back(size);
    sizes.push_back(last);
    return sizes;
}

std::vector<std::int64_t> parse_range(const std::string& text, const std::string& option,
                                      std::int64_t largest) {
    const auto refused = [&](const std::string& fault) { return unreadable(option, text, fault, largest); };
    const std::vector<std::string> parts = split(text, ':');
    if (parts.size() < 3 || parts.size() > 5) throw refused("is no size and no range");
    const auto first = number(parts[0], 1, largest);
    const auto last = number(parts[1], 1, largest);
    const std::string& spacing = parts[2];
    const bool is_random = spacing == "random";
    if (!first || !last || *first > *last || (spacing != "log" && spacing != "uniform" && !is_random) ||
        (parts.size() == 5 && !is_random))
        throw refused("is no range");
    if (parts.size() == 3) {
        if (spacing != "log") throw refused("says no number of sizes");
        return doublings(*first, *last);
    }
    const auto count = number(parts[3], 2, largest);
    if (!count || *count > static_cast<std::int64_t>(kMostCells))
        throw refused("needs from 2 to " + std::to_string(kMostCells) + " sizes");
    if (!is_random) return spaced(*first, *last, *count, spacing == "log");
    const auto seed = parts.size() == 5 ? number(parts[4], 0, largest) : std::optional<std::int64_t>(1);
    if (!seed) throw refused("needs a seed from 0 to " + std::to_string(largest));
    return drawn(*first, *last, *count, *seed);
}

void require_cells(std::size_t count) {
    if (count > kMostCells)
        throw hg::Error(hg::ErrorCode::invalid_argument, "the grid has " + std::to_string(count) +
                                                             " cells; " + std::to_string(kMostCells) +
                                                             " are the most that can be tuned at once");
}

/// "m=, n= or k="
std::string listed(const std::vector<std::string_view>& extents, const std::string& last) {
    std::string text;
    for (std::size_t i = 0; i < extents.size(); ++i) {
        const std::string before = i + 1 < extents.size() ? ", " : " " + last + " ";
        text.append(i > 0 ? before : "").append(extents[i]).append("=");
    }
    return text;
}

/// "m=512,4096:n=512:8192:log:k=64,512"
std::string example_grid(const std::vector<std::string_view>& extents) {
    constexpr std::array<const char*, 3> kSizes{"512,4096", "512:8192:log", "64,512"};
    std::string text;
    for (std::size_t i = 0; i < extents.size(); ++i)
        text.append(i > 0 ? ":" : "").append(extents[i]).append("=").append(kSizes[i % kSizes.size()]);
    return text;
}

}  // namespace

std::vector<std::vector<std::int64_t>> parse_shapes(const std::string& text, const std::string& option,
                                                    const std::vector<std::string>& names) {
    std::vector<std::vector<std::int64_t>> shapes;
    for (const std::string& part : split(text, ',')) {
        const std::vector<std::string> words = split(part, 'x');
        std::vector<std::int64_t> sizes;
        for (const std::string& word : words)
            if (const auto value = number(word, 1, largest_size(2))) sizes.push_back(*value);
        if (sizes.size() != words.size() || (sizes.size() != 1 && sizes.size() != names.size())) {
            std::string form;
            for (const std::string& name : names) form.append(form.empty() ? "" : "x").append(name);
            std::ostringstream message;
            message << option << ": '" << part << "' is no size; write N or " << form
                    << " with numbers from 1 to 1048576 in their places, and commas between sizes";
            throw hg::Error(hg::ErrorCode::invalid_argument, message.str());
        }
        shapes.push_back(std::move(sizes));
    }
    return shapes;
}

std::vector<std::int64_t> parse_sizes(const std::string& text, const std::string& option,
                                      std::int64_t largest) {
    std::vector<std::int64_t> sizes;
    for (const std::string& part : split(text, ',')) {
        if (part.find(':') != std::string::npos) {
            const std::vector<std::int64_t> range = parse_range(part, option, largest);
            sizes.insert(sizes.end(), range.begin(), range.end());
        } else if (const auto size = number(part, 1, largest)) {
            sizes.push_back(*size);
        } else {
            throw unreadable(option, part, "is no size", largest);
        }
    }
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

hg::kernels::TuningGrid parse_grid(const std::string& text, const std::vector<std::string_view>& extents) {
    const std::int64_t largest = largest_size(extents.size());
    const std::string example = "; write for example " + example_grid(extents);
    std::vector<std::string> sizes_of(extents.size());
    std::string* current = nullptr;
    for (const std::string& part : split(text, ':')) {
        const auto named = std::find_if(extents.begin(), extents.end(), [&](std::string_view extent) {
            return part.starts_with(std::string(extent) + "=");
        });
        if (named != extents.end()) {
            current = &sizes_of[static_cast<std::size_t>(named - extents.begin())];
            if (!current->empty())
                throw unreadable("--grid", part, "names this dimension again" + example, largest);
            *current = part.substr(named->size() + 1);
        } else if (current != nullptr) {
            *current += ":" + part;
        } else {
            throw unreadable("--grid", part, "does not begin with " + listed(extents, "or") + example,
                             largest);
        }
    }
    hg::kernels::TuningGrid grid;
    std::size_t cells = 1;
    for (std::size_t i = 0; i < extents.size(); ++i) {
        if (sizes_of[i].empty())
            throw unreadable("--grid", text, "lacks one of " + listed(extents, "and") + example, largest);
        grid.sizes.push_back(parse_sizes(sizes_of[i], "--grid " + std::string(extents[i]), largest));
        cells *= grid.sizes.back().size();
    }
    require_cells(cells);
    return grid;
}

hg::kernels::TuningGrid squares(const std::vector<std::int64_t>& sizes, std::size_t extents) {
    require_cells(sizes.size());
    hg::kernels::TuningGrid grid;
    for (const std::int64_t n : sizes) grid.single.emplace_back(extents, n);
    return grid;
}

hg::kernels::TuningGrid default_grid(bool is_gpu, const hg::kernels::UsualSizes& usual, std::size_t extents) {
    if (usual.count > 0)
        return {.sizes = {extents, spaced(usual.first, usual.last, usual.count, true)}, .single = {}};
    hg::kernels::TuningGrid grid = squares(is_gpu ? doublings(512, 8192) : doublings(128, 1024));
    const std::int64_t large = is_gpu ? 8192 : 1024;
    const std::int64_t small = is_gpu ? 128 : 32;
    grid.single.insert(grid.single.end(), {{large, large, large / 16},
                                           {large, large, small},
                                           {large, small, large},
                                           {small, large, large},
                                           {2 * small, 2 * small, large}});
    return grid;
}

void require_fits(const hg::kernels::TuningGrid& grid, const hg::DeviceModel& device, hg::ElementType type) {
    for (const hg::kernels::Extents& cell : hg::kernels::cells_of(grid)) {
        const std::int64_t m = cell.at(0), n = cell.at(1), k = cell.at(2);
        const std::int64_t element = hg::size_of(type);
        const std::int64_t largest = std::max({m * n, n * k, m * k}) * element;
        const std::int64_t all = (m * n + n * k + m * k) * element;
        if (largest <= device.largest_slot && all <= device.memory) continue;
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        "the matrices of " + extent_text(m, n, k) + " take " + bytes_text(all) +
                            ", the largest " + bytes_text(largest) + "; the device has " +
                            bytes_text(device.memory) + " to use, " + bytes_text(device.largest_slot) +
                            " in one piece");
    }
}

}  // namespace hgctl
