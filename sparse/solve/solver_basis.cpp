#include "sparse/solve/solver_basis.hpp"

#include <complex>

#include <hg/blas/registers/gemv.hpp>

namespace hg::sparse {

template <Element T>
SolverBasis<T>::SolverBasis(SolverProgram<T>& program, std::int64_t most, std::int64_t columns)
    : program_(program),
      builder_(program.builder_),
      most_(most),
      vectors_(program.declare("basis", element_type_of<T>(), {.cols = most, .unit = kPlaceUnit})),
      products_(program.declare("products" + std::to_string(columns), element_type_of<T>(),
                                {product_rows(most), columns, kPlaceUnit})) {}

template <Element T>
Spread SolverBasis<T>::vector(std::int64_t j) {
    Spread spread;
    for (const RegisterId all : vectors_)
        spread.push_back(builder_.window(all, 0, j, builder_.reg(all).rows, 1));
    return spread;
}

template <Element T>
RegisterId SolverBasis<T>::product(RegisterId products, std::int64_t i) const {
    return builder_.window(products, i * kProductRows, 0, 1, 1);
}

template <Element T>
void SolverBasis<T>::project(std::size_t d, std::int64_t count, RegisterId w, RegisterId products) {
    if constexpr (RealElement<T>) {
        const RegisterId vectors = builder_.window(vectors_[d], 0, 0, builder_.reg(w).rows, count);
        gemv(builder_, Op::trans, 1.0, vectors, w, 0.0, products);
    } else {
        for (std::int64_t i = 0; i < count; ++i) dotc(builder_, vector(i)[d], w, product(products, i));
    }
}

template <Element T>
void SolverBasis<T>::project(std::int64_t count, const Spread& w, std::int64_t c) {
    const std::int64_t rows = product_rows(count);
    Spread parts;
    for (std::size_t d = 0; d < w.size(); ++d) {
        parts.push_back(w.size() == 1 ? builder_.window(products_[d], 0, c, rows, 1)
                                      : builder_.reg(program_.index_of(d), element_type_of<T>(), rows, 1));
        project(d, count, w[d], parts[d]);
    }
    if (w.size() > 1) add_up(parts, rows, c);
}

/// Of each device's part, in their order. What stands between complex products does not count.
template <Element T>
void SolverBasis<T>::add_up(const Spread& parts, std::int64_t rows, std::int64_t c) {
    const auto devices = static_cast<std::int64_t>(parts.size());
    const ParameterId host = program_.exchanged("slabs", product_rows(most_), 2 * devices);
    const std::int64_t first = next_slab_++ % 2 * devices;
    for (std::int64_t d = 0; d < devices; ++d)
        builder_.store({host, 0, first + d, rows, 1}, parts[static_cast<std::size_t>(d)]);
    for (std::size_t d = 0; d < parts.size(); ++d) {
        const RegisterId all = builder_.reg(program_.index_of(d), element_type_of<T>(), rows, devices,
                                            (rows + kPlaceUnit - 1) / kPlaceUnit * kPlaceUnit);
        const RegisterId sum = builder_.window(products_[d], 0, c, rows, 1);
        builder_.load(all, {host, 0, first, rows, devices});
        copy(builder_, builder_.window(all, 0, 0, rows, 1), sum);
        for (std::int64_t other = 1; other < devices; ++other)
            axpy(builder_, 1.0, builder_.window(all, 0, other, rows, 1), sum);
    }
}

template <Element T>
void SolverBasis<T>::subtract(std::int64_t count, std::int64_t c, const Spread& w) {
    for (std::size_t d = 0; d < w.size(); ++d) {
        const RegisterId products = builder_.window(products_[d], 0, c, product_rows(count), 1);
        if constexpr (RealElement<T>) {
            const RegisterId vectors = builder_.window(vectors_[d], 0, 0, builder_.reg(w[d]).rows, count);
            gemv(builder_, Op::none, -1.0, vectors, products, 1.0, w[d]);
        } else {
            for (std::int64_t i = 0; i < count; ++i)
                axpy(builder_, Coefficient(-1.0, product(products, i)), vector(i)[d], w[d]);
        }
    }
}

template class SolverBasis<float>;
template class SolverBasis<double>;
template class SolverBasis<std::complex<float>>;
template class SolverBasis<std::complex<double>>;

}  // namespace hg::sparse
