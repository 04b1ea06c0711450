#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/cooperative_panel.hpp"
#include "kernels/qr/qr_panel_parts.hpp"
#include <hg/runtime/program/instruction.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg::kernels {

/// Instructions that factor a panel: A = Q R by Householder reflections, as LAPACK's geqr2 has it. A is m x n
/// with m >= n, and Q = H_1 ... H_n = I - V T V^H with H_j = I - tau_j v_j v_j^H. Types are f32, f64, c32 and
/// c64; the diagonal of R is real. Operands:
///
///     A        (read and written, m x n) afterwards R on and above the diagonal, V below it
///     V        (written, m x n) V with its ones and zeros, for products
///     tau      (written, n x 1)
///     T        (written, n x n) upper triangular, zeros below
///     scratch  (read and written, i32, at least qr_scratch_elements() of the type) what work-groups tell
///              each other; all zero at the start of a program
///
/// Scalar `epoch` (i32, from 0): a different one for each panel of a program, below 2^25.
///
/// If a column is zero below the diagonal, and real on it, its tau is 0. Elements that vanish beside the
/// largest of their column, below 1e-140 of it (f64, c64) or 1e-12 (f32, c32), count as zero there.

/// The kernel of these parameters: width at most 32, items at least eight times the width, rows_per_item may
/// be 0. Equal parameters give the same object. Throws Error{invalid_argument} for parameters of no kernel.
InstructionPtr qr_panel(const CooperativePanel& parameters);
/// The parameters of this name, such as "qr_panel_f64_w32_i256_r1_g132"; none if the text is no such name, or
/// of a kernel that cannot be made.
std::optional<CooperativePanel> parse_qr_panel(std::string_view name);

/// The most columns of the panel kernel of one work-group.
inline constexpr std::int64_t kOneGroupQrWidth = 32;

/// The panel kernel of one work-group, for any device and any m; n <= kOneGroupQrWidth. Named
/// "qr_panel_<type>".
InstructionPtr qr_panel(ElementType type);

/// A panel kernel and the most columns it should be given.
struct QrPanel {
    std::int64_t width = 0;
    InstructionPtr instruction;
};

/// What factors panels of `rows` rows best on a device, in one launch; qr_tree() may have something better.
QrPanel qr_panel(const DeviceModel& device, ElementType type, std::int64_t rows);

/// The order of the blocks of qr_triangles().
inline constexpr std::int64_t kQrTriangle = 32;

/// T := the diagonal blocks, of order kQrTriangle, of T in Q = I - V T V^H, zeros elsewhere. Operands G
/// (read, n x n: V^H V, of which the upper triangle is read), tau (read, n x 1) and T (written, n x n). Named
/// "qr_triangles_<type>".
InstructionPtr qr_triangles(ElementType type);

}  // namespace hg::kernels
