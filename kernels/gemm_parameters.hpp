#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/device_traits.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

/// The source from which a GEMM instruction is made. Families differ in where the tiles of A and B are stored
/// during multiplication.
enum class GemmFamily : std::uint8_t {
    global,     ///< no blocking: every work-item reads A and B from global memory; runs anywhere
    local,      ///< tiles of A and B in local memory, one element of C per work-item
    local_a,    ///< tile of A in local memory, a small block of B in private memory
    registers,  ///< both in private memory: a block of C per work-item, vector loads, no local memory
    blocked,    ///< both in local memory and blocked again in private memory
    pipelined,  ///< as blocked; the next tiles are loaded while the current ones are multiplied
    mma,        ///< f64 matrix instructions of NVIDIA devices of compute capability 9.0 and up (inline PTX)
    /// f64 matrix instructions of AMD's CDNA devices, gfx90a and gfx942; never run on hardware
    mfma,
    complex,  ///< for complex elements, with tiles as in blocked
    /// c64 by f64 matrix instructions of NVIDIA devices of compute capability 9.0 and up (inline PTX)
    complex_mma,
    complex_pipelined  ///< c32, with tiles copied to local memory while others are multiplied
};

/// The operand of a GEMM instruction that is triangular (including its diagonal) and therefore square.
/// Work-groups skip the work for the other triangle. Requires split_k == 1.
enum class GemmTriangle : std::uint8_t {
    none,  ///< all three matrices are general
    /// Only the lower triangle of C is wanted; it begins at C's first element. Afterwards the contents above
    /// it are undefined. C has no more columns than rows.
    c_lower,
    c_upper,  ///< only the upper triangle of C is wanted; otherwise as c_lower
    a_lower,  ///< op(A) is lower triangular, with stored zeros in the other triangle
    a_upper,  ///< op(A) is upper triangular, with stored zeros in the other triangle
    b_lower,  ///< op(B) is lower triangular, with stored zeros in the other triangle
    b_upper   ///< op(B) is upper triangular, with stored zeros in the other triangle
};

/// The parameters that identify one GEMM instruction: C := alpha op(A) op(B) + beta C on registers. op(A) is
/// m x k, op(B) is k x n, and C is m x n. A value of 0 means the family's default for the type. A family
/// ignores values that it does not use.
struct GemmParameters {
    GemmFamily family = GemmFamily::blocked;  ///< the source from which it is made
    ElementType type = ElementType::f64;      ///< type of all operands: f32, f64, c32 or c64
    bool transpose_a = false;                 ///< op(A) = A^T
    bool transpose_b = false;                 ///< op(B) = B^T
    bool conjugate_a = false;                 ///< op(A) = A^H, with transpose_a and a complex type
    bool conjugate_b = false;                 ///< op(B) = B^H, with transpose_b and a complex type
    bool overwrite = false;                   ///< C is written and never read: the instruction for beta = 0
    /// Parts of the sum over k. If it is greater than 1, the third operand is a workspace of m x (n split_k):
    /// part s, the plain sum over share s of k, is written to columns [s n, (s+1) n). gemm_sum() adds the
    /// parts in order. Implies overwrite; alpha and beta are not used.
    int split_k = 1;
    /// Adds one operand, guard (i32, 1 x 1), and one scalar, wanted (i32). If guard differs from wanted, the
    /// instruction does nothing. If wanted is not 0, execution is taken to be the exception and counts as no
    /// work in costs. If wanted is 0, execution is the rule, and the guard reports a failure.
    bool guarded = false;
    /// If op(A) or op(B) is triangular, each element of C has the same bits as in the full product, provided
    /// that A and B are finite: only products with zeros are skipped, and not all of them.
    GemmTriangle triangle = GemmTriangle::none;

