// Runs products of small sparse matrices and the instructions of solvers through the plain OpenCL C interface
// and compares with their host implementations, as oclgrind_kernels does with products of matrices.
#include <cstdio>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/solver/solver_kernels.hpp"
#include "oclgrind_device.hpp"
#include "tests/support/spmv_samples.hpp"
#include <hg/kernels/spmv.hpp>

namespace {

using namespace hg;
using kernels::CgBlocking;
using kernels::SpmvKernel;
using kernels::SpmvParameters;
using test::AnyMatrix;
using test::Device;
using test::expect_close;
using test::Matrix;

template <class T>
Matrix<T> matrix_of(const std::vector<T>& elements, std::int64_t rows, std::int64_t cols) {
    Matrix<T> made(rows, cols, 0, 1);
    made.data = elements;
    return made;
}

/// The operands of a product and of what finishes it, twice: for the device, and for the host.
template <class T>
struct SpmvOperands {
    SpmvOperands(const SpmvParameters& p, const test::SpmvArrays<T>& arrays, std::int64_t rows,
                 std::int64_t cols, std::int64_t columns)
        : column(matrix_of(arrays.column, arrays.rows, arrays.cols)),
          value(matrix_of(arrays.value, arrays.rows, arrays.cols)),
          x(p.turned ? padded(columns, p.blocking.columns) : cols, p.turned ? cols : columns,
            p.turned ? 0 : 2, 3),
          y(rows, columns, 1, 4),
          parts(groups(p, arrays, rows), 2 * columns, 1, 5) {
        for (const auto& array : arrays.structure)
            structure.push_back(matrix_of(array, static_cast<std::int64_t>(array.size()), 1));
    }

    static std::int64_t padded(std::int64_t columns, std::int64_t pass) {
        return (columns + pass - 1) / pass * pass;
    }
    static std::int64_t groups(const SpmvParameters& p, const test::SpmvArrays<T>& arrays,
                               std::int64_t rows) {
        return kernels::spmv_groups(p, rows, static_cast<std::int64_t>(arrays.value.size()));
    }
    std::vector<AnyMatrix> of(const Instruction& instruction) {
        std::vector<AnyMatrix> all(structure.begin(), structure.end());
        for (const Operand& operand : instruction.operands) {
            if (operand.name == "column") all.push_back(column);
            if (operand.name == "value") all.push_back(value);
            if (operand.name == "x") all.push_back(x);
            if (operand.name == "parts") all.push_back(parts);
            if (operand.name == "y") all.push_back(y);
        }
        return all;
    }

    std::deque<Matrix<std::int32_t>> structure;
    Matrix<std::int32_t> column;
    Matrix<T> value, x, y, parts;
};

template <class T>
void check_product(Device& device, SpmvParameters p, const test::SpmvSample<T>& a) {
    p.type = element_type_of<T>();
    const test::SpmvArrays<T> arrays = test::arrays_of(p, a);
    SpmvOperands<T> got(p, arrays, a.rows, a.cols, 3);
    SpmvOperands<T> wanted = got;
    std::vector<ScalarValue> scalars{-1.25};
    if (p.kernel != SpmvKernel::coo) scalars.emplace_back(0.5);
    std::vector<ScalarValue> of_rest = scalars;
    if (is_complex(p.type)) scalars.emplace_back(1.0);
    const InstructionPtr product = kernels::spmv_kernel(p);
    test::run_both(device, *product, got.of(*product), wanted.of(*product), scalars);
    if (leaves_rest(p.kernel)) {
        const InstructionPtr rest = kernels::spmv_rest(p);
        test::run_both(device, *rest, got.of(*rest), wanted.of(*rest), of_rest);
    }
    expect_close(product->name + " of " + std::to_string(a.rows) + " rows", got.y.data, wanted.y.data);
}

void check_products(Device& device) {
    const auto uneven = test::spmv_sample<double>(test::uneven_lengths(37, 20, 4), 41);
    const auto dense_row = test::spmv_sample<double>({0, 2, 0, 300, 1, 0}, 400);
    const auto of_complex = test::spmv_sample<std::complex<float>>(test::uneven_lengths(19, 12, 5), 23);
    const std::vector<SpmvParameters> all{
        {.kernel = SpmvKernel::csr_rows, .blocking = {.lanes = 4, .items = 8, .unroll = 2, .columns = 2}},
        {.kernel = SpmvKernel::csr_merge, .blocking = {.items = 4, .work = 3, .columns = 2}},
        {.kernel = SpmvKernel::sell,
         .blocking = {.lanes = 2, .items = 8, .unroll = 2, .slice = 4, .columns = 2}},
        {.kernel = SpmvKernel::ell, .blocking = {.items = 8, .unroll = 4, .columns = 4}},
        {.kernel = SpmvKernel::coo, .blocking = {.items = 2, .work = 2}}};
    for (const SpmvParameters& p : all) {
        check_product(device, p, uneven);
        if (leaves_rest(p.kernel)) check_product(device, p, dense_row);
        SpmvParameters turned = p;
        turned.turned = true;
        turned.blocking.columns = 2;
        if (p.kernel != SpmvKernel::ell) check_product(device, turned, uneven);
        if (p.kernel == SpmvKernel::csr_merge) check_product(device, turned, dense_row);
        if (p.kernel == SpmvKernel::csr_rows || p.kernel == SpmvKernel::csr_merge)
            check_product(device, p, of_complex);
    }
}

/// An instruction of vectors of these lengths.
void check_vectors(Device& device, const Instruction& instruction,
                   const std::vector<std::pair<int, int>>& extents) {
    std::vector<Matrix<double>> vectors;
    for (const auto& [rows, cols] : extents)
        vectors.emplace_back(rows, cols, cols > 1 ? 1 : 0, 7 + unsigned(vectors.size()));
    test::check(device, instruction, {vectors.begin(), vectors.end()}, {});
}

void check_solver_kernels(Device& device) {
    const CgBlocking b{2, 4, 3};
    const int n = 43;
    const int groups = static_cast<int>(kernels::cg_groups(b, n));
    const ElementType type = ElementType::f64;
    check_vectors(device, *kernels::cg_update(type, true, b),
                  {{1, 1}, {1, 1}, {n, 1}, {n, 1}, {n, 1}, {n, 1}, {n, 1}, {n, 1}, {groups, 2}});
    check_vectors(device, *kernels::cg_direction(type, b), {{1, 1}, {1, 1}, {n, 1}, {n, 1}});
    check_vectors(device, *kernels::diagonal_product(type), {{n, 1}, {n, 1}, {n, 1}});
    check_vectors(device, *kernels::block_diagonal_product(type, 5), {{5, n}, {n, 1}, {n, 1}});
    check_vectors(device, *kernels::spmv_turn(type), {{n, 3}, {4, n}});
    Matrix<std::int32_t> index(n, 1, 0, 1);
    for (std::size_t i = 0; i < index.data.size(); ++i) index.data[i] = static_cast<std::int32_t>(i * 7 % 11);
    Matrix<double> x(11, 2, 1, 2), y(n, 2, 1, 3);
    test::check(device, *kernels::gather(type), {index, x, y}, {});
}

}  // namespace

int main() {
    return test::run_checks([](Device& device) {
        check_products(device);
        check_solver_kernels(device);
    });
}
