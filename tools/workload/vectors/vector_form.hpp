#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "blas/cost/memory_bound.hpp"
#include "tools/workload/vectors/vector_arguments.hpp"

namespace hgctl {

/// What a matrix holds.
enum class Filling : std::uint8_t { random, near_identity };

/// The elements that a routine has.
enum class ElementsOf : std::uint8_t { all, real, complex };

/// Where the letter of real numbers stands in names for complex ones: not at all, as in zdrot, or as in dznrm2.
enum class RealLetter : std::uint8_t { none, after, before };

/// An operand of a call of level 1 or 2.
struct VectorOperand {
    hg::ElementType type = hg::ElementType::f64;
    std::int64_t rows = 0;
    std::int64_t cols = 1;
    std::int64_t inc = 1;  ///< of a vector
    bool read = true;
    bool written = false;
    Filling filling = Filling::random;

    [[nodiscard]] std::int64_t count() const noexcept { return rows * cols; }
};

/// A routine of level 1 or 2 as benchmarks see it.
struct VectorForm {
    std::string_view name;
    std::string_view help;
    /// In the order of a call: matrix, vectors, result.
    std::vector<VectorOperand> (*operands)(const VectorArguments&);
    VectorRoutine routine;
    bool has_m = false;     ///< m x n matrices, else n x n ones or vectors
    bool has_op = false;    ///< op(A)
    bool has_uplo = false;  ///< one triangle
    bool has_diag = false;  ///< its diagonal may count as ones
    bool has_y = false;     ///< two vectors
    bool has_alpha = false;
    ElementsOf elements = ElementsOf::all;
    RealLetter real_letter = RealLetter::none;

    [[nodiscard]] bool has(hg::ElementType type) const noexcept {
        return elements == ElementsOf::all || hg::is_complex(type) == (elements == ElementsOf::complex);
    }
    /// "d", "z", "zd" or "dz".
    [[nodiscard]] std::string letters(hg::ElementType type) const;
    /// With numbers by which repeated calls neither grow nor shrink much.
    [[nodiscard]] VectorArguments arguments() const {
        return {.routine = routine, .alpha = has_alpha ? -1.0 : 1.0, .c = 0.6, .s = 0.8};
    }
};

/// All of them.
std::span<const VectorForm> vector_forms();

const VectorForm& form_of(const VectorArguments& call);

/// Bytes that a call must move at least.
hg::Traffic traffic_of(const VectorArguments& call);

}  // namespace hgctl