    int tile_m = 0;  ///< rows of C that a work-group computes
    int tile_n = 0;  ///< columns of C that a work-group computes
    int tile_k = 0;  ///< depth of the tiles in local memory, or steps of k at a time
    int work_m = 0;  ///< rows of C that a work-item (mma: a warp, mfma: a wave) computes; global and local: 1
    int work_n = 0;  ///< columns of C that a work-item (mma: a warp, mfma: a wave) computes
    int vector = 0;  ///< elements of a vector load: 1, 2, 4, 8 or 16
    /// Elements added to each row of a tile in local memory to avoid bank conflicts. If vector does not
    /// divide it, vector loads from local memory are not aligned. pipelined: a multiple of 4.
    int padding = 0;
    /// In local memory the tile of A has m contiguous, and the tile of B is stored as B is. Bit 0 reverses
    /// this for the tile of A, bit 1 for the tile of B.
    int transpose_local = 0;
    int unroll = 0;  ///< unrolled steps along k
    int stages = 0;  ///< tiles in flight at the same time
    /// Work-groups proceed down bands of this many tile rows, for better use of the L2 cache.
    int order = 0;
    /// global: 1 keeps the sum in C, in global memory, which is slow; it exists to be measured. blocked: 1
    /// keeps the sums in local memory between tiles, which suits CPUs; 2 has vectors along k, not along m,
    /// and k contiguous in both tiles. pipelined: 1 copies by cp.async if the device supports it (NVIDIA,
    /// compute capability 8.0 and up). complex_pipelined: 0 copies by cp.async, 1 by loads and stores, which
    /// every device supports. mfma: 0 multiplies by v_mfma_f64_16x16x4f64, 1 by v_mfma_f64_4x4x4f64,
    /// which suits narrow C.
    int variant = 0;

    friend bool operator==(const GemmParameters&, const GemmParameters&) = default;
};

/// Returns the word for a family in names, options and files: "global", "local", "local_a", ...
std::string_view name(GemmFamily family) noexcept;
/// Returns the family of a word that name() returns, or no value if there is no such family.
std::optional<GemmFamily> parse_family(std::string_view word) noexcept;
/// Returns all families for real elements, in the order of the enumeration.
std::vector<GemmFamily> gemm_families();
/// Returns all families for complex elements, in the order of the enumeration.
std::vector<GemmFamily> complex_gemm_families();
/// Returns true if a family is for complex elements.
bool is_for_complex(GemmFamily family) noexcept;

/// Returns the parameters for a device about which only the kind is known. GPUs use moderate tiles. CPUs use
/// larger tiles, to have fewer barriers, and vectors as wide as their registers.
GemmParameters default_gemm(ElementType type, bool is_gpu);

/// Returns the instruction's name. Equal names mean equal parameters. Examples:
///   - "gemm_blocked_f64_nt"
///   - "gemm_complex_c64_nc" (op(B) = B^H)
///   - "gemm_global_f32_nn_set" (overwrite)
///   - "gemm_blocked_f64_nn_k4" (split_k)
///   - with "_if" appended (guarded)
///   - then with "_cl", "_cu", "_al", "_au", "_bl" or "_bu" (c_lower, c_upper, a_lower, ...: triangle)
///
/// Values other than the family's defaults follow: the blocking
/// "_<tile_m>x<tile_n>x<tile_k>_<work_m>x<work_n>" as far as the family uses it ("_1x1" is omitted if it is
/// the default), then "_v<vector>", "_p<padding>", "_t<transpose_local>", "_u<unroll>", "_s<stages>",
/// "_o<order>", "_x<variant>".
std::string name(const GemmParameters& parameters);

/// Returns the parameters that have this name. The name may also contain values that are the family's
/// defaults: both "gemm_local_f32_nn" and "gemm_local_f32_nn_16x16x16" name one kernel, whose name() is the
/// shorter one. Returns no value if the text is not the name of a GEMM that hg can make.
std::optional<GemmParameters> parse_gemm(std::string_view name);

/// Returns the reason why the kernel cannot run on a device with these traits, in words with the limit that
/// it exceeds: "takes 98304 bytes of local memory, the device has 49152". Empty if it can run.
std::string fault_on(const GemmParameters& parameters, const DeviceTraits& device);

}  // namespace hg::kernels
