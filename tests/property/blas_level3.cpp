#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <string>

#include "support/problems.hpp"

namespace hg {
namespace {

/// Random letters, sizes, scalars and gaps.
TEST(Level3Property, AnyArguments) {
    Session session(test::test_options());
    for (const hgctl::Routine& routine : hgctl::level3_routines())
        for (const ElementType type : {ElementType::f64, ElementType::f32}) {
            if (!routine.has(type)) continue;
            const std::string what = std::string(routine.name) + ' ' + std::string(name(type));
            EXPECT_TRUE(rc::check(what + " is right for any arguments", [&] {
                const auto result =
                    test::works(session, *routine.draw(type, *rc::gen::inRange(0U, 1U << 30), 150));
                RC_LOG() << result.message();
                RC_ASSERT(result);
            }));
        }
}

}  // namespace
}  // namespace hg
