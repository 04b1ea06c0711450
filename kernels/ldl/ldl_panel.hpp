#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg::kernels {

/// The columns of W and L that suit a matrix of order n. Wide panels read them often, narrow ones leave
/// products little depth.
std::int64_t ldl_width(std::int64_t n);
/// The most columns of a panel of this width, which are fewer: the columns behind a panel must begin where
/// windows may.
std::int64_t ldl_columns(ElementType type, std::int64_t width);
/// Elements of the scratch operand of ldl_panel().
std::int64_t ldl_scratch_elements();

/// An instruction that factors a panel of a symmetric or hermitian indefinite matrix, A = L D L^T, A = L D
/// L^H or, of the upper triangle, A = U D U^T or U D U^H, with the diagonal pivoting of Bunch and Kaufman. It
/// is LAPACK's lasyf or lahef: D has blocks of order 1 and 2, and only the panel is updated.
///
/// A is what no panel has factored yet, and the panel its first columns, or its last ones, counted from the
/// last, if A is upper. The panel begins one column later if the panel before ended with a block of order 2
/// that reached into it, and may end one column later for the same reason.
///
///     A        (read and written, n x n) one triangle. The panel's columns become those of D and L, as
///              LAPACK stores them, and the others are interchanged, but not updated
///     W, L     (written, n x width) L D and L of the panel, in the rows behind it. The other columns
///              are updated by A := A - L W^T, or L W^H: zeros in L and W leave a column alone that the panel
///              has taken
///     V        (written, n x 2) workspace
///     pivots   (read and written, i32) LAPACK's ipiv of the whole matrix
///     next     (read and written, i32, 1 x 1) the first column of the whole matrix that is not factored, 0
///              before the first panel
///     scratch  (read and written, i32, at least ldl_scratch_elements()) what work-groups tell each other;
///              all zero at the start of a program
///
/// Scalars, all of i32: `first`, the column of the whole matrix that A begins with; `columns` of the panel,
/// at most ldl_columns(); `upper` and `hermitian`, 0 or 1.
///
/// NaN counts as zero in the choice of pivots. A column in which all candidates are zero has a zero block in
/// D and zeros in L.
///
/// `groups` work-groups, at most 256, factor the panel together. If there are several, they have to run at
/// once: the device needs as many compute units. Named "ldl_panel_<type>_w<width>_g<groups>". Throws
/// Error{invalid_argument} for i32, and for widths that are not 64, 128 or 192.
InstructionPtr ldl_panel(ElementType type, std::int64_t width, int groups);

/// The instruction of this name; null if there is none.
InstructionPtr find_ldl_panel(std::string_view name);

/// The panel kernel of this width for this device.
InstructionPtr ldl_panel(const DeviceModel& device, ElementType type, std::int64_t width);

/// The names of the kernels that are compiled for H100 and H200, and of those for one work-group.
std::vector<std::string> ldl_panel_names();

}  // namespace hg::kernels
