#include "sparse/solve/solver_program.hpp"

#include "kernels/elementwise/copy.hpp"
#include "kernels/solver/solver_kernels.hpp"
#include "sparse/spmv/append_product.hpp"
#include "sparse/spmv/product_program.hpp"
#include <hg/blas/registers/vector.hpp>
#include <hg/kernels/scale.hpp>

namespace hg::sparse {

SolverProgram::SolverProgram(const SolverLayout& layout)
    : system_(layout), type_(layout.placement().type), builder_(layout.target()) {}

Spread SolverProgram::declare(const std::string& name, ElementType type, Shape shape) {
    Spread& spread = spreads_[name];
    if (!spread.empty()) return spread;
    for (std::size_t d = 0; d < count(); ++d) {
        const std::int64_t rows = shape.rows > 0 ? shape.rows : devices()[d].rows.size();
        const std::int64_t ld = (rows + shape.unit - 1) / shape.unit * shape.unit;
        spread.push_back(
            builder_.resident("d" + std::to_string(d) + "_" + name, index_of(d), type, rows, shape.cols, ld));
    }
    return spread;
}

Spread SolverProgram::vector() {
    Spread spread;
    for (std::size_t d = 0; d < count(); ++d)
        spread.push_back(builder_.reg(index_of(d), type_, devices()[d].rows.size(), 1));
    return spread;
}

Spread SolverProgram::number() {
    Spread spread;
    for (std::size_t d = 0; d < count(); ++d) spread.push_back(builder_.reg(index_of(d), type_, 1, 1));
    return spread;
}

Spread SolverProgram::element(const Spread& numbers, std::int64_t i) {
    Spread spread;
    for (const RegisterId all : numbers) spread.push_back(builder_.window(all, 0, i, 1, 1));
    return spread;
}

ParameterId SolverProgram::matrix(const std::string& name, ElementType type, std::int64_t rows,
                                  std::int64_t cols) {
    const auto known = matrices_.find(name);
    if (known != matrices_.end()) return known->second;
    return matrices_.emplace(name, builder_.matrix(name, type, rows, cols)).first->second;
}

ParameterId SolverProgram::exchanged(const std::string& name, std::int64_t rows, std::int64_t cols) {
    const auto known = matrices_.find(name);
    if (known != matrices_.end()) return known->second;
    return matrices_.emplace(name, builder_.pinned_matrix(name, type_, rows, cols)).first->second;
}

RegisterId SolverProgram::array(std::size_t d, const std::string& name, ElementType type, std::int64_t rows,
                                std::int64_t cols) {
    const auto known = arrays_.find(name);
    if (known != arrays_.end()) return known->second;
    return arrays_.emplace(name, builder_.resident(name, index_of(d), type, rows, cols)).first->second;
}

std::vector<RegisterId> SolverProgram::arrays(std::size_t d, std::size_t block, std::size_t part) {
    std::vector<RegisterId> made;
    for (const BlockArray& a : devices()[d].blocks[block].parts[part].arrays)
        made.push_back(array(d, array_name(devices()[d].device, block, part, a), a.type, a.rows, a.cols));
    return made;
}

RegisterId SolverProgram::preconditioner(std::size_t d) {
    const std::int64_t rows = system_.preconditioner_rows(), n = devices()[d].rows.size();
    return array(d, "d" + std::to_string(d) + "_preconditioner", type_, rows == 1 ? n : rows,
                 rows == 1 ? 1 : n);
}

HostTile SolverProgram::rows_of(ParameterId matrix, std::size_t d) const {
    return {matrix, devices()[d].rows.first, 0, devices()[d].rows.size(), 1};
}

void SolverProgram::load_block(std::size_t d, std::size_t number) {
    const std::vector<BlockPart>& parts = devices()[d].blocks[number].parts;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const std::vector<RegisterId> registers = arrays(d, number, part);
        for (std::size_t i = 0; i < registers.size(); ++i) {
            const BlockArray& a = parts[part].arrays[i];
            const ParameterId host =
                matrix(array_name(devices()[d].device, number, part, a), a.type, a.rows, a.cols);
            builder_.load(registers[i], {host, 0, 0, a.rows, a.cols});
        }
    }
}

