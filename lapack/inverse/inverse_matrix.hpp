#pragma once

#include <cstddef>

#include "lapack/inverse/inverse_layout.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// A in host memory and on a device, where the inverse takes the place of the factor L, block column by block
/// column. There both triangles of the inverse are kept. For A = U^H U, L is U^H, and all that is stored is
/// the adjoint; blocks are named as those of L all the same.
class InverseMatrix {
  public:
    /// Declares the program's matrix parameter `A`. The builder and the layout must outlive the object.
    InverseMatrix(ProgramBuilder& builder, const InverseProblem& problem, const InverseLayout& layout);

    /// Loads block column k of the factor.
    void load(std::size_t k);
    /// The block of the factor on the diagonal: of its other triangle nothing is known.
    [[nodiscard]] RegisterId diagonal(std::size_t k);
    /// What of the factor is below it.
    [[nodiscard]] RegisterId below(std::size_t k);
    /// The inverse for the rows and columns behind block column k.
    [[nodiscard]] RegisterId inverse_behind(std::size_t k);

    /// Puts block column k of the inverse into the place of the factor's and stores it: one triangle of the
    /// block on the diagonal, and what is below it, if anything is.
    void put(std::size_t k, RegisterId diagonal, RegisterId below);

    [[nodiscard]] bool is_transposed() const noexcept { return transposed_; }

  private:
    /// Rows and columns of L's place.
    [[nodiscard]] RegisterId window(const Span& rows, const Span& cols);
    [[nodiscard]] HostTile tile(const Span& rows, const Span& cols) const noexcept;
    [[nodiscard]] HostTile triangle(const Span& diagonal) const noexcept;

    ProgramBuilder& builder_;
    const InverseLayout& layout_;
    ElementType type_;
    bool transposed_;
    ParameterId parameter_;
    RegisterId all_;
};

}  // namespace hg
