#include <gtest/gtest.h>

#include "tests/support/test_instructions.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// A register of 32 x 32 in f64 with two halves, and an instruction that writes what it is given.
class BuilderWrites : public testing::Test {
  protected:
    static Target target() {
        Target one;
        one.devices.emplace_back();
        return one;
    }

    void write(RegisterId reg) { builder_.exec(test::scale<double>(), {reg}, {1.0, 0.0}); }

    ProgramBuilder builder_{target()};
    ParameterId matrix_ = builder_.matrix("M", ElementType::f64, 32, 32);
    RegisterId whole_ = builder_.reg(0, ElementType::f64, 32, 32);
    RegisterId left_ = builder_.window(whole_, 0, 0, 32, 16);
    RegisterId right_ = builder_.window(whole_, 0, 16, 32, 16);
};

TEST_F(BuilderWrites, OfLoadsAndInstructionsAreKnown) {
    EXPECT_FALSE(builder_.is_written_since(whole_, 0));
    builder_.load(whole_, {matrix_, 0, 0, 32, 32});
    EXPECT_TRUE(builder_.is_written_since(whole_, 0));
    EXPECT_TRUE(builder_.is_written_since(left_, 0));
    const std::size_t loaded = builder_.size();
    EXPECT_FALSE(builder_.is_written_since(whole_, loaded));
    write(whole_);
    EXPECT_TRUE(builder_.is_written_since(right_, loaded));
    EXPECT_FALSE(builder_.is_written_since(right_, builder_.size()));
}

TEST_F(BuilderWrites, OfOneWindowLeaveAnotherAlone) {
    builder_.load(whole_, {matrix_, 0, 0, 32, 32});
    const std::size_t loaded = builder_.size();
    write(left_);
    EXPECT_TRUE(builder_.is_written_since(left_, loaded));
    EXPECT_TRUE(builder_.is_written_since(whole_, loaded));
    EXPECT_FALSE(builder_.is_written_since(right_, loaded));
}

TEST_F(BuilderWrites, AreNoReads) {
    builder_.load(whole_, {matrix_, 0, 0, 32, 32});
    const std::size_t loaded = builder_.size();
    builder_.store({matrix_, 0, 0, 32, 32}, whole_);
    EXPECT_FALSE(builder_.is_written_since(whole_, loaded));
}

}  // namespace
}  // namespace hg
