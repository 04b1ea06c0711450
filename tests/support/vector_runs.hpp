#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/gemm_samples.hpp"
#include <hg/blas/registers/vector.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/verify.hpp>

/// Programs on vectors.
namespace hg::test {

/// A vector in host memory: n x 1, or row 0 of inc x n, whose other rows must stay as they are.
template <class T>
struct HostVector {
    HostVector(std::int64_t length, std::int64_t increment, unsigned seed)
        : n(length),
          inc(increment),
          matrix(Layout::col_major, inc == 1 ? n : inc, inc == 1 ? 1 : n, 0, seed) {}
    T& operator[](std::int64_t i) { return matrix.data[static_cast<std::size_t>(i * inc)]; }
    T operator[](std::int64_t i) const { return matrix.data[static_cast<std::size_t>(i * inc)]; }

    std::int64_t n, inc;
    Matrix<T> matrix;
};

/// One program on vectors: they are loaded, and stored after what the test appends.
class VectorRun {
  public:
    explicit VectorRun(Machine& machine) : builder(machine.target()), machine_(machine) {}

    template <class T>
    RegisterId vector(HostVector<T>& v) {
        const RegisterId reg = matrix(v.matrix.data, v.matrix.rows, v.matrix.cols);
        return v.inc == 1 ? reg : builder.window(reg, 0, 0, 1, v.n);
    }
    template <class T>
    RegisterId matrix(std::vector<T>& data, std::int64_t rows, std::int64_t cols) {
        const std::string name = "X" + std::to_string(stores_.size());
        const HostTile tile{builder.matrix(name, element_type_of<T>(), rows, cols), 0, 0, rows, cols};
        const RegisterId reg = builder.reg(0, element_type_of<T>(), rows, cols);
        builder.load(reg, tile);
        bindings_.matrix(name, data.data(), rows);
        stores_.emplace_back(tile, reg);
        return reg;
    }
    void run() {
        for (const auto& [tile, reg] : stores_) builder.store(tile, reg);
        const Program program = std::move(builder).finish();
        verify(program);
        machine_.run(program, bindings_);
    }

    ProgramBuilder builder;

  private:
    Machine& machine_;
    Bindings bindings_;
    std::vector<std::pair<HostTile, RegisterId>> stores_;
};

}  // namespace hg::test
