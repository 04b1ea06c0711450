#pragma once

#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>

#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// build(), or nothing if it throws Error{out_of_memory}, which `fault` then keeps.
template <class Build>
std::optional<std::invoke_result_t<Build>> if_it_fits(const Build& build,
                                                      std::optional<Error>* fault = nullptr) {
    try {
        return build();
    } catch (const Error& error) {
        if (error.code() != ErrorCode::out_of_memory) throw;
        if (fault != nullptr) *fault = error;
        return std::nullopt;
    }
}

/// Returns build(share) for the first of `shares` of the devices' memory, largest first, whose program fits
/// into the memory; else build(0). Slots come in a few sizes, so a budget in bytes can miss by a little: then
/// less stays on the devices between uses.
template <class Build>
Program within_memory(std::initializer_list<double> shares, const Build& build) {
    for (const double share : shares)
        if (std::optional<Program> program = if_it_fits([&] { return build(share); }))
            return *std::move(program);
    return build(0.0);
}

}  // namespace hg
