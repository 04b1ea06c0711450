// Operands that a device reads in the caller's memory.
#include <gtest/gtest.h>

#include "support/in_place_bits.hpp"

namespace hg {
namespace {

TEST(LapackInPlace, FactorizationsAndSolvesHaveTheBitsOfCopies) {
    constexpr test::Given sizes{.m = 230, .n = 230, .nrhs = 70};
    test::expect_bits_of_copies(
        ElementType::f64,
        {{"getrf", sizes}, {"gesv", sizes}, {"potrf", sizes}, {"posv", sizes}, {"geqrf", sizes}});
}

}  // namespace
}  // namespace hg
