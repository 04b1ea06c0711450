#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/instruction.hpp>

/// Instructions that add products of vectors to a matrix: BLAS's ger, syr and syr2 on registers, and for
/// complex elements geru, gerc, her and her2.
namespace hg::kernels {

/// What an instruction computes, with vectors x and y and a number p. If elements are complex, syr and syr2
/// mean her and her2: A := p x x^H + A with the real part of p, and A := p x y^H + conj(p) y x^H + A.
enum class RankUpdate : std::uint8_t {
    ger,  ///< A := p x y^T + A, m x n
    syr,  ///< A := p x x^T + A, in one triangle of an n x n matrix
    syr2  ///< A := p (x y^T + y x^T) + A, in one triangle of an n x n matrix
};

/// All operations, in the order of the enumeration.
inline constexpr RankUpdate kRankUpdates[] = {RankUpdate::ger, RankUpdate::syr, RankUpdate::syr2};

/// Returns "ger", "syr" or "syr2"; if elements of `type` are complex, "ger", "her" or "her2".
std::string_view name(RankUpdate operation, ElementType type = ElementType::f64) noexcept;

/// How a kernel divides its work. A work-group takes a block of vector * items rows and `columns` columns.
struct RankUpdateBlocking {
    /// Adjacent rows moved together: 1, 2, 4, 8 or 16, at most 64 bytes; 0 means 16 bytes. For complex
    /// elements, 1.
    int vector = 0;
    int items = 128;   ///< work-items of a work-group: a power of two, 1 to 1024
    int columns = 32;  ///< a power of two, at most vector * items
    int unroll = 4;    ///< columns loaded before any is stored: a power of two, at most `columns` and 16

    friend bool operator==(const RankUpdateBlocking&, const RankUpdateBlocking&) = default;
};

/// Returns the blocking for an m x n matrix A on a device about which only the kind is known.
RankUpdateBlocking default_blocking(RankUpdate operation, ElementType type, std::int64_t m, std::int64_t n,
                                    bool is_gpu);

/// The parameters that identify an instruction. Results have the same bits for all blockings.
struct RankUpdateParameters {
    RankUpdate operation = RankUpdate::ger;  ///< what it computes
    ElementType type = ElementType::f64;     ///< f32, f64, c32 or c64
    bool upper = false;                      ///< the triangle of syr and syr2; false for ger
    VectorCoefficient coefficient = VectorCoefficient::number;  ///< where p comes from
    RankUpdateBlocking blocking{};                              ///< how it divides the work

    friend bool operator==(const RankUpdateParameters&, const RankUpdateParameters&) = default;
};

/// Returns the name: "ger_f64_v2_i128_c32_u4"; "syr_f64_l_..." and "syr_f64_u_..." depending on the triangle;
/// "ger_f64_a_..." (element) and "ger_f64_q_..." (quotient) depending on the coefficient; "her_c64_l_..." and
/// "her2_c64_l_..." if elements are complex.
std::string name(const RankUpdateParameters& parameters);
/// Returns the parameters that have this name, or no value if the text is not the name of an instruction that
/// hg can make.
std::optional<RankUpdateParameters> parse_rank_update(std::string_view name);

/// Returns the reason why there is no such instruction; empty if there is one.
std::string rank_update_fault(const RankUpdateParameters& parameters);

/// Returns the instruction. Equal parameters return the same object. Thread-safe.
///
/// Operands, in order: x; y, unless it is syr; A; of and over, which are a and b of the coefficient. Vectors
/// are as in vector.hpp. Scalars, in order: alpha; x_reversed (i32); y_reversed (i32), if there is y.
///
/// If elements are complex, more scalars (i32) follow. For ger: y_conjugated (1: A := p x y^H + A) and p_real
/// (1: p is its real part, as in her). For all: conjugated (1: A stands for its conjugate, and the update is
/// conjugated). The diagonal that her and her2 leave is real, and its imaginary parts are not read.
///
/// If p is 0, A is unchanged. As in the reference BLAS, column j of A is unchanged if y(j) is 0 (ger), if
/// x(j) is 0 (syr), or if both are 0 (syr2): NaN and Inf in x then do not reach it.
///
/// Throws Error{invalid_argument} if the parameters do not fit together.
InstructionPtr rank_update(const RankUpdateParameters& parameters);

/// Returns the rank_update() of this name, or null if there is none.
InstructionPtr find_rank_update(std::string_view name);
/// Returns the names of all instructions with default parameters.
std::vector<std::string> rank_update_names();

}  // namespace hg::kernels
