#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

/// Solves with a triangle and one right-hand side on registers, x := op(A)^-1 x, in two instructions: trsv_inverses()
/// inverts the diagonal blocks of A, all at once, and trsv_solve() does the rest in one launch.
namespace hg::kernels {

/// How the kernels divide their work. Defaults suit GPUs.
struct TrsvBlocking {
    int block = 64;  ///< order of the diagonal blocks that are inverted: 16, 32, 64 or 128
    int inner = 8;   ///< order of the blocks in them that are inverted by substitution: 2, 4, 8, 16 or 32
    int vector =
        0;  ///< elements moved at once: 1, 2, 4, 8 or 16, at most 64 bytes; complex ones 1; 0 takes 16 bytes
    /// Work-items of a work-group: a power of two, 1 to 1024. One solves by substitution, without inverses.
    int items = 512;
    int ahead = 4;      ///< blocks of A on their way to registers: 0 to 4; 0 reads them where they are needed
    int groups = 1024;  ///< work-groups of trsv_solve(), at most: one a row of blocks is enough

    friend bool operator==(const TrsvBlocking&, const TrsvBlocking&) = default;
};

/// The blocking for a device of which nothing but its kind is known.
TrsvBlocking default_trsv_blocking(ElementType type, std::int64_t n, bool is_gpu);

/// Everything that names the two instructions. Parameters that differ may give sums other bits, except `groups`.
struct TrsvParameters {
    ElementType type = ElementType::f64;  ///< f32, f64, c32 or c64
    bool transposed = false;              ///< op(A) = A^T
    TrsvBlocking blocking{};              ///< how they divide the work

    friend bool operator==(const TrsvParameters&, const TrsvParameters&) = default;
};

/// "trsv_f64_n_b64_s8_v2_i512_a4_g1024", the name of trsv_solve(); "_t_" if `transposed`.
std::string name(const TrsvParameters& parameters);
/// The parameters that have this name; none if the text is not the name of an instruction that can be made.
std::optional<TrsvParameters> parse_trsv(std::string_view name);
/// Why there are no such instructions; empty: there are.
std::string trsv_fault(const TrsvParameters& parameters);

/// Diagonal blocks for an A of order n.
std::int64_t trsv_blocks(const TrsvParameters& parameters, std::int64_t n) noexcept;

/// What the solve needs of the diagonal blocks. Equal parameters give the same object. Thread-safe.
///
/// Operands: A, n x n; `scratch`, of `block` x blocks (2 block + 2), with blocks = trsv_blocks(): the inverses, their
/// products with the blocks beside them, and room for x; `state` (i32), of 1 + blocks x 1: for each block how
/// far its inverse is trusted. Scalars (i32, 0 or 1): upper, unit. Elements of the other triangle, and a unit
/// diagonal, are not read. Named "trsv_inverses_f64_n_b64_s8_i512".
///
/// Throws Error{invalid_argument} for parameters that do not fit.
InstructionPtr trsv_inverses(const TrsvParameters& parameters);

/// x := op(A)^-1 x after trsv_inverses() with the same parameters. Likewise shared and thread-safe.
///
/// Operands: A, scratch and state, which change; x, of n x 1 or 1 x n. Scalars (i32, 0 or 1): upper, unit, as above;
/// reversed: x counts from its end; if elements are complex, conjugated: the conjugate of A is meant. Inverses that are not good enough get a step of
/// refinement; blocks whose inverses cannot be trusted are solved by substitution.
///
/// Throws Error{invalid_argument} for parameters that do not fit.
InstructionPtr trsv_solve(const TrsvParameters& parameters);

/// The trsv_inverses() or trsv_solve() of this name; null if there is none.
InstructionPtr find_trsv(std::string_view name);
/// The names of all with default parameters.
std::vector<std::string> trsv_names();

}  // namespace hg::kernels
