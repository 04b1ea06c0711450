// Computes D := (A B) C on a device. The product A B never leaves the device, because a program of your own
// calls hg::gemm on registers. Each product uses the fastest kernel that hg knows for the device and the
// shape.
#include <cmath>
#include <iostream>
#include <vector>

#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/text.hpp>

namespace {

constexpr hg::ElementType kType = hg::ElementType::f64;
constexpr std::int64_t m = 600, k = 500, l = 400, n = 300;  // A is m x k, B k x l, C l x n, D m x n

// (1) A register for a matrix, and the command that loads it. Kernels are fastest if columns begin on
// 128-byte boundaries.
hg::RegisterId load(hg::ProgramBuilder& program, const char* name, std::int64_t rows, std::int64_t cols) {
    const hg::ParameterId matrix = program.matrix(name, kType, rows, cols);
    const hg::RegisterId reg = program.reg(0, kType, rows, cols, hg::padded_ld(rows, kType));
    program.load(reg, {matrix, 0, 0, rows, cols});
    return reg;
}

hg::Program make_program(const hg::Target& target, const hg::kernels::Database& kernels) {
    hg::ProgramBuilder program(target);
    const hg::RegisterId A = load(program, "A", m, k);
    const hg::RegisterId B = load(program, "B", k, l);
    const hg::RegisterId C = load(program, "C", l, n);

    // (2) The intermediate product is a register like any other; it has no host matrix. beta is the number 0,
    // so the product writes the register without reading it.
    const hg::RegisterId AB = program.reg(0, kType, m, l, hg::padded_ld(m, kType));
    const hg::RegisterId D = program.reg(0, kType, m, n, hg::padded_ld(m, kType));
    hg::gemm(program, hg::Op::none, hg::Op::none, 1.0, A, B, 0.0, AB, kernels);
    hg::gemm(program, hg::Op::none, hg::Op::none, 1.0, AB, C, 0.0, D, kernels);

    // (3) Only D is stored. The dependencies follow from the registers: the second product waits for the
    // first, and the first only for A and B, so C is loaded in the meantime.
    program.store({program.matrix("D", kType, m, n), 0, 0, m, n}, D);
    return std::move(program).finish();
}

int run() {
    hg::Session session;
    const hg::Program program = make_program(session.machine().target(), session.kernels());
    std::cout << hg::print(program) << '\n';

    // (4) A(i, j) = i + 1 and B(i, j) = 1 / k, so (A B)(i, j) = i + 1.
    // C(i, j) = (j + 1) / l, so D(i, j) = (i + 1) (j + 1).
    std::vector<double> A(m * k), B(k * l, 1.0 / k), C(l * n), D(m * n);
    for (std::int64_t j = 0; j < k; ++j)
        for (std::int64_t i = 0; i < m; ++i) A[i + j * m] = static_cast<double>(i + 1);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < l; ++i) C[i + j * l] = static_cast<double>(j + 1) / l;
    session.run(program, hg::Bindings{}
                             .matrix("A", A.data(), m)
                             .matrix("B", B.data(), k)
                             .matrix("C", C.data(), l)
                             .matrix("D", D.data(), m));

    double worst = 0;
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i) {
            const auto right = static_cast<double>((i + 1) * (j + 1));
            const double error = std::fabs(D[i + j * m] - right) / right;
            if (error > worst || std::isnan(error)) worst = error;  // keeps NaN
        }
    const bool good = worst < 1e-12;
    std::cout << "Largest relative error: " << worst << (good ? " (good)\n" : " (WRONG)\n");
    return good ? 0 : 1;
}

}  // namespace

int main() {
    try {
        return run();
    } catch (const hg::Error& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
