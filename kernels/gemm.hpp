#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/program/instruction.hpp"

namespace hg::kernels {

/// Which source a GEMM instruction is made from.
enum class GemmFamily {
    global,  ///< every work-item reads A and B from global memory: the plain one, runs anywhere
    local    ///< tiles of A and B in local memory, a register block of C per work-item
};

/// Everything that names one GEMM instruction: C := alpha op(A) op(B) + beta C on registers.
/// op(A) is m x k, op(B) k x n, C m x n. Blocking values of 0 take the family's default for the type.
struct GemmParameters {
    GemmFamily family = GemmFamily::local;
    ElementType type = ElementType::f64;
    bool transpose_a = false;
    bool transpose_b = false;
    bool overwrite = false;  ///< C is written and never read: the instruction for beta = 0

    int tile_m = 0;  ///< rows of C a work-group computes
    int tile_n = 0;  ///< columns of C a work-group computes
    int tile_k = 0;  ///< depth of the tiles in local memory
    int work_m = 0;  ///< rows of C a work-item computes
    int work_n = 0;  ///< columns of C a work-item computes
    int vector = 0;  ///< rows of C in one vector of a work-item: 1, 2, 4, 8 or 16; default: 16 bytes

    friend bool operator==(const GemmParameters&, const GemmParameters&) = default;
};

/// The best parameters known for a kind of device: GPUs take the family's defaults, CPUs larger tiles for
/// fewer barriers and vectors as wide as their registers.
GemmParameters default_gemm(ElementType type, bool is_gpu);

/// The instruction's name, for example "gemm_local_f64_nt" or "gemm_global_f32_nn_set" (overwrite), followed
/// by
/// "_<tile_m>x<tile_n>x<tile_k>_<work_m>x<work_n>" where the blocking is not the default and "_v<vector>"
/// where the vector is not.
std::string name(const GemmParameters& parameters);

/// The parameters that have this name; none where the text is not the name of a GEMM that can be made.
std::optional<GemmParameters> parse_gemm(std::string_view name);

/// Makes the instruction; operands A, B, C and scalars alpha, beta. Equal parameters give the same object.
/// Every element of C sums over k in ascending order, wherever it lies in the tile: results do not depend on
/// how C is divided. Throws Error{invalid_argument} for parameters that do not divide as the kernel needs.
InstructionPtr gemm(const GemmParameters& parameters);

}  // namespace hg::kernels
