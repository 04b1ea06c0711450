#include "tools/workload/problem/routine.hpp"

#include <string>

#include <hg/runtime/program/error.hpp>

namespace hgctl {

namespace {

/// The first routine that is_wanted(routine) is true of.
template <class IsWanted>
const Routine& find_routine(std::string_view name, const IsWanted& is_wanted) {
    for (const auto* list : {&level1_routines(), &level2_routines(), &level3_routines(), &cholesky_routines(),
                             &ldl_routines(), &lu_routines(), &qr_routines()})
        if (const auto found = std::ranges::find_if(*list, is_wanted); found != list->end()) return *found;
    throw hg::Error(hg::ErrorCode::invalid_argument, "there is no routine " + std::string(name));
}

}  // namespace

const Routine& routine_named(std::string_view name) {
    return find_routine(name, [&](const Routine& routine) { return routine.name == name; });
}

std::unique_ptr<Problem> make_problem(std::string_view name, const Given& given) {
    const auto place = [&](const Routine& routine) { return std::ranges::find(routine.names, name); };
    const Routine& routine =
        find_routine(name, [&](const Routine& each) { return place(each) != each.names.end(); });
    return routine.make(routine.types[static_cast<std::size_t>(place(routine) - routine.names.begin())],
                        given);
}

}  // namespace hgctl
