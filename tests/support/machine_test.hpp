#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "support/shared_devices.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::test {

using MachineTest = MachineSuite<testing::Test>;

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
