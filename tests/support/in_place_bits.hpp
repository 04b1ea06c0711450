#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "support/problems_on_devices.hpp"

namespace hg::test {

/// Checks that calls leave the same bits whether a device reads their operands in place or copies them.
inline void expect_bits_of_copies(ElementType type, const std::vector<ProblemRow>& rows) {
    MachineOptions options = first_test_devices(1);
    Session in_place(options);
    options.in_place = false;
    Session copying(options);
    ASSERT_TRUE(in_place.machine().target().devices[0].shares_host_memory);
    ASSERT_FALSE(copying.machine().target().devices[0].shares_host_memory);
    for (const auto& [routine, given] : rows) {
        const auto problem = make_problem(routine, type, given);
        EXPECT_TRUE(works(in_place, *problem));
        const std::vector<std::byte> bits = problem->result_bits();
        const std::vector<std::int64_t> pivots = pivots_of(*problem);
        problem->restore();
        EXPECT_EQ(problem->call(copying), 0) << problem->text();
        EXPECT_TRUE(problem->result_bits() == bits) << problem->text();
        EXPECT_EQ(pivots_of(*problem), pivots) << problem->text();
    }
}

}  // namespace hg::test
