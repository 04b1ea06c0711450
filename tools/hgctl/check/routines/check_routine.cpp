#include "tools/hgctl/check/routines/check_routine.hpp"

namespace hgctl {
namespace {

/// Consecutive seeds go through the routines that there are for T.
template <const std::vector<CheckRoutine>& (*kRoutines)(), class T>
CheckResult check_in_turn(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    static const std::vector<CheckRoutine::Check*> checks = [] {
        std::vector<CheckRoutine::Check*> list;
        for (const CheckRoutine& routine : kRoutines())
            if (auto* const check = routine.of(hg::element_type_of<T>())) list.push_back(check);
        return list;
    }();
    return checks[seed % checks.size()](session, seed, n_max);
}

template <const std::vector<CheckRoutine>& (*kRoutines)()>
void add_level(const std::string& name, const std::string& help, std::vector<CheckRoutine>& routines) {
    const std::vector<CheckRoutine>& level = kRoutines();
    routines.push_back({name, help, 360, check_in_turn<kRoutines, double>, check_in_turn<kRoutines, float>,
                        check_in_turn<kRoutines, std::complex<double>>,
                        check_in_turn<kRoutines, std::complex<float>>});
    routines.insert(routines.end(), level.begin(), level.end());
}

}  // namespace

CheckRoutine::Check* CheckRoutine::of(hg::ElementType type) const noexcept {
    switch (type) {
        case hg::ElementType::f64:
            return f64;
        case hg::ElementType::f32:
            return f32;
        case hg::ElementType::c64:
            return c64;
        case hg::ElementType::c32:
            return c32;
        case hg::ElementType::i32:
            break;
    }
    return nullptr;
}

std::vector<std::string> CheckRoutine::types() const {
    std::vector<std::string> words;
    for (const hg::ElementType type :
         {hg::ElementType::f64, hg::ElementType::f32, hg::ElementType::c64, hg::ElementType::c32})
        if (of(type) != nullptr) words.emplace_back(hg::name(type));
    return words;
}

#define HGCTL_DESCRIPTION(name) name##_check(),
const std::vector<CheckRoutine>& check_routines() {
    static const std::vector<CheckRoutine> routines = [] {
        std::vector<CheckRoutine> list{HGCTL_ROUTINES(HGCTL_DESCRIPTION)};
        list.push_back(spmv_check());
        add_level<level2_checks>("level2", "The routines of level 2 in turn", list);
        add_level<level1_checks>("level1", "The routines of level 1 in turn", list);
        return list;
    }();
    return routines;
}
#undef HGCTL_DESCRIPTION

}  // namespace hgctl
