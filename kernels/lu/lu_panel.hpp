#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/cooperative_panel.hpp"
#include "kernels/lu/lu_panel_parts.hpp"
#include <hg/runtime/program/instruction.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg::kernels {

/// Instructions that factor a panel: A = P L U with partial pivoting. A is m x n with m >= n. Operands:
///
///     A        (read and written, m x n) afterwards L below the diagonal, U on and above it, whole rows
///              interchanged
///     moves    (written, i32, 2n x 3) the interchanges, see row_moves.hpp
///     scratch  (read and written, i32, at least lu_scratch_elements()) what work-groups tell each other; all
///              zero at the start of a program
///
/// Scalar `epoch` (i32, from 0): a different one for each panel of a program, below 2^22.
///
/// The pivot of a column is its element of largest magnitude, the uppermost of several, as in LAPACK's getf2.
/// The magnitude of a complex number is the sum of its parts' there, and NaN if one of them is. NaN counts as
/// zero in this choice. Nothing is divided by a pivot of zero.

/// "lu_panel_f64_w64_i256_r1_g132", with "_portable" behind it if it is.
std::string lu_panel_name(const CooperativePanel& parameters);
/// The parameters of this name; none if the text is no such name, or of a kernel that cannot be made.
std::optional<CooperativePanel> parse_lu_panel(std::string_view name);
/// Equal parameters give the same object. Throws Error{invalid_argument} for parameters of no kernel.
InstructionPtr lu_panel(const CooperativePanel& parameters);

/// The panel kernel of one work-group, for any device and any m; n <= 256. Named "lu_panel_<type>".
InstructionPtr lu_panel(ElementType type);

/// A panel kernel and the most columns it should be given.
struct LuPanel {
    std::int64_t width = 0;
    InstructionPtr instruction;
};

/// Whether a panel has the device to itself, or shares it with kernels of the device's other queue.
enum class PanelRoom { whole, shared };

/// What factors panels of `rows` rows best on a device. The bits of results do not depend on `room`.
LuPanel lu_panel(const DeviceModel& device, ElementType type, std::int64_t rows,
                 PanelRoom room = PanelRoom::whole);

}  // namespace hg::kernels
