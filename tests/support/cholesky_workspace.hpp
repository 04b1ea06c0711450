#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <hg/runtime/machine/bindings.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg::test {

/// What a program of Cholesky's factorization asks for beside A, if several devices run it.
template <class T>
struct CholeskyWorkspace {
    std::vector<std::int32_t> info;
    std::vector<T> exchange{};

    /// The object must outlive the run.
    void bind(const Program& program, Bindings& bindings) {
        for (const MatrixParameter& matrix : program.matrices()) {
            if (matrix.name == "info") bindings.matrix("info", info.data(), 1);
            if (matrix.name != "exchange") continue;
            exchange.resize(static_cast<std::size_t>(matrix.rows * matrix.cols));
            bindings.matrix("exchange", exchange.data(), matrix.rows);
        }
    }
};

}  // namespace hg::test
