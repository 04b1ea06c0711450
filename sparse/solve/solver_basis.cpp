#include "sparse/solve/solver_basis.hpp"

#include <hg/blas/registers/gemv.hpp>

namespace hg::sparse {

SolverBasis::SolverBasis(SolverProgram& program, std::int64_t most, std::int64_t columns)
    : program_(program),
      builder_(program.builder_),
      type_(program.type_),
      most_(most),
      vectors_(program.declare("basis", type_, {.cols = most, .unit = kPlaceUnit})),
      products_(program.declare("products" + std::to_string(columns), type_,
                                {product_rows(type_, most), columns, kPlaceUnit})) {}

Spread SolverBasis::vector(std::int64_t j) {
    Spread spread;
    for (const RegisterId all : vectors_)
        spread.push_back(builder_.window(all, 0, j, builder_.reg(all).rows, 1));
    return spread;
}

RegisterId SolverBasis::product(RegisterId products, std::int64_t i) const {
    return builder_.window(products, i * product_step(type_), 0, 1, 1);
}

void SolverBasis::project(std::size_t d, std::int64_t count, RegisterId w, RegisterId products) {
    if (!is_complex(type_)) {
        const RegisterId vectors = builder_.window(vectors_[d], 0, 0, builder_.reg(w).rows, count);
        gemv(builder_, Op::trans, 1.0, vectors, w, 0.0, products);
    } else {
        for (std::int64_t i = 0; i < count; ++i) dotc(builder_, vector(i)[d], w, product(products, i));
    }
}

void SolverBasis::project(std::int64_t count, const Spread& w, std::int64_t c) {
    const std::int64_t rows = product_rows(type_, count);
    Spread parts;
    for (std::size_t d = 0; d < w.size(); ++d) {
        parts.push_back(w.size() == 1 ? builder_.window(products_[d], 0, c, rows, 1)
                                      : builder_.reg(program_.index_of(d), type_, rows, 1));
        project(d, count, w[d], parts[d]);
    }
    if (w.size() > 1) add_up(parts, rows, c);
}

/// Of each device's part, in their order. What stands between complex products does not count.
void SolverBasis::add_up(const Spread& parts, std::int64_t rows, std::int64_t c) {
    const auto devices = static_cast<std::int64_t>(parts.size());
    const ParameterId host = program_.exchanged("slabs", product_rows(type_, most_), 2 * devices);
    const std::int64_t first = next_slab_++ % 2 * devices;
    for (std::int64_t d = 0; d < devices; ++d)
        builder_.store({host, 0, first + d, rows, 1}, parts[static_cast<std::size_t>(d)]);
    for (std::size_t d = 0; d < parts.size(); ++d) {
        const RegisterId all = builder_.reg(program_.index_of(d), type_, rows, devices,
                                            (rows + kPlaceUnit - 1) / kPlaceUnit * kPlaceUnit);
        const RegisterId sum = builder_.window(products_[d], 0, c, rows, 1);
        builder_.load(all, {host, 0, first, rows, devices});
        copy(builder_, builder_.window(all, 0, 0, rows, 1), sum);
        for (std::int64_t other = 1; other < devices; ++other)
            axpy(builder_, 1.0, builder_.window(all, 0, other, rows, 1), sum);
    }
}

void SolverBasis::subtract(std::int64_t count, std::int64_t c, const Spread& w) {
    for (std::size_t d = 0; d < w.size(); ++d) {
        const RegisterId products = builder_.window(products_[d], 0, c, product_rows(type_, count), 1);
        if (!is_complex(type_)) {
            const RegisterId vectors = builder_.window(vectors_[d], 0, 0, builder_.reg(w[d]).rows, count);
            gemv(builder_, Op::none, -1.0, vectors, products, 1.0, w[d]);
        } else {
            for (std::int64_t i = 0; i < count; ++i)
                axpy(builder_, Coefficient(-1.0, product(products, i)), vector(i)[d], w[d]);
        }
    }
}

}  // namespace hg::sparse
