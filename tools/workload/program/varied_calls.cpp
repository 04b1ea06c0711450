#include "tools/workload/program/varied_calls.hpp"

#include <algorithm>

namespace hgctl {
namespace {

constexpr std::int64_t kNarrow = 16;     // right-hand sides, and columns of a narrow product
constexpr std::int64_t kShallow = 128;   // of a product with which a block column updates the rest
constexpr std::int64_t kTall = 1 << 18;  // rows of a panel that no device keeps in its registers

/// Makes of each call one with each of the values.
template <class Value>
void vary(std::vector<CallSettings>& calls, Value CallSettings::*setting, const std::vector<Value>& values) {
    std::vector<CallSettings> all;
    for (const CallSettings& call : calls)
        for (const Value value : values) all.emplace_back(call).*setting = value;
    calls = std::move(all);
}

/// The columns, or from the other side the rows, of what a triangle or Q is applied to.
void vary_others(std::vector<CallSettings>& calls, const std::vector<std::int64_t>& values) {
    std::vector<CallSettings> all;
    for (CallSettings call : calls)
        for (const std::int64_t others : values) {
            (call.side == hg::Side::left ? call.n : call.m) = others;
            all.push_back(call);
        }
    calls = std::move(all);
}

}  // namespace

std::vector<CallSettings> varied_calls(const ProgramRoutine& routine, const TypedPrograms& typed,
                                       std::int64_t n) {
    const std::int64_t narrow = std::min(n, kNarrow), shallow = std::min(n, kShallow);
    const bool is_product = routine.has("op_b");
    std::vector<CallSettings> calls{{.m = n, .n = n, .k = n}};
    if (routine.has("side")) vary(calls, &CallSettings::side, {hg::Side::left, hg::Side::right});
    if (routine.has("uplo")) vary(calls, &CallSettings::uplo, {hg::Uplo::lower, hg::Uplo::upper});
    if (routine.has("op") || is_product) vary(calls, &CallSettings::op, typed.ops);
    if (is_product) vary(calls, &CallSettings::op_b, typed.ops);
    if (routine.has("diag")) vary(calls, &CallSettings::diag, {hg::Diag::non_unit, hg::Diag::unit});
    if (routine.has("beta")) vary(calls, &CallSettings::beta, {0.0, 1.0});
    if (routine.has("nrhs")) vary(calls, &CallSettings::nrhs, {std::int64_t{1}, kNarrow});
    if (is_product) vary(calls, &CallSettings::k, {n, shallow});
    if (is_product && routine.has("m")) vary(calls, &CallSettings::n, {n, narrow});
    if (routine.has("side") && !routine.has("beta")) vary_others(calls, {n, narrow, 1});
    if (routine.name == "geqrf")
        calls = {
            {.m = n, .n = n}, {.m = n, .n = shallow}, {.m = shallow, .n = n}, {.m = kTall, .n = shallow}};
    return calls;
}

}  // namespace hgctl
