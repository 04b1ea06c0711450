#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

/// Instructions that invert a triangle, solve with it and multiply by it. A triangle is the lower or the
/// upper one of an n x n register. One instruction makes a cleaned triangle T, with zeros in the other
/// triangle and the ones of a unit diagonal. So the others need not know of unit diagonals, nor of
/// conjugates: of complex elements T may be made the conjugate. Types are f32, f64, c32 and c64.
///
/// triangle_blocks(), triangle_product(), triangle_sums() and triangle_trust() take several triangles of one
/// order n at once: they stand side by side in registers of n x (triangles n).
namespace hg::kernels {

/// Order of the diagonal blocks that triangle_blocks() inverts.
inline constexpr std::int64_t kTriangleBlock = 32;

/// T := the triangle of A, cleaned; X := the inverses of its diagonal blocks of order kTriangleBlock, zeros
/// elsewhere. Operands A, T, X; scalars upper, unit (i32: 0 or 1), and if elements are complex conjugated: 1
/// if T has the conjugates.
InstructionPtr triangle_blocks(ElementType type);

/// Order of the diagonal blocks that unit_lower_blocks() inverts, kTriangleBlock times a power of 2.
inline constexpr std::int64_t kUnitLowerBlock = 512;

/// The same for a unit lower triangle, in fewer and larger blocks: T := the triangle of A, cleaned; X := the
/// inverses of its diagonal blocks of order kUnitLowerBlock, zeros elsewhere. Operands A, T, X. Types are f32
/// and f64.
InstructionPtr unit_lower_blocks(ElementType type);

/// For each pair of neighbouring diagonal blocks of order `block` (1 and 2), from the first on:
///
///     W21 := T21 X11     operands T, X, W
///     X21 := -X22 W21    with `left`; operands W, X
///
/// for a lower triangle; for an upper one the same with all matrices transposed. Scalars block (i32, a
/// multiple of kTriangleBlock; the diagonal blocks of this order in X must be inverses) and upper.
InstructionPtr triangle_product(ElementType type, bool left);

/// P(:, 0) := |F| S(:, 0), P(:, 1) := |G| S(:, 1) for n x n registers F and G; operands F, G, S, P. With
/// `ones`, S is all ones and no operand. S and P have two columns for each of several F and G side by side.
/// They are real: the magnitude of a complex number is the sum of its parts'.
InstructionPtr triangle_sums(ElementType type, bool ones);

/// How far the inverse X is trusted, by the growth of errors: the largest element of each column
/// of P (n x 2), the smaller one of the two. trusted is 2 x 1, i32:
///
///     trusted[0] := 2 up to `alone`, 1 up to `refined`, else 0      if products may be refined by a step,
///     trusted[1] := 2 up to `rough`, else 0                         if they may not,
///
/// and X := X without its diagonal. Operands P, X, trusted; scalars alone, refined, rough. P has two columns,
/// and `trusted` one, for each of several X side by side.
InstructionPtr triangle_trust(ElementType type);

/// The end of a solve with a triangle T with diagonal D and its inverse, without its diagonal, times B in W:
///
///     B := W + D^-1 B                   if the element of `trusted` is 2,
///     B := W + D^-1 R                   if it is 1,
///     B := op(T)^-1 B by substitution   if it is 0 (`right`: B op(T)^-1),
///
/// and the last one also for columns of B (rows for `right`) in which the product is not all finite: a
/// product spreads Inf and NaN to elements that do not depend on them. Operands trusted, T, W, R, B; scalars
/// right, upper, transposed, element and unit (1: D is all ones) (i32).
InstructionPtr triangle_solve(ElementType type);

/// If trusted[0] is 1: W := W + D^-1 B (`right`: W + B D^-1), R := B, with D the diagonal of T; else
/// nothing is done. Operands trusted, T, B, W, R; scalar right (i32).
InstructionPtr triangle_refine(ElementType type);

/// A := its triangle, cleaned, in its place. The other triangle is not read, nor is a diagonal of ones.
/// Operand A; scalars upper, unit (i32: 0 or 1), and conjugated as triangle_blocks() has it.
InstructionPtr triangle_clean(ElementType type);

/// After C := alpha op(T) B (`right`: alpha B op(T)): columns of C (rows for `right`) are made again, by sums
/// over the triangle alone, if B is not all finite there. A product of matrices spreads Inf and NaN to
/// elements that do not depend on them. Operands T, B, C; scalars alpha, right, upper, transposed (i32).
InstructionPtr triangle_repair(ElementType type);

/// The instruction of this name; null if it is none of these.
InstructionPtr find_triangle(std::string_view name);
/// The names of all of them.
std::vector<std::string> triangle_names();

}  // namespace hg::kernels