void SolverProgram::load_system() {
    if (!system_.has_arrays()) return;
    for (std::size_t d = 0; d < count(); ++d) {
        for (std::size_t block = 0; block < devices()[d].blocks.size(); ++block) load_block(d, block);
        if (!has_preconditioner()) continue;
        const std::int64_t rows = system_.preconditioner_rows();
        const RowRange& own = devices()[d].rows;
        const ParameterId host = rows == 1 ? matrix("preconditioner", type_, system_.size(), 1)
                                           : matrix("preconditioner", type_, rows, system_.size());
        builder_.load(preconditioner(d),
                      rows == 1 ? rows_of(host, d) : HostTile{host, 0, own.first, rows, own.size()});
        if (rows > 1)
            builder_.exec(kernels::block_inverses(type_, static_cast<int>(rows)), {preconditioner(d)});
    }
}

void SolverProgram::load(const std::string& name, const Spread& x) {
    const ParameterId host = matrix(name, type_, system_.size(), 1);
    for (std::size_t d = 0; d < count(); ++d) builder_.load(x[d], rows_of(host, d));
}

void SolverProgram::store(const std::string& name, const Spread& x) {
    const ParameterId host = matrix(name, type_, system_.size(), 1);
    for (std::size_t d = 0; d < count(); ++d) builder_.store(rows_of(host, d), x[d]);
}

void SolverProgram::look(const std::string& name, const Spread& numbers) {
    const Register shape = builder_.reg(numbers[0]);
    builder_.store({matrix(name, shape.type, shape.rows, shape.cols), 0, 0, shape.rows, shape.cols},
                   numbers[0]);
}

void SolverProgram::begin_pass(std::int64_t slots) {
    load_system();
    const Spread b = vector("b"), x = vector("x"), r = vector("r");
    load("b", b);
    copy(b, r);
    zero(x);
    const Spread rr = numbers("rr", slots);
    zero(rr);
    dot(r, r, element(rr, slots - 1));
    zero(state());
    look("rr", rr);
}

void SolverProgram::end_run(const Spread& rr) {
    look("rr", rr);
    look("state", state());
}

void SolverProgram::zero(const Spread& x) {
    for (const RegisterId own : x) builder_.exec(kernels::zero(builder_.reg(own).type), {own});
}

void SolverProgram::copy(const Spread& x, const Spread& y) {
    for (std::size_t d = 0; d < count(); ++d) builder_.exec(kernels::copy(type_), {x[d], y[d]});
}

Spread SolverProgram::own_parts(const Spread& all) {
    Spread own;
    for (std::size_t d = 0; d < count(); ++d)
        own.push_back(builder_.window(all[d], own_range(devices()[d]).place, 0, devices()[d].rows.size(), 1));
    around_.emplace(own[0], all);
    return own;
}

Spread SolverProgram::factor(const std::string& name) {
    if (count() == 1) return vector(name);
    Spread& own = spreads_["own part of " + name];
    if (!own.empty()) return own;
    Spread all;
    for (std::size_t d = 0; d < count(); ++d)
        all.push_back(array(d, "d" + std::to_string(d) + "_" + name, type_, devices()[d].columns.size(), 1));
    return own = own_parts(all);
}

Spread SolverProgram::factor() {
    if (count() == 1) return vector();
    Spread all;
    for (std::size_t d = 0; d < count(); ++d)
        all.push_back(builder_.reg(index_of(d), type_, devices()[d].columns.size(), 1));
    return own_parts(all);
}

Spread SolverProgram::around(const Spread& x) {
    const auto known = around_.find(x[0]);
    if (known != around_.end()) return known->second;
    const Spread copied = factor();
    copy(x, copied);
    return around_.at(copied[0]);
}

Spread SolverProgram::gathered(const Spread& x) {
    if (count() == 1) return x;
    Spread all = around(x);
    const ParameterId host = exchanged("vector", system_.size(), 1);
    for (std::size_t d = 0; d < count(); ++d)
        for (const RowRange& rows : rows_for_others(devices(), d)) {
            const std::int64_t place = own_range(devices()[d]).place + rows.first - devices()[d].rows.first;
            builder_.store({host, rows.first, 0, rows.size(), 1},
                           builder_.window(all[d], place, 0, rows.size(), 1));
        }
    for (std::size_t d = 0; d < count(); ++d)
        for (const ColumnRange& range : devices()[d].columns.ranges())
            if (&range != &own_range(devices()[d]))
                builder_.load(builder_.window(all[d], range.place, 0, range.size(), 1),
                              {host, range.first, 0, range.size(), 1});
    return all;
}

