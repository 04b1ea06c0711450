// The symbols of BLAS and LAPACK, which libhgblas.so takes in this program.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "faults/fortran_call.hpp"
#include "faults/interface.hpp"
#include "tools/workload/problem/routine.hpp"

extern "C" void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*,
                       const double*, const int*, const double*, const int*, const double*, double*,
                       const int*);

namespace hg::test {
namespace {

/// LAPACK's routines have info.
bool is_of_blas(const std::string& name) {
    const auto holds = [&](const std::vector<hgctl::Routine>& routines) {
        return std::ranges::any_of(routines, [&](const hgctl::Routine& routine) {
            return std::ranges::find(routine.names, name) != routine.names.end();
        });
    };
    return holds(hgctl::level1_routines()) || holds(hgctl::level2_routines()) ||
           holds(hgctl::level3_routines());
}

ReadyCall by_symbol(hgctl::Problem& problem) {
    const hgctl::ListedCall listed = problem.listed();
    const auto call =
        std::make_shared<FortranCall>(listed.name + "_", listed, true, !is_of_blas(listed.name));
    return [call] {
        Outcome outcome;
        outcome.info = (*call)();
        outcome.failed = outcome.info != 0;
        return outcome;
    };
}

/// A call in a process that has made one of another size: devices are started, and nothing else is there.
ReadyCall after_another(hgctl::Problem& problem) {
    constexpr int kOther = 150;
    const double one = 1;
    const std::vector<double> a(kOther * kOther, 1.0);
    std::vector<double> c(a.size());
    dgemm_("N", "N", &kOther, &kOther, &kOther, &one, a.data(), &kOther, a.data(), &kOther, &one, c.data(),
           &kOther);
    return by_symbol(problem);
}

}  // namespace

const std::vector<Interface>& interfaces() {
    static const std::vector<Interface> all{
        {.name = "drop-in, first call of a process",
         .prepare = by_symbol,
         .of_complex = false,
         .tells_by_info = true,
         .first_of_process = true},
        {.name = "drop-in, first call of a size",
         .prepare = after_another,
         .of_complex = false,
         .tells_by_info = true,
         .survives_without_memory = true,
         .first_of_process = true},
        {.name = "drop-in", .prepare = by_symbol, .tells_by_info = true, .survives_without_memory = true}};
    return all;
}

}  // namespace hg::test
