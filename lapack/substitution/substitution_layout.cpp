#include "lapack/substitution/substitution_layout.hpp"

namespace hg {
namespace {

/// Wide block columns make fewer launches; narrow ones leave less to do after the last has come.
constexpr BlockWidths kSubstitutionWidths[] = {{4096, 1024, 64}, {512, 512, 64}, {0, 128, 64}};

}  // namespace

SubstitutionLayout substitution_layout(const SubstitutionProblem& problem, const Target& target) {
    return {block_layout(problem.n, problem.n, problem.type, kSubstitutionWidths, problem.n, target),
            problem.factors == Factors::lu ? ResidentFactors::diagonals : ResidentFactors::triangle};
}

bool take_less_memory(SubstitutionLayout& layout) {
    if (layout.kept == ResidentFactors::nothing) {
        if (layout.block_column <= layout.panel) return false;
        layout.block_column /= 2;
    } else {
        layout.kept =
            layout.kept == ResidentFactors::triangle ? ResidentFactors::diagonals : ResidentFactors::nothing;
    }
    return true;
}

}  // namespace hg
