#include "lapack/substitution/substitution_layout.hpp"

#include <algorithm>
#include <cstddef>

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

SubstitutionLayout substitution_layout(const SubstitutionProblem& problem, const Target& target) {
    const Width* width = kWidths;
    while (problem.n < width->from) ++width;
    SubstitutionLayout layout{
        .n = problem.n,
        .block = width->block,
        .devices = block_column_devices(problem.type, target),
        .kept = problem.factors == Factors::lu ? ResidentFactors::diagonals : ResidentFactors::triangle};
    const auto blocks = static_cast<std::size_t>((layout.n + layout.block - 1) / layout.block);
    layout.devices.resize(std::min(layout.devices.size(), blocks));
    return layout;
}

bool take_less_memory(SubstitutionLayout& layout) {
    if (layout.kept == ResidentFactors::nothing) {
        if (layout.block <= kLeastBlock) return false;
        layout.block /= 2;
    } else {
        layout.kept =
            layout.kept == ResidentFactors::triangle ? ResidentFactors::diagonals : ResidentFactors::nothing;
    }
    return true;
}

}  // namespace hg
