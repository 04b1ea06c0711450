#include "lapack/substitution/substitution_layout.hpp"

#include "lapack/common/adjoint.hpp"
#include "lapack/common/block_column_devices.hpp"

namespace hg {
namespace {

/// A width from so many columns of A on. Wide block columns make fewer launches; narrow ones leave less to do
/// after the last has come.
struct Width {
    std::int64_t from;
    std::int64_t block;
};
constexpr Width kWidths[] = {{4096, 1024}, {512, 512}, {0, 128}};

/// Block columns are made no narrower.
constexpr std::int64_t kLeastBlock = 64;

}  // namespace

std::array<Substitution, 2> substitutions_of(const SubstitutionProblem& problem) noexcept {
    using Pair = std::array<Substitution, 2>;
    const Op other = adjoint(problem.type);
    switch (problem.factors) {
        case Factors::lower:
            return Pair{{{Uplo::lower, Op::none}, {Uplo::lower, other}}};
        case Factors::upper:
            return Pair{{{Uplo::upper, other}, {Uplo::upper, Op::none}}};
        default:
            if (problem.op == Op::none)
                return Pair{{{Uplo::lower, Op::none, Diag::unit}, {Uplo::upper, Op::none}}};
            const Op op = is_complex(problem.type) ? problem.op : Op::trans;
            return Pair{{{Uplo::upper, op}, {Uplo::lower, op, Diag::unit}}};
    }
}

SubstitutionLayout substitution_layout(const SubstitutionProblem& problem, const Target& target) {
    const Width* width = kWidths;
    while (problem.n < width->from) ++width;
    SubstitutionLayout layout{
        .n = problem.n,
        .block = width->block,
        .devices = block_column_devices(problem.type, target),
        .kept = problem.factors == Factors::lu ? ResidentFactors::diagonals : ResidentFactors::triangle};
    if (layout.devices.size() > layout.blocks()) layout.devices.resize(layout.blocks());
    return layout;
}

bool take_less_memory(SubstitutionLayout& layout) {
    if (layout.kept == ResidentFactors::triangle) {
        layout.kept = ResidentFactors::diagonals;
        return true;
    }
    if (layout.kept == ResidentFactors::diagonals) {
        layout.kept = ResidentFactors::nothing;
        return true;
    }
    if (layout.block <= kLeastBlock) return false;
    layout.block /= 2;
    return true;
}

}  // namespace hg
