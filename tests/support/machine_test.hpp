#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "support/test_devices.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::test {

/// A suite whose tests share one machine with the test's devices.
class MachineTest : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    static inline std::unique_ptr<Machine> machine_;
};

/// The code of the error that `work` throws; none if it throws no error.
template <class Work>
std::optional<ErrorCode> code_of_error(const Work& work) {
    try {
        (void)work();
        return std::nullopt;
    } catch (const Error& error) {
        return error.code();
    }
}

}  // namespace hg::test
