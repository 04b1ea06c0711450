#pragma once

#include <cstdlib>

/// Ends the fuzzer unless `holds`: libFuzzer keeps the input, a finding.
inline void require(bool holds) {
    if (!holds) std::abort();
}
