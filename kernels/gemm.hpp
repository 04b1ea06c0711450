#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/program/device_traits.hpp"
#include "runtime/program/instruction.hpp"

namespace hg::kernels {

/// Which source a GEMM instruction is made from, by where the tiles of A and B lie while they are multiplied.
enum class GemmFamily : std::uint8_t {
    global,     ///< no blocking: every work-item reads A and B from global memory; runs anywhere
    local,      ///< tiles of A and B in local memory, one element of C per work-item
    local_a,    ///< tile of A in local memory, a strip of B in private memory
    registers,  ///< both in private memory: a block of C per work-item, vector loads, no local memory
    blocked,    ///< both in local memory and blocked again in private memory
    pipelined,  ///< as blocked, the next tiles on their way while the current ones are multiplied
    mma         ///< f64 matrix instructions of NVIDIA devices of compute capability 8.0 and up (inline PTX)
};

/// Everything that names one GEMM instruction: C := alpha op(A) op(B) + beta C on registers.
/// op(A) is m x k, op(B) k x n, C m x n. Values of 0 take the family's default for the type; a family ignores
/// the values it has no use for.
struct GemmParameters {
    GemmFamily family = GemmFamily::blocked;
    ElementType type = ElementType::f64;
    bool transpose_a = false;
    bool transpose_b = false;
    bool overwrite = false;  ///< C is written and never read: the instruction for beta = 0
    /// Parts of the sum over k. Above 1 the third operand is a workspace of m x (n split_k): part s, the
    /// plain sum over the s-th share of k, goes to columns [s n, (s+1) n); gemm_sum() adds them up in order.
    /// Implies overwrite; alpha and beta are not used.
    int split_k = 1;
    /// One operand, guard (i32, 1 x 1), and one scalar, wanted (i32), more: where the guard is not what is
    /// wanted, nothing is done. Counts as no work in costs: what is guarded is an exception.
    bool guarded = false;

    int tile_m = 0;   ///< rows of C a work-group computes
    int tile_n = 0;   ///< columns of C a work-group computes
    int tile_k = 0;   ///< depth of the tiles in local memory, or steps of k at once
    int work_m = 0;   ///< rows of C a work-item computes; for mma, those a warp computes
    int work_n = 0;   ///< columns of C a work-item computes; for mma, those a warp computes
    int vector = 0;   ///< elements of a vector load: 1, 2, 4, 8 or 16
    int padding = 0;  ///< elements added to each row of a tile in local memory, against bank conflicts
    /// A's tile has m contiguous and B's lies as B does; bit 0 (A), bit 1 (B): the other way round.
    int transpose_local = 0;
    int unroll = 0;  ///< steps along k written out
    int stages = 0;  ///< tiles under way at once
    int order = 0;   ///< work-groups run down bands of this many tile rows, so that the L2 cache serves them
    /// For blocked, 1 keeps the sums in local memory between tiles, which suits CPUs; for pipelined, 1 copies
    /// by cp.async where it can (NVIDIA, compute capability 8.0 and up).
    int variant = 0;

    friend bool operator==(const GemmParameters&, const GemmParameters&) = default;
};

/// The word for a family in names, options and files: "global", "local", "local_a", ...
std::string_view name(GemmFamily family) noexcept;
std::optional<GemmFamily> parse_family(std::string_view word) noexcept;
/// All families, in the order of the enumeration.
std::vector<GemmFamily> gemm_families();

/// The parameters to use on a kind of device of which nothing is known but this: GPUs take moderate tiles,
/// CPUs larger ones for fewer barriers and vectors as wide as their registers.
GemmParameters default_gemm(ElementType type, bool is_gpu);

/// The instruction's name, for example "gemm_blocked_f64_nt" or "gemm_global_f32_nn_set" (overwrite) or
/// "gemm_blocked_f64_nn_k4" (split_k), with "_if" (guarded), followed by what is not the family's default:
/// the blocking
/// "_<tile_m>x<tile_n>x<tile_k>_<work_m>x<work_n>" as far as the family uses it, then "_v<vector>",
/// "_p<padding>", "_t<transpose_local>", "_u<unroll>", "_s<stages>", "_o<order>", "_x<variant>".
/// Equal names are equal parameters.
std::string name(const GemmParameters& parameters);

/// The parameters that have this name; none where the text is not the name of a GEMM that can be made.
std::optional<GemmParameters> parse_gemm(std::string_view name);

/// What keeps the kernel from running on a device with these traits, in words with the limit it breaks
/// ("takes 98304 bytes of local memory, the device has 49152"); empty where nothing does.
std::string fault_on(const GemmParameters& parameters, const DeviceTraits& device);

/// Makes the instruction; operands A, B, C (or the workspace) and scalars alpha, beta, and what `guarded`
/// adds. Equal parameters give the same object. In every family but mma each element of C is fma over
/// ascending k from zero (a share of k for split_k), then alpha * sum (+ beta * C), wherever it lies in a
/// tile: results do not depend on how C is divided, nor on the blocking. mma sums in the order of its matrix
/// instruction, the same for every element and blocking. Throws Error{invalid_argument} for parameters that
/// do not divide as the kernel needs.
InstructionPtr gemm(const GemmParameters& parameters);

/// C := alpha (W_0 + W_1 + ... ) + beta C in this order; operands W (m x n parts) and C (m x n), scalars
/// alpha and beta. With overwrite C is not read.
InstructionPtr gemm_sum(ElementType type, int parts, bool overwrite);

}  // namespace hg::kernels
