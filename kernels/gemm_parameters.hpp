#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/device_traits.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

/// The source that a GEMM instruction is made from. Families differ in where the tiles of A and B lie while
/// they are multiplied.
enum class GemmFamily : std::uint8_t {
    global,     ///< no blocking: every work-item reads A and B from global memory; runs anywhere
    local,      ///< tiles of A and B in local memory, one element of C per work-item
    local_a,    ///< tile of A in local memory, a strip of B in private memory
    registers,  ///< both in private memory: a block of C per work-item, vector loads, no local memory
    blocked,    ///< both in local memory and blocked again in private memory
    pipelined,  ///< as blocked; the next tiles are loaded while the current ones are multiplied
    mma,        ///< f64 matrix instructions of NVIDIA devices of compute capability 9.0 and up (inline PTX)
    complex,    ///< for complex elements, as those before are for real ones: tiles as blocked has them
    complex_mma,  ///< c64 by f64 matrix instructions of NVIDIA devices of compute capability 9.0 and up (inline PTX)
    complex_pipelined  ///< c32, tiles copied to local memory while others are multiplied
};

/// The operand of a GEMM instruction that is triangular, with its diagonal, and so square. Work-groups leave
/// out what the other triangle asks for. It needs split_k == 1.
enum class GemmTriangle : std::uint8_t {
    none,  ///< all three matrices are general
    /// only the lower triangle of C is wanted, which begins in its first element; what is above afterwards is not
    /// defined. C has no more columns than rows
    c_lower,
    c_upper,  ///< only the upper triangle of C is wanted, likewise
    a_lower,  ///< op(A) is lower triangular, and zeros are stored in its other triangle
    a_upper,  ///< op(A) is upper triangular, likewise
    b_lower,  ///< op(B) is lower triangular, and zeros are stored in its other triangle
    b_upper   ///< op(B) is upper triangular, likewise
};

/// Everything that names one GEMM instruction: C := alpha op(A) op(B) + beta C on registers. op(A) is m x k,
/// op(B) is k x n, C is m x n. A value of 0 takes the family's default for the type. A family ignores the
/// values that it has no use for.
struct GemmParameters {
    GemmFamily family = GemmFamily::blocked;  ///< the source it is made from
    ElementType type = ElementType::f64;      ///< of all operands: f32, f64, c32 or c64
    bool transpose_a = false;                 ///< op(A) = A^T
    bool transpose_b = false;                 ///< op(B) = B^T
    bool conjugate_a = false;                 ///< op(A) = A^H, with transpose_a and a complex type
    bool conjugate_b = false;                 ///< op(B) = B^H, likewise
    bool overwrite = false;                   ///< C is written and never read: the instruction for beta = 0
    /// Parts of the sum over k. If above 1, the third operand is a workspace of m x (n split_k): part s, the
    /// plain sum over share s of k, goes to columns [s n, (s+1) n). gemm_sum() adds the parts in order.
    /// Implies overwrite; alpha and beta are not used.
    int split_k = 1;
    /// Adds one operand, guard (i32, 1 x 1), and one scalar, wanted (i32). If the guard differs from wanted,
    /// nothing is done. In costs it counts as no work, an exception, unless wanted is 0: then it is the rule, and
    /// the guard tells of a failure.
    bool guarded = false;
    /// If op(A) or op(B) is triangular, each element of C has the bits of the whole product as long as A and B
    /// are finite: only products with zeros are left out, and not all of them.
    GemmTriangle triangle = GemmTriangle::none;

    int tile_m = 0;  ///< rows of C a work-group computes
    int tile_n = 0;  ///< columns of C a work-group computes
    int tile_k = 0;  ///< depth of the tiles in local memory, or steps of k at once
    int work_m = 0;  ///< rows of C a work-item computes; for mma, those a warp computes; global and local: 1
    int work_n = 0;  ///< columns of C a work-item computes; for mma, those a warp computes
    int vector = 0;  ///< elements of a vector load: 1, 2, 4, 8 or 16
    /// Elements added to each row of a tile in local memory, against bank conflicts. If vector does not divide it, loads of
    /// vectors from local memory are not aligned. pipelined: a multiple of 4.
    int padding = 0;
    /// In local memory the tile of A has m contiguous, and the tile of B lies as B does. Bit 0 turns the tile
    /// of A the other way round, bit 1 the tile of B.
    int transpose_local = 0;
    int unroll = 0;  ///< steps along k written out
    int stages = 0;  ///< tiles under way at once
    int order = 0;   ///< work-groups run down bands of this many tile rows, so that the L2 cache serves them
    /// global: 1 keeps the sum in C, in global memory, which is slow and measured for that reason. blocked: 1
    /// keeps the sums in local memory between tiles, which suits CPUs; 2 has vectors along k, not along m, and k
    /// contiguous in both tiles. pipelined: 1 copies by cp.async if it can (NVIDIA, compute capability 8.0 and up).
    /// complex_pipelined: 0 copies by cp.async, 1 by loads and stores, which every device has.
    int variant = 0;

    friend bool operator==(const GemmParameters&, const GemmParameters&) = default;
};

/// The word for a family in names, options and files: "global", "local", "local_a", ...
std::string_view name(GemmFamily family) noexcept;
/// The family of a word that name() gives. None if there is no such family.
std::optional<GemmFamily> parse_family(std::string_view word) noexcept;
/// All families for real elements, in the order of the enumeration.
std::vector<GemmFamily> gemm_families();
/// Those for complex elements.
std::vector<GemmFamily> complex_gemm_families();
/// Whether a family is one of those.
bool is_for_complex(GemmFamily family) noexcept;

/// The parameters for a device of which nothing but its kind is known. GPUs take moderate tiles. CPUs take
/// larger tiles, for fewer barriers, and vectors as wide as their registers.
GemmParameters default_gemm(ElementType type, bool is_gpu);

/// The instruction's name. Equal names are equal parameters. Examples:
///   - "gemm_blocked_f64_nt"
///   - "gemm_complex_c64_nc" (op(B) = B^H)
///   - "gemm_global_f32_nn_set" (overwrite)
///   - "gemm_blocked_f64_nn_k4" (split_k)
///   - with "_if" behind it (guarded)
///   - then with "_cl", "_cu", "_al", "_au", "_bl" or "_bu" (c_lower, c_upper, a_lower, ...: triangle)
///
/// What is not the family's default follows: the blocking "_<tile_m>x<tile_n>x<tile_k>_<work_m>x<work_n>" as
/// far as the family uses it ("_1x1" is left out if it is the default), then "_v<vector>", "_p<padding>", "_t<transpose_local>", "_u<unroll>",
/// "_s<stages>", "_o<order>", "_x<variant>".
std::string name(const GemmParameters& parameters);

/// The parameters that have this name. Values that are the family's defaults may stand in it, too: both
/// "gemm_local_f32_nn" and "gemm_local_f32_nn_16x16x16" name one kernel, whose name() is the shorter one. None
/// if the text is not the name of a GEMM that can be made.
std::optional<GemmParameters> parse_gemm(std::string_view name);

/// What keeps the kernel from running on a device with these traits, in words with the limit it breaks:
/// "takes 98304 bytes of local memory, the device has 49152". Empty if nothing does.
std::string fault_on(const GemmParameters& parameters, const DeviceTraits& device);

}  // namespace hg::kernels
