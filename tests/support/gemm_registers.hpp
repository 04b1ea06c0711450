#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "support/gemm_samples.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/verify.hpp>

/// Products of matrices that stand in registers of a device.
namespace hg::test {

/// A program with a sample's matrices in registers of device 0: append(builder, A, B, C) makes C of them.
/// With `reads_c` C holds a caller's matrix before.
template <class T, class Append>
Program program_in_registers(const Target& target, const GemmSample<T>& s, bool reads_c,
                             const Append& append) {
    constexpr ElementType type = element_type_of<T>();
    ProgramBuilder builder(target);
    const auto placed = [&](const char* name, Op op, std::int64_t rows, std::int64_t cols,
                            bool loads = true) {
        if (op != Op::none) std::swap(rows, cols);
        const HostTile tile{builder.matrix(name, type, rows, cols), 0, 0, rows, cols};
        const RegisterId reg = builder.reg(0, type, rows, cols, padded_ld(rows, type));
        if (loads) builder.load(reg, tile);
        return std::pair(tile, reg);
    };
    const RegisterId a = placed("A", s.op_a, s.m, s.k).second, b = placed("B", s.op_b, s.k, s.n).second;
    const auto [tile, c] = placed("C", Op::none, s.m, s.n, reads_c);
    append(builder, a, b, c);
    builder.store(tile, c);
    Program program = std::move(builder).finish();
    verify(program);
    return program;
}

/// The new C after a program on matrices A, B and C, and on what else is bound.
template <class T>
Matrix<T> run_in_registers(Machine& machine, const Program& program, const Matrix<T>& a, const Matrix<T>& b,
                           const Matrix<T>& c, Bindings others = {}) {
    Matrix<T> got = c;
    machine.run(program, others.matrix("A", a.data.data(), a.ld)
                             .matrix("B", b.data.data(), b.ld)
                             .matrix("C", got.data.data(), got.ld));
    return got;
}

/// The commands that launch instructions whose names start so.
inline std::size_t launches_of(const Program& program, std::string_view start) {
    return static_cast<std::size_t>(
        std::count_if(program.commands().begin(), program.commands().end(), [&](const Command& command) {
            return command.operation == Operation::exec &&
                   program.instructions()[command.subject]->name.starts_with(start);
        }));
}

}  // namespace hg::test
