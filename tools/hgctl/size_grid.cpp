#include "tools/hgctl/size_grid.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <random>
#include <utility>

#include "tools/cli/command_line.hpp"
#include "tools/report/quantity.hpp"
#include "tools/tuner/tuning_plan.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

constexpr std::int64_t kMostCells = 4096;

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

/// `count` sizes from first to last, by equal ratios or equal distances; one drawn from each of as many parts
/// if there is a generator.
std::vector<std::int64_t> spaced(std::int64_t first, std::int64_t last, std::int64_t count, bool ratios,
                                 std::mt19937_64* random = nullptr) {
    const auto from = static_cast<double>(first);
    const auto to = static_cast<double>(last);
    std::vector<std::int64_t> sizes;
    for (std::int64_t i = 0; i < count; ++i) {
        // By hand, as distributions of the standard library differ from machine to machine.
        const double drawn = random != nullptr ? static_cast<double>((*random)() >> 11) * 0x1p-53 : 0;
        const double part =
            (static_cast<double>(i) + drawn) / static_cast<double>(random != nullptr ? count : count - 1);
        sizes.push_back(std::llround(ratios ? from * std::pow(to / from, part) : from + (to - from) * part));
    }
    return sizes;
}

std::vector<std::int64_t> doublings(std::int64_t first, std::int64_t last) {
    std::vector<std::int64_t> sizes;
    for (std::int64_t size = first; size < last; size *= 2) sizes.push_back(size);
    sizes.push_back(last);
    return sizes;
}

std::vector<std::int64_t> ascending(std::vector<std::int64_t> sizes) {
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

void append(std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& more) {
    sizes.insert(sizes.end(), more.begin(), more.end());
}

/// Reads the sizes that an option gives.
class SizeReader {
  public:
    SizeReader(std::string option, std::int64_t largest) : option_(std::move(option)), largest_(largest) {}

    [[nodiscard]] hg::Error refused(const std::string& text, const std::string& fault) const {
        return hg::Error(hg::ErrorCode::invalid_argument,
                         option_ + ": '" + text + "' " + fault + "; sizes are numbers from 1 to " +
                             std::to_string(largest_) +
                             " and ranges FIRST:LAST:log, FIRST:LAST:log:COUNT, FIRST:LAST:uniform:COUNT or "
                             "FIRST:LAST:random:COUNT[:SEED], COUNT from 2 to " +
                             std::to_string(kMostCells) + ", with commas between them");
    }

    [[nodiscard]] std::optional<std::int64_t> number(const std::string& text, std::int64_t low) const {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool is_whole = error == std::errc{} && end == text.data() + text.size();
        return is_whole && value >= low && value <= largest_ ? std::optional(value) : std::nullopt;
    }

    [[nodiscard]] std::vector<std::int64_t> sizes(const std::string& text) const {
        std::vector<std::int64_t> all;
        for (const std::string& part : split(text, ',')) {
            if (part.find(':') != std::string::npos)
                append(all, range(part));
            else if (const auto size = number(part, 1))
                all.push_back(*size);
            else
                throw refused(part, "is not a size");
        }
        return ascending(std::move(all));
    }

  private:
    [[nodiscard]] std::vector<std::int64_t> range(const std::string& text) const {
        std::vector<std::string> parts = split(text, ':');
        const std::size_t given = parts.size();
        parts.resize(5);
        const auto first = number(parts[0], 1);
        const auto last = number(parts[1], 1);
        const bool by_ratio = parts[2] == "log";
        const bool is_random = parts[2] == "random";
        if (first && last && *first <= *last && by_ratio && given == 3) return doublings(*first, *last);
        const auto count = number(parts[3], 2);
        const auto seed = number(given == 5 ? parts[4] : "1", 0);
        if (!first || !last || *first > *last || !(by_ratio || is_random || parts[2] == "uniform") ||
            !count || *count > kMostCells || !seed || given > (is_random ? 5 : 4))
            throw refused(text, "is not a range");
        if (!is_random) return spaced(*first, *last, *count, by_ratio);
        std::mt19937_64 random(static_cast<std::uint64_t>(*seed));
        return spaced(*first, *last, *count, true, &random);
    }

    std::string option_;
    std::int64_t largest_;
};

void require_cells(std::int64_t count) {
    if (count > kMostCells)
        refuse("the grid has " + std::to_string(count) + " cells; " + std::to_string(kMostCells) +
               " is the most for one tune");
}

}  // namespace