void SolverProgram::multiply(double alpha, const Spread& x, double beta, const Spread& y) {
    const Spread needed = gathered(x);
    for (std::size_t d = 0; d < count(); ++d)
        for (std::size_t block = 0; block < devices()[d].blocks.size(); ++block)
            multiply_block(d, block, alpha, needed[d], beta, y[d]);
}

void SolverProgram::multiply_block(std::size_t d, std::size_t number, double alpha, RegisterId x, double beta,
                                   RegisterId y) {
    const DistributedBlock& block = devices()[d].blocks[number];
    const RegisterId of_x = part_of(x, block.first_place, block.places);
    const RegisterId of_y = part_of(y, block.rows.first - devices()[d].rows.first, block.rows.size());
    const ProductScalars scalars{.alpha = alpha, .beta = beta, .overwrite = beta == 0};
    for (std::size_t part = 0; part < block.parts.size(); ++part)
        append_product(builder_, system_.placement().plan, block.parts[part], arrays(d, number, part), of_x,
                       of_y, scalars);
}

RegisterId SolverProgram::part_of(RegisterId vector, std::int64_t first, std::int64_t rows) {
    if (rows == builder_.reg(vector).rows) return vector;
    return builder_.window(vector, first, 0, rows, 1);
}

void SolverProgram::precondition(const Spread& r, const Spread& z) {
    if (!has_preconditioner()) return copy(r, z);
    if (!system_.polynomial().empty()) return apply_polynomial(r, z);
    const auto rows = static_cast<int>(system_.preconditioner_rows());
    const InstructionPtr product =
        rows == 1 ? kernels::diagonal_product(type_) : kernels::block_diagonal_product(type_, rows);
    for (std::size_t d = 0; d < count(); ++d) builder_.exec(product, {preconditioner(d), r[d], z[d]});
}

/// Steps take turns with two vectors: each overwrites what the one before the last has made.
void SolverProgram::apply_polynomial(const Spread& r, const Spread& z) {
    const std::vector<ChebyshevStep>& steps = system_.polynomial();
    Spread last = steps.size() % 2 == 0 ? z : factor(), next = steps.size() % 2 == 0 ? factor() : z;
    for (std::size_t d = 0; d < count(); ++d)
        builder_.exec(kernels::diagonal_product(type_), {preconditioner(d), r[d], last[d]});
    for (const ChebyshevStep& step : steps) {
        const bool has_previous = &step != steps.data();
        std::vector<Scalar> scalars{step.of_z, step.of_r, step.of_w};
        if (has_previous) scalars.emplace_back(step.of_previous);
        const Spread w = vector();
        multiply(1, last, 0, w);
        for (std::size_t d = 0; d < count(); ++d) {
            const std::vector<RegisterId> operands{preconditioner(d), r[d], w[d], last[d], next[d]};
            builder_.exec(kernels::chebyshev_step(type_, has_previous), operands, scalars);
        }
        std::swap(last, next);
    }
}

Coefficient SolverProgram::coefficient(const Factor& a, std::size_t d) const {
    Coefficient made(a.constant);
    if (a.number != nullptr) made.of = (*a.number)[d];
    if (a.over != nullptr) made.over = (*a.over)[d];
    return made;
}

void SolverProgram::scale(const Factor& a, const Spread& x) {
    for (std::size_t d = 0; d < count(); ++d) scal(builder_, coefficient(a, d), x[d]);
}

void SolverProgram::add(const Factor& a, const Spread& x, const Spread& y) {
    for (std::size_t d = 0; d < count(); ++d) axpy(builder_, coefficient(a, d), x[d], y[d]);
}

void SolverProgram::add(const Scalar& a, const Spread& x, const Spread& y) {
    for (std::size_t d = 0; d < count(); ++d) axpy(builder_, a, x[d], y[d]);
}

}  // namespace hg::sparse
