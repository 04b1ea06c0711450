#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

/// Triangular solves with one right-hand side on registers, x := op(A)^-1 x, in two instructions:
/// trsv_inverses() inverts all diagonal blocks of A concurrently, and trsv_solve() solves the system in one
/// launch.
namespace hg::kernels {

/// How the kernels divide their work. The defaults suit GPUs.
struct TrsvBlocking {
    int block = 64;  ///< order of the diagonal blocks that are inverted: 16, 32, 64 or 128
    /// Order of the blocks within them that are inverted by substitution: 2, 4, 8, 16 or 32.
    int inner = 8;
    /// Elements moved together: 1, 2, 4, 8 or 16, at most 64 bytes; for complex elements 1; 0 means 16 bytes.
    int vector = 0;
    /// Work-items of a work-group: a power of two, 1 to 1024. With 1, the solve uses substitution, without
    /// inverses.
    int items = 512;
    /// Blocks of A being loaded into registers: 0 to 4; 0 reads them when they are needed.
    int ahead = 4;
    int groups = 1024;  ///< maximum number of work-groups of trsv_solve(): one per row of blocks is enough

    friend bool operator==(const TrsvBlocking&, const TrsvBlocking&) = default;
};

/// Returns the blocking for a device about which only the kind is known.
TrsvBlocking default_trsv_blocking(ElementType type, std::int64_t n, bool is_gpu);

/// The parameters that identify the two instructions. Different parameters, except `groups`, may give sums
/// with different bits.
struct TrsvParameters {
    ElementType type = ElementType::f64;  ///< f32, f64, c32 or c64
    bool transposed = false;              ///< op(A) = A^T
    TrsvBlocking blocking{};              ///< how they divide the work

    friend bool operator==(const TrsvParameters&, const TrsvParameters&) = default;
};

/// Returns the name of trsv_solve(): "trsv_f64_n_b64_s8_v2_i512_a4_g1024"; with "_t_" if `transposed`.
std::string name(const TrsvParameters& parameters);
/// Returns the parameters that have this name, or no value if the text is not the name of an instruction that
/// hg can make.
std::optional<TrsvParameters> parse_trsv(std::string_view name);
/// Returns the reason why there are no such instructions; empty if there are.
std::string trsv_fault(const TrsvParameters& parameters);

/// Returns the number of diagonal blocks of an A of order n.
std::int64_t trsv_blocks(const TrsvParameters& parameters, std::int64_t n) noexcept;

/// Returns the instruction that prepares the diagonal blocks for the solve. Equal parameters return the same
/// object. Thread-safe.
///
/// Operands: A, n x n; `scratch`, `block` x blocks (2 block + 2) with blocks = trsv_blocks(): the inverses,
/// their products with the blocks beside them, and room for x; `state` (i32), 1 + blocks x 1: for each block,
/// how accurate its inverse is. Scalars (i32, 0 or 1): upper, unit. Elements of the other triangle, and a
/// unit diagonal, are not read. Named "trsv_inverses_f64_n_b64_s8_i512".
///
/// Throws Error{invalid_argument} if the parameters do not fit together.
InstructionPtr trsv_inverses(const TrsvParameters& parameters);

/// Returns the instruction x := op(A)^-1 x, to be run after trsv_inverses() with the same parameters. Equal
/// parameters return the same object. Thread-safe.
///
/// Operands: A; scratch and state, which change; x, n x 1 or 1 x n. Scalars (i32, 0 or 1): upper and unit, as
/// above; reversed: x is traversed from its end; if elements are complex, conjugated: the conjugate of A is
/// used. Inverses that are not accurate enough get a refinement step; blocks whose inverses are unusable are
/// solved by substitution.
///
/// Throws Error{invalid_argument} if the parameters do not fit together.
InstructionPtr trsv_solve(const TrsvParameters& parameters);

/// Returns the trsv_inverses() or trsv_solve() of this name, or null if there is none.
InstructionPtr find_trsv(std::string_view name);
/// Returns the names of all instructions with default parameters.
std::vector<std::string> trsv_names();

}  // namespace hg::kernels
