#include "kernels/cooperative_panel.hpp"

#include "host_blas/element_arithmetic.hpp"
#include "kernels/name_reader.hpp"

namespace hg::kernels {
namespace {

constexpr int kLanes = 32;                 // items is a multiple of it
constexpr std::int64_t kRegister = 4;      // bytes
constexpr std::int64_t kMostOfRows = 192;  // registers of a work-item that its rows may take

}  // namespace

std::string fault(const CooperativeLimits& limits, const CooperativePanel& p) {
    const auto within = [](const char* what, int value, int least, int most) {
        return value >= least && value <= most
                   ? std::string()
                   : std::string(what) + " is " + std::to_string(value) + ", it must lie between " +
                         std::to_string(least) + " and " + std::to_string(most);
    };
    if (!is_real(p.type) && !(limits.complex_width > 0 && is_complex(p.type)))
        return limits.complex_width > 0 ? "it is made for f32, f64, c32 and c64"
                                        : "it is made for f32 and f64";
    const int most_columns = is_complex(p.type) ? limits.complex_width : limits.width;
    for (const std::string& text :
         {within("width", p.width, 2, most_columns), within("items", p.items, kLanes, limits.items),
          within("rows_per_item", p.rows_per_item, limits.least_rows, 16),
          within("groups", p.groups, 1, kMostPanelGroups)})
        if (!text.empty()) return text;
    if (p.width > 8 && p.width % 8 != 0) return "width must be a multiple of 8";
    if (p.items % kLanes != 0) return "items must be a multiple of 32";
    if (std::int64_t{p.rows_per_item} * p.width * size_of(p.type) > kMostOfRows * kRegister)
        return "its rows take more registers than a work-item has";
    return {};
}

std::string name(std::string_view front, const CooperativePanel& p) {
    return std::string(front) + "_" + std::string(hg::name(p.type)) + "_w" + std::to_string(p.width) + "_i" +
           std::to_string(p.items) + "_r" + std::to_string(p.rows_per_item) + "_g" +
           std::to_string(p.groups) + (p.portable ? "_portable" : "");
}

std::optional<CooperativePanel> parse(const CooperativeLimits& limits, std::string_view text) {
    for (ElementType type : kFloatingTypes) {
        NameReader reader(text);
        if (!reader.take(std::string(limits.front) + "_" + std::string(hg::name(type)))) continue;
        CooperativePanel p{.type = type, .portable = text.ends_with("_portable")};
        const auto take = [&](const char* mark, int& value) {
            return reader.take(mark) && reader.take_number(value);
        };
        if (take("_w", p.width) && take("_i", p.items) && take("_r", p.rows_per_item) &&
            take("_g", p.groups) && name(limits.front, p) == text && fault(limits, p).empty())
            return p;
    }
    return std::nullopt;
}

}  // namespace hg::kernels
