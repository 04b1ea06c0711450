#pragma once

#include <initializer_list>

#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// Returns build(share) for the first of `shares` of the devices' memory, largest first, whose program fits
/// into the memory; else build(0). Slots come in a few sizes, so a budget in bytes can miss by a little: then
/// less stays on the devices between uses.
template <class Build>
Program within_memory(std::initializer_list<double> shares, const Build& build) {
    for (const double share : shares) {
        try {
            return build(share);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::out_of_memory) throw;
        }
    }
    return build(0.0);
}

}  // namespace hg
