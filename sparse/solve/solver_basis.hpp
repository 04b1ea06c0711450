#pragma once

#include <cstdint>

#include "sparse/solve/solver_program.hpp"

namespace hg::sparse {

/// The vectors that GMRES makes orthogonal, and their products with others, in one program.
class SolverBasis {
  public:
    /// At most `most` vectors, and as many columns of products. Both keep what they hold from program to
    /// program.
    SolverBasis(SolverProgram& program, std::int64_t most, std::int64_t columns);

    [[nodiscard]] Spread vector(std::int64_t j);
    /// All columns of products.
    [[nodiscard]] const Spread& products() const noexcept { return products_; }

    /// Column c of the products := v^H w for the first `count` vectors v.
    void project(std::int64_t count, const Spread& w, std::int64_t c);
    /// w -= the sum of those vectors times the products of column c.
    void subtract(std::int64_t count, std::int64_t c, const Spread& w);

  private:
    [[nodiscard]] RegisterId product(RegisterId products, std::int64_t i) const;
    void project(std::size_t d, std::int64_t count, RegisterId w, RegisterId products);
    void add_up(const Spread& parts, std::int64_t rows, std::int64_t c);

    SolverProgram& program_;
    ProgramBuilder& builder_;
    const ElementType type_;
    std::int64_t most_;
    Spread vectors_, products_;
    std::int64_t next_slab_ = 0;
};

}  // namespace hg::sparse
