#include "tools/hgctl/bench/resident/resident_routine.hpp"

#include <algorithm>
#include <type_traits>

#include "interfaces/generated/blas_routines.hpp"
#include "tools/hgctl/bench/routines/call_form.hpp"
#include "tools/workload/rule/call_verdict.hpp"
#include "tools/workload/rule/routines/level1.hpp"
#include "tools/workload/rule/routines/level2.hpp"

namespace hgctl {
namespace {

template <class Row, class T>
ResidentRoutine routine_of(std::string_view name) {
    using Arguments = typename Row::template Arguments<T>;
    const CallForm form = call_form<Arguments>();
    ResidentRoutine routine{.name = std::string(Row::kName),
                            .type = hg::element_type_of<T>(),
                            .level = Row::kLevel,
                            .has_m = form.sizes.front() == "m",
                            .has_op = !form.ops.empty(),
                            .has_uplo = form.has_uplo,
                            .has_diag = form.has_diag};
    static const std::string called(name);
    routine.listed = [](const CallSettings& settings, const SettingsFiller::Place& place) {
        return listed_call(called, arguments_of<Arguments>(settings, place));
    };
    routine.error = [](const CallSettings& settings, const SettingsFiller::Place& before,
                       const SettingsFiller::Place& after) {
        const auto now = arguments_of<Arguments>(settings, after);
        return call_error_estimate(
            now, operands_of(hg::Layout::col_major, arguments_of<Arguments>(settings, before)),
            operands_of(hg::Layout::col_major, now));
    };
    return routine;
}

}  // namespace

const std::vector<ResidentRoutine>& resident_routines() {
    static const std::vector<ResidentRoutine> routines = [] {
        std::vector<ResidentRoutine> list;
        hg::routines::for_each_blas_routine([&]<class Row>(const Row& /*row*/) {
            if constexpr (Row::kLevel < 3 && Row::kName != "real_scal") {  // scal on registers takes both
                std::size_t next = 0;
                Row::Types::for_each([&]<class T>(std::type_identity<T>) {
                    list.push_back(routine_of<Row, T>(Row::kNames.at(next++)));
                });
            }
        });
        return list;
    }();
    return routines;
}

}  // namespace hgctl
