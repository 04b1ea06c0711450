#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/machine/machine.hpp>

namespace hg::test {

/// One machine on the devices of the tests for all tests of a suite. `Base` is testing::Test, or has a parameter.
template <class Base>
class MachineSuite : public Base {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    static inline std::unique_ptr<Machine> machine_{};
};

/// One session, none of whose devices may fail.
template <class Base>
class SessionSuite : public Base {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test_options()); }
    static void TearDownTestSuite() { session_.reset(); }
    void TearDown() override { EXPECT_EQ(session_->statistics().failed_runs, 0U) << "a device failed"; }

    static inline std::unique_ptr<Session> session_{};
};

}  // namespace hg::test
