#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/hgctl/peers/resident_call.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hgctl {

struct ResidentRoutine;

/// One row of `hgctl bench resident`.
struct ResidentCase {
    const ResidentRoutine* routine = nullptr;
    hg::ElementType type = hg::ElementType::f64;
    hg::Op op = hg::Op::none;
    hg::Uplo uplo = hg::Uplo::lower;
    std::int64_t m = 0, n = 0;
    std::int64_t gap = -1;  ///< rows between columns; below 0: columns begin on boundaries of 128 bytes
    std::string kernel;     ///< how it divides the work, by the name of a kernel; empty: as hg chooses
    const hg::kernels::Database* database = nullptr;  ///< by which hg chooses; null: by none
    int chain = 0;    ///< calls of one run; 0: as many as take a twentieth of a second
    int warm_up = 1;  ///< runs that do not count
    int runs = 5;

    /// "gemv f64 t": with what the routine has.
    [[nodiscard]] std::string title() const;
    /// "4096 x 512", or "4096" for a vector.
    [[nodiscard]] std::string extent() const;
    /// Bytes that it must move at least.
    [[nodiscard]] double bytes() const;
};

/// What a matrix holds.
enum class Filling : std::uint8_t { random, near_identity };

/// An operand in the device's memory.
struct ResidentOperand {
    hg::ElementType type = hg::ElementType::f64;
    std::int64_t rows = 0;
    std::int64_t cols = 1;
    bool written = false;
    Filling filling = Filling::random;
};

/// A routine of level 1 or 2 on registers.
struct ResidentRoutine {
    VectorRoutine id;
    std::string_view name;
    bool has_m;     ///< m x n matrices, else n x n ones or vectors
    bool has_op;    ///< op(A)
    bool has_uplo;  ///< one triangle
    std::string_view help;
    /// In the order of a call: matrix, vectors, result.
    std::vector<ResidentOperand> (*operands)(const ResidentCase&);
    void (*append)(hg::ProgramBuilder&, const ResidentCase&, std::span<const hg::RegisterId>);
};

inline constexpr double kResidentAlpha = -1.0;
inline constexpr double kResidentC = 0.6;
inline constexpr double kResidentS = 0.8;

/// All of them.
const std::vector<ResidentRoutine>& resident_routines();

}  // namespace hgctl
