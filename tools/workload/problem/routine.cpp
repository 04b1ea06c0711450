#include "tools/workload/problem/routine.hpp"

#include <string>

#include <hg/runtime/program/error.hpp>

namespace hgctl {

const Routine& routine_named(std::string_view name) {
    for (const auto* list : {&level1_routines(), &level2_routines(), &level3_routines(), &cholesky_routines(),
                             &lu_routines(), &qr_routines()})
        if (const auto found = std::ranges::find(*list, name, &Routine::name); found != list->end())
            return *found;
    throw hg::Error(hg::ErrorCode::invalid_argument, "there is no routine " + std::string(name));
}

}  // namespace hgctl
