#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>

#include "support/level3_samples.hpp"
#include "support/test_devices.hpp"

namespace hg {
namespace {

template <class T>
void any_call_is_right(Session& session, test::Level3 routine) {
    const auto extent = [] { return *rc::gen::inRange<std::int64_t>(0, 130); };
    test::Level3Sample<T> s{{.routine = routine}};
    s.layout = *rc::gen::element(Layout::col_major, Layout::row_major);
    s.side = *rc::gen::element(Side::left, Side::right);
    s.uplo = *rc::gen::element(Uplo::lower, Uplo::upper);
    s.op = *rc::gen::element(Op::none, Op::trans, Op::conj_trans);
    s.diag = *rc::gen::element(Diag::non_unit, Diag::unit);
    s.m = extent();
    s.n = extent();
    s.k = extent();
    s.alpha = *rc::gen::element(T{0}, T{1}, T{-1.25});
    s.beta = *rc::gen::element(T{0}, T{1}, T{0.75});
    s.gap = *rc::gen::inRange<std::int64_t>(0, 5);
    s.seed = *rc::gen::inRange(0u, 1000u);
    s.outside = *rc::gen::element(std::numeric_limits<T>::quiet_NaN(), T{777});
    const auto result = level3_works(session, s);
    RC_LOG() << result.message();
    RC_ASSERT(result);
}

TEST(Level3Property, AnyArguments) {
    Session session(test::test_options());
    for (const test::Level3 routine : test::kSymmetricAndTriangular) {
        EXPECT_TRUE(rc::check("d" + test::name_of(routine) + " is right for any arguments",
                              [&] { any_call_is_right<double>(session, routine); }));
        EXPECT_TRUE(rc::check("s" + test::name_of(routine) + " is right for any arguments",
                              [&] { any_call_is_right<float>(session, routine); }));
    }
}

}  // namespace
}  // namespace hg
