#pragma once

#include <cstdint>
#include <vector>

#include <hg/blas/types.hpp>

namespace hg {

/// A step of a factorization with the pivots of Bunch and Kaufman: a block of D, and the interchange before
/// it.
struct LdlStep {
    std::int64_t column;     ///< the first one of the block
    std::int64_t order;      ///< 1 or 2
    std::int64_t row, with;  ///< the rows that were interchanged
};

/// The steps that ipiv tells of, in the order of the factorization. If it tells of no factorization, they are
/// fewer: they end before the first wrong element. Nothing is allocated if `room` has capacity for n of them.
std::vector<LdlStep> ldl_steps(Uplo uplo, std::int64_t n, const std::int64_t* ipiv,
                               std::vector<LdlStep> room = {});

}  // namespace hg
