#include "kernels/rank_update/rank_update_rules.hpp"
#include "kernels/real_type.hpp"
#include "kernels/vector/vector_elements.hpp"

namespace hg::kernels {
namespace {

template <class T>
void update_on_host(const RankUpdateParameters& p, const HostCall& call) {
    const bool has_y = p.operation != RankUpdate::syr;
    const HostOperand& A = call.operands[has_y ? 2 : 1];
    const Elements<T> x(call.operands[0], call.scalars[1] != 0);
    const Elements<T> y = has_y ? Elements<T>(call.operands[1], call.scalars[2] != 0) : x;
    const T alpha = coefficient<T>(p.coefficient, call.scalars[0], call.operands, has_y ? 3 : 2);
    if (alpha == T{0}) return;
    for (std::int64_t j = 0; j < A.cols; ++j) {
        T* const column = A.as<T>() + j * A.ld;
        const bool whole = p.operation == RankUpdate::ger;
        const std::int64_t first = whole || p.upper ? 0 : j;
        const std::int64_t last = whole || !p.upper ? A.rows : j + 1;
        const T of_x = alpha * y[j];
        if (p.operation == RankUpdate::syr2) {
            const T of_y = alpha * x[j];
            if (x[j] == T{0} && y[j] == T{0}) continue;
            for (std::int64_t i = first; i < last; ++i) column[i] = column[i] + x[i] * of_x + y[i] * of_y;
        } else if (y[j] != T{0}) {
            for (std::int64_t i = first; i < last; ++i) column[i] += x[i] * of_x;
        }
    }
}

}  // namespace

std::function<void(const HostCall&)> rank_update_on_host(const RankUpdateParameters& p) {
    return for_real_type(p.type, [&](auto zero) -> std::function<void(const HostCall&)> {
        return [p](const HostCall& call) { update_on_host<decltype(zero)>(p, call); };
    });
}

}  // namespace hg::kernels
