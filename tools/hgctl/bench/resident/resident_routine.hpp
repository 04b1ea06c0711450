#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/workload/operands/call_settings.hpp"
#include "tools/workload/operands/listed_call.hpp"
#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// A routine of level 1 or 2 in an element type, from its row.
struct ResidentRoutine {
    std::string name;  ///< without letters
    hg::ElementType type = hg::ElementType::f64;
    int level = 1;
    bool has_m = false;     ///< m x n matrices, else n x n ones or vectors
    bool has_op = false;    ///< op(A)
    bool has_uplo = false;  ///< one triangle
    bool has_diag = false;  ///< its diagonal may count as ones
    /// A call with operands at these places.
    ListedCall (*listed)(const CallSettings& settings, const SettingsFiller::Place& place) = nullptr;
    /// How far results are from what a call makes of the operands before it, as call_error_estimate() says.
    double (*error)(const CallSettings& settings, const SettingsFiller::Place& before,
                    const SettingsFiller::Place& after) = nullptr;
};

const std::vector<ResidentRoutine>& resident_routines();

}  // namespace hgctl
