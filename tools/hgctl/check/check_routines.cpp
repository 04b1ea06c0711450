#include "tools/hgctl/check/check_routines.hpp"

#include "tools/workload/problem/routine.hpp"
#include "tools/workload/problem/spmv.hpp"

namespace hgctl {
namespace {

/// How many problems of each type are checked of a routine of a level.
constexpr std::int64_t problems_of_level(int level) {
    return level == 1 ? 40 : level == 2 ? 60 : 100;
}

void add(const std::vector<Routine>& routines, std::vector<CheckRoutine>& list) {
    for (const Routine& routine : routines)
        list.push_back(
            {std::string(routine.name), std::string(routine.does), problems_of_level(routine.level),
             routine.types,
             [draw = routine.draw](hg::ElementType type, hg::Session& session, std::uint64_t seed,
                                   std::int64_t n_max) { return draw(type, seed, n_max)->check(session); }});
}

const std::vector<hg::ElementType> kAllTypes{hg::ElementType::f64, hg::ElementType::f32, hg::ElementType::c64,
                                             hg::ElementType::c32};

/// A level with its routines in turn, and each of them. Each routine sees consecutive seeds.
void add_level(const std::string& name, const std::vector<Routine>& level, std::vector<CheckRoutine>& list) {
    const auto in_turn = [&level](hg::ElementType type, hg::Session& session, std::uint64_t seed,
                                  std::int64_t n_max) {
        std::vector<const Routine*> routines;
        for (const Routine& routine : level)
            if (routine.has(type)) routines.push_back(&routine);
        const Routine& routine = *routines[seed % routines.size()];
        return routine.draw(type, seed / routines.size(), n_max)->check(session);
    };
    list.push_back({name, "The routines of level " + name.substr(name.size() - 1) + " in turn", 360,
                    kAllTypes, in_turn});
    add(level, list);
}

}  // namespace

const std::vector<CheckRoutine>& check_routines() {
    static const std::vector<CheckRoutine> routines = [] {
        std::vector<CheckRoutine> list;
        for (const auto* family : {&level3_routines(), &lu_routines(), &cholesky_routines(), &qr_routines()})
            add(*family, list);
        list.push_back({"spmv", "y = alpha op(A) x + beta y with a sparse A", 200, kAllTypes, check_spmv});
        add_level("level2", level2_routines(), list);
        add_level("level1", level1_routines(), list);
        return list;
    }();
    return routines;
}

}  // namespace hgctl
