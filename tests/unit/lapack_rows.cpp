#include <gtest/gtest.h>

#include "interfaces/generated/lapack_routines.hpp"
#include "support/argument_filler.hpp"
#include <hg/blas/session.hpp>

namespace hg {
namespace {

TEST(Rows, CallEveryRoutineOfLapack) {
    routines::for_each_lapack_routine(
        [](const auto& row) { test::call_with_filled_arguments(row, Session::global()); });
}

}  // namespace
}  // namespace hg