std::vector<std::vector<std::int64_t>> parse_shapes(const std::string& text, const std::string& option,
                                                    const std::vector<std::string>& names) {
    const SizeReader reader(option, largest_size(2));
    std::vector<std::vector<std::int64_t>> shapes;
    for (const std::string& part : split(text, ',')) {
        const std::vector<std::string> words = split(part, 'x');
        std::vector<std::int64_t> sizes;
        for (const std::string& word : words)
            if (const auto value = reader.number(word, 1)) sizes.push_back(*value);
        if (sizes.size() != words.size() || (sizes.size() != 1 && sizes.size() != names.size())) {
            std::string form;
            for (const std::string& name : names) form.append(form.empty() ? "" : "x").append(name);
            refuse(option + ": '" + part + "' is not a size; write N or " + form +
                   " with numbers from 1 to 1048576 in their places, and commas between sizes");
        }
        shapes.push_back(std::move(sizes));
    }
    return shapes;
}

std::vector<std::int64_t> parse_sizes(const std::string& text, const std::string& option,
                                      std::int64_t largest) {
    return SizeReader(option, largest).sizes(text);
}

std::vector<std::int64_t> parse_byte_sizes(const std::string& text, const std::string& option,
                                           std::int64_t least) {
    std::vector<std::int64_t> sizes;
    for (const std::string& part : split(text, ',')) {
        const std::vector<std::string> ends = split(part, ':');
        const std::int64_t first = parse_bytes(ends.front(), option);
        const std::int64_t last = parse_bytes(ends.back(), option);
        if (ends.size() > 2 || first < least || last < first)
            refuse(option + ": '" + part + "': sizes must ascend and be " + std::to_string(least >> 10) +
                   "K or more");
        append(sizes, doublings(first, last));
    }
    return ascending(std::move(sizes));
}

hg::kernels::TuningGrid parse_grid(const std::string& text, const std::vector<std::string_view>& extents) {
    const std::int64_t largest = largest_size(extents.size());
    const auto refused = [&](const std::string& part) {
        std::string names;
        for (const std::string_view extent : extents)
            names.append(names.empty() ? "" : ", ").append(extent).append("=");
        return SizeReader("--grid", largest)
            .refused(part, "needs each of " + names + " once; write for example " + example_grid(extents));
    };
    std::vector<std::string> texts(extents.size());
    std::string* current = nullptr;
    for (const std::string& part : split(text, ':')) {
        const std::size_t end = part.find('=');
        if (end == std::string::npos && current != nullptr) {
            *current += ":" + part;
            continue;
        }
        const auto named = std::ranges::find(extents, std::string_view(part).substr(0, end));
        if (end == std::string::npos || named == extents.end()) throw refused(part);
        current = &texts[static_cast<std::size_t>(named - extents.begin())];
        if (!current->empty()) throw refused(part);
        *current = part.substr(end + 1);
    }
    if (std::ranges::find(texts, "") != texts.end()) throw refused(text);
    hg::kernels::TuningGrid grid;
    std::int64_t cells = 1;
    for (std::size_t i = 0; i < extents.size(); ++i) {
        grid.sizes.push_back(parse_sizes(texts[i], "--grid " + std::string(extents[i]), largest));
        cells *= std::ssize(grid.sizes.back());
    }
    require_cells(cells);
    return grid;
}

std::string example_grid(const std::vector<std::string_view>& extents) {
    constexpr std::array<const char*, 3> kSizes{"512,4096", "512:8192:log", "64,512"};
    std::string text;
    for (std::size_t i = 0; i < extents.size(); ++i)
        text.append(i > 0 ? ":" : "").append(extents[i]).append("=").append(kSizes[i % kSizes.size()]);
    return text;
}

hg::kernels::TuningGrid squares(const std::vector<std::int64_t>& sizes, std::size_t extents) {
    require_cells(std::ssize(sizes));
    hg::kernels::TuningGrid grid;
    for (const std::int64_t n : sizes) grid.single.emplace_back(extents, n);
    return grid;
}

hg::kernels::TuningGrid default_grid(bool is_gpu, const hg::kernels::DefaultSizes& usual,
                                     std::size_t extents) {
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
        refuse("the matrices of " + extent_text(m, n, k) + " take " + bytes_text(all) + ", the largest " +
               bytes_text(largest) + "; the device has " + bytes_text(device.memory) + " to use, " +
               bytes_text(device.largest_slot) + " in one piece");
    }
}

}  // namespace hgctl
