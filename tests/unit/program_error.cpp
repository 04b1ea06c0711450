#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "runtime/program/base/current_error.hpp"
#include "tests/support/expected_error.hpp"

namespace {

using namespace hg;
using testing::AllOf;
using testing::HasSubstr;

TEST(Errors, AWrongArgumentIsNamedWithItsNumber) {
    EXPECT_NO_THROW(require_argument(true, "dgemm", 8, "lda", "is fine"));
    const Error e =
        test::error_of([] { require_argument(false, "dgemm", 8, "lda", "must be at least m = 5, is 4"); });
    EXPECT_EQ(e.code(), ErrorCode::invalid_argument);
    EXPECT_EQ(e.context().argument, 8);
    EXPECT_EQ(e.context().argument_name, "lda");
    EXPECT_STREQ(e.what(), "dgemm: argument 8 (lda) must be at least m = 5, is 4");
}

TEST(Errors, WhatIsKnownStandsInTheText) {
    const Error e(ErrorCode::build_failed, "the kernel does not build",
                  {.line = 7, .opencl_error = "CL_OUT_OF_RESOURCES", .build_log = "no such type"});
    EXPECT_THAT(e.what(), AllOf(HasSubstr("line 7: the kernel does not build [CL_OUT_OF_RESOURCES]"),
                                HasSubstr("build log:\nno such type")));
}

TEST(Errors, BeginWithTheirPlaceInASource) {
    EXPECT_STREQ(Error(ErrorCode::invalid_program, "too long", {.file = "update.hgs"}).what(),
                 "update.hgs: too long");
    const Error e(ErrorCode::invalid_program, "no matrix is called `q`",
                  {.file = "update.hgs", .line = 12, .column = 7});
    EXPECT_STREQ(e.what(), "update.hgs:12:7: no matrix is called `q`");
    EXPECT_EQ(e.message(), "no matrix is called `q`");
}

TEST(Errors, DeviceAndCommandAreAddedOnlyWhereUnknown) {
    const Error first = Error(ErrorCode::device_failed, "failed").at("gpu0", "3: LD");
    EXPECT_EQ(first.context().device, "gpu0");
    EXPECT_THAT(first.what(), HasSubstr("command: 3: LD"));
    EXPECT_EQ(first.at("gpu1", "4: ST").context().device, "gpu0");
}

TEST(Errors, CodesHaveNames) {
    EXPECT_EQ(name(ErrorCode::out_of_memory), "out_of_memory");
    EXPECT_EQ(name(ErrorCode::internal), "internal");
}

template <class Thrown>
Error error_made_of(const Thrown& thrown) {
    return test::error_of([&] { throwing_errors_only([&] { throw thrown; }); });
}

TEST(CurrentError, IsAnError) {
    EXPECT_EQ(error_made_of(std::bad_alloc()).code(), ErrorCode::out_of_memory);
    EXPECT_EQ(error_made_of(std::bad_alloc()).message(), "no host memory");
    EXPECT_EQ(error_made_of(std::runtime_error("words")).code(), ErrorCode::internal);
    EXPECT_EQ(error_made_of(std::runtime_error("words")).message(), "words");
    EXPECT_EQ(error_made_of(5).code(), ErrorCode::internal);
    const Error error =
        error_made_of(Error(ErrorCode::device_lost, "gone", {.argument = 3, .partially_written = true}));
    EXPECT_EQ(error.code(), ErrorCode::device_lost);
    EXPECT_TRUE(error.context().partially_written);
    EXPECT_EQ(error.context().argument, 3);
    EXPECT_EQ(throwing_errors_only([] { return 7; }), 7);
}

TEST(CurrentError, WithoutMemoryForWords) {
    EXPECT_FALSE(no_host_memory().context().partially_written);
    EXPECT_TRUE(no_host_memory(true).context().partially_written);
    EXPECT_STREQ(no_host_memory(true).what(), "no host memory");
}

}  // namespace
