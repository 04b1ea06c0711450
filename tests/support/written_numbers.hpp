#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tools/workload/operands/listed_call.hpp"
#include <hg/runtime/program/element.hpp>

namespace hg::test {

/// All numbers in the memory of what a call writes, or of one operand, gaps and all.
inline std::vector<double> numbers_written(const hgctl::ListedCall& call, std::string_view operand = {}) {
    std::vector<double> numbers;
    const auto append = [&](const auto* first, std::int64_t count) {
        numbers.insert(numbers.end(), first, first + count);
    };
    for (const hgctl::ListedOperand* const x : call.operands()) {
        if (!x->written || (!operand.empty() && x->name != operand)) continue;
        const std::int64_t parts = x->elements() * (is_complex(x->type) ? 2 : 1);
        if (x->is_integral())
            append(static_cast<const std::int64_t*>(x->data), x->elements());
        else if (needs_f64(x->type))
            append(static_cast<const double*>(x->data), parts);
        else
            append(static_cast<const float*>(x->data), parts);
    }
    return numbers;
}

/// Whether two numbers are the same, or both NaN, or differ by no more than rounding may make.
inline bool is_close(double right, double found, double most) {
    return right == found || std::fabs(found - right) <= most || (std::isnan(right) && std::isnan(found));
}

}  // namespace hg::test
