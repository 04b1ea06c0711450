#include "tools/hgctl/check/routines/check_routine.hpp"

#include <array>

#include "tools/workload/problem/routine.hpp"

namespace hgctl {
namespace {

constexpr std::array kTypes{hg::ElementType::f64, hg::ElementType::f32, hg::ElementType::c64,
                            hg::ElementType::c32};

/// How many problems of each type are checked of a routine of a level.
constexpr std::int64_t problems_of_level(int level) {
    return level == 1 ? 40 : level == 2 ? 60 : 100;
}

void add(const Routine& routine, std::vector<CheckRoutine>& list) {
    CheckRoutine check{std::string(routine.name), std::string(routine.does),
                       problems_of_level(routine.level)};
    for (const hg::ElementType type : routine.types)
        check.of(type) = [draw = routine.draw, type](hg::Session& session, std::uint64_t seed,
                                                     std::int64_t n_max) {
            return draw(type, seed, n_max)->check(session);
        };
    list.push_back(std::move(check));
}

/// Those of a level that have a type.
std::vector<const Routine*> with_type(const std::vector<Routine>& level, hg::ElementType type) {
    std::vector<const Routine*> list;
    for (const Routine& routine : level)
        if (routine.has(type)) list.push_back(&routine);
    return list;
}

/// A level with its routines in turn, and each of them. Each routine sees consecutive seeds.
void add_level(const std::string& name, const std::vector<Routine>& level, std::vector<CheckRoutine>& list) {
    CheckRoutine in_turn{name, "The routines of level " + name.substr(name.size() - 1) + " in turn", 360};
    for (const hg::ElementType type : kTypes)
        in_turn.of(type) = [type, routines = with_type(level, type)](hg::Session& session, std::uint64_t seed,
                                                                     std::int64_t n_max) {
            const Routine& routine = *routines[seed % routines.size()];
            return routine.draw(type, seed / routines.size(), n_max)->check(session);
        };
    list.push_back(std::move(in_turn));
    for (const Routine& routine : level) add(routine, list);
}

}  // namespace

std::vector<std::string> CheckRoutine::types() const {
    std::vector<std::string> words;
    for (const hg::ElementType type : kTypes)
        if (of(type)) words.emplace_back(hg::name(type));
    return words;
}

const std::vector<CheckRoutine>& check_routines() {
    static const std::vector<CheckRoutine> routines = [] {
        std::vector<CheckRoutine> list;
        for (const Routine& routine : level3_routines()) add(routine, list);
        for (const auto* family : {&lu_routines(), &cholesky_routines(), &qr_routines()})
            for (const Routine& routine : *family) add(routine, list);
        list.push_back(spmv_check());
        add_level("level2", level2_routines(), list);
        add_level("level1", level1_routines(), list);
        return list;
    }();
    return routines;
}

}  // namespace hgctl
