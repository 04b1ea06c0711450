#pragma once

#include "faults/interface.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::test {

/// How a call of hg ended that returns info.
template <class Call>
Outcome outcome_of(const Call& call) {
    Outcome outcome;
    try {
        outcome.info = call();
        outcome.failed = outcome.info < 0;
    } catch (const Error& error) {
        outcome.say(error.what());
    } catch (const std::exception& error) {
        outcome.say(error.what());
        outcome.foreign = true;
    }
    return outcome;
}

}  // namespace hg::test
