#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

/// The parameters of a kernel that factors a panel by work-groups that run at once, for NVIDIA devices of
/// compute capability 8.0 and up. It keeps rows in registers and can factor up to groups * items *
/// rows_per_item of them. If rows_per_item is 0, which not all families allow, it leaves them in global
/// memory and can factor any number.
struct CooperativePanel {
    ElementType type = ElementType::f64;
    int width = 64;         ///< columns that a work-item keeps of each row; panels may have fewer
    int items = 256;        ///< work-items of a work-group that hold rows: a multiple of 32
    int rows_per_item = 1;  ///< rows that a work-item holds
    int groups = 132;       ///< the most work-groups; no more than the device has compute units
    bool portable = false;  ///< plain OpenCL C: any device that is sure to run all groups at once

    [[nodiscard]] std::int64_t rows_of_group() const noexcept { return std::int64_t{items} * rows_per_item; }
    friend bool operator==(const CooperativePanel&, const CooperativePanel&) = default;
};

/// The most work-groups that factor a panel together.
inline constexpr int kMostPanelGroups = 252;

/// What a family of such kernels allows.
struct CooperativeLimits {
    std::string_view front;  ///< of the kernels' names, such as "lu_panel"
    int width = 0;           ///< at most
    int items = 0;           ///< at most
    int least_rows = 1;      ///< rows_per_item at least
    int complex_width = 0;   ///< the same for complex elements; 0: it is not made for them
};

/// What keeps a kernel of a family from being made; empty if nothing does.
std::string fault(const CooperativeLimits& limits, const CooperativePanel& parameters);
/// "lu_panel_f64_w64_i256_r1_g132", with "_portable" behind it if it is.
std::string name(std::string_view front, const CooperativePanel& parameters);
/// The parameters of this name; none if the text is no such name, or of a kernel that cannot be made.
std::optional<CooperativePanel> parse(const CooperativeLimits& limits, std::string_view name);

}  // namespace hg::kernels
