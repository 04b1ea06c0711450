#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "blas/call/argument_list.hpp"
#include "blas/tiles/host_vector.hpp"
#include <hg/kernels/database.hpp>
#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// A call of level 1 as its program sees it.
struct VectorProblem {
    kernels::VectorOperation operation = kernels::VectorOperation::copy;
    ElementType type = ElementType::f64;
    std::int64_t n = 0;
    VectorForm x{};
    VectorForm y{};       ///< for operations with two vectors
    bool pinned = false;  ///< unused: transfers alone determine the time of a call

    /// Returns true if x(i) is paired with y(n - 1 - i), both counted in memory order.
    [[nodiscard]] bool reversed() const noexcept { return x.backwards != y.backwards; }
    [[nodiscard]] std::string key() const;
};

/// The vectors that a call lists.
class ListedVectors : public ArgumentList<ListedVectors> {
  public:
    using ArgumentList::vector;
    template <class T>
    void vector(std::string_view /*name*/, T* /*data*/, const Strided& elements,
                bool /*used*/ = true) noexcept {
        forms[count++] = form_of(elements);
    }

    VectorForm forms[2]{};
    std::size_t count = 0;
};

/// Returns the operation of a routine. They have the same names, except for dotu: the operation dot does not
/// conjugate complex elements.
inline kernels::VectorOperation operation_of(std::string_view routine) noexcept {
    if (routine == "dotu") return kernels::VectorOperation::dot;
    return *std::ranges::find(kernels::kComplexVectorOperations, routine,
                              [](auto operation) { return name(operation); });
}

/// Returns the problem of a call's arguments.
template <class Arguments>
VectorProblem vector_problem(const Arguments& call) noexcept {
    ListedVectors vectors;
    list_arguments(call, vectors);
    return {.operation = operation_of(Arguments::kName),
            .type = element_type_of<typename Arguments::Element>(),
            .n = call.n,
            .x = vectors.forms[0],
            .y = vectors.count > 1 ? vectors.forms[1] : vectors.forms[0]};
}

/// Returns the number of elements in each piece of a vector, except for the last one.
std::int64_t vector_piece(const VectorProblem& problem, const Target& target);

/// Builds the program for one device, piece by piece, with kernels that the database chooses. Its parameters:
/// x and y; alpha, or c and s; `result`, or `places` with the index of the largest element in each piece.
Program vector_program(const VectorProblem& problem, const Target& target, const kernels::Database& database);

}  // namespace hg
