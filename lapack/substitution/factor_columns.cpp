#include "lapack/substitution/factor_columns.hpp"

#include <utility>

#include "blas/tiles/leading_dimension.hpp"

namespace hg {

/// Right-hand sides that come from another device hold up all loads behind them in the queue. So a device has
/// its next two block columns on their way before.
FactorColumns::FactorColumns(ProgramBuilder& builder, const SubstitutionProblem& problem,
                             const SubstitutionLayout& layout, const SubstitutionSteps& steps)
    : builder_(builder),
      layout_(layout),
      steps_(steps),
      substitutions_(substitutions_of(problem)),
      type_(problem.type),
      A_(builder.matrix("A", problem.type, problem.n, problem.n)),
      ahead_(layout.devices.size() > 1 ? 2 * layout.devices.size() : 0),
      kept_(builder, layout, steps, substitutions_[1]) {}

FactorColumn FactorColumns::next(std::size_t i) {
    for (; loads_ < count() && loads_ <= i + ahead_; ++loads_) load(loads_);
    const Place place = place_of(i);
    const Substitution& substitution = substitutions_[place.again];
    const Loaded& registers = loaded_.at(i);
    return {.op = substitution.op,
            .device = layout_.device_of(place.k),
            .rows = layout_.columns_of(place.k),
            .diagonal = diagonal_of(place, registers.diagonal),
            .rest_rows = layout_.rest_of(substitution.uplo, place.k),
            .rest = registers.rest};
}

FactorColumns::Place FactorColumns::place_of(std::size_t i) const noexcept {
    return i < layout_.blocks() ? Place{false, i} : Place{true, count() - 1 - i};
}

/// The block on the diagonal comes with the other rows, as tall columns are copied faster.
void FactorColumns::load(std::size_t i) {
    const Place place = place_of(i);
    Loaded& registers = loaded_[i];
    if (place.again && layout_.kept == ResidentFactors::triangle) {
        registers = loaded_.at(place.k);
        return;
    }
    const Span columns = layout_.columns_of(place.k);
    const Span rest = layout_.rest_of(substitutions_[place.again].uplo, place.k);
    if (place.again && layout_.kept == ResidentFactors::diagonals) {
        if (!rest.empty()) registers.rest = load_rows(place.k, rest);
        return;
    }
    const Span rows{std::min(columns.begin, rest.empty() ? columns.begin : rest.begin),
                    std::max(columns.end, rest.end)};
    const RegisterId all = load_rows(place.k, rows);
    const auto part = [&](const Span& some) {
        return builder_.window(all, some.begin - rows.begin, 0, some.size(), columns.size());
    };
    registers.diagonal = part(columns);
    if (!rest.empty()) registers.rest = part(rest);
}

RegisterId FactorColumns::load_rows(std::size_t k, const Span& rows) {
    const Span columns = layout_.columns_of(k);
    const RegisterId reg = builder_.reg(layout_.device_of(k), type_, rows.size(), columns.size(),
                                        staggered_window_ld(rows.size(), type_));
    builder_.load(reg, {A_, rows.begin, columns.begin, rows.size(), columns.size()});
    return reg;
}

/// While the first substitution waits for the link, the triangles for the second are made ready. If both are
/// with one triangle, of a real matrix it is ready already.
SubstitutionSteps::Triangle FactorColumns::diagonal_of(const Place& place, RegisterId block) {
    const Substitution& own = substitutions_[place.again];
    if (place.again && layout_.kept != ResidentFactors::nothing) return kept_.at(place.k);
    const SubstitutionSteps::Triangle triangle = steps_.prepared(own.uplo, own.diag, own.op, block);
    const Substitution& other = substitutions_[1];
    if (layout_.kept == ResidentFactors::triangle)
        kept_.set(place.k,
                  is_complex(type_) ? steps_.prepared(other.uplo, other.diag, other.op, block) : triangle);
    if (layout_.kept == ResidentFactors::diagonals) kept_.keep(place.k, block);
    return triangle;
}

}  // namespace hg
