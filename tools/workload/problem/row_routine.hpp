#pragma once

#include <memory>
#include <type_traits>
#include <vector>

#include "tools/workload/problem/call_problem.hpp"
#include "tools/workload/problem/routine.hpp"

namespace hgctl {

/// A problem of the type that is `type`, made from these values.
template <class Row, class... Values>
std::unique_ptr<Problem> problem_of(hg::ElementType type, Values... values) {
    std::unique_ptr<Problem> problem;
    Row::Types::for_each([&]<class T>(std::type_identity<T> /*element*/) {
        if (hg::element_type_of<T>() == type) problem = std::make_unique<CallProblem<Row, T>>(values...);
    });
    return problem;
}

/// A row as a routine.
template <class Row>
Routine routine_of() {
    Routine routine{.name = Row::kName,
                    .does = Row::kDoes,
                    .level = Row::kLevel,
                    .names = {Row::kNames.begin(), Row::kNames.end()},
                    .draw = problem_of<Row, std::uint64_t, std::int64_t>,
                    .make = [](hg::ElementType type, const Given& given) {
                        return problem_of<Row, const Given&>(type, given);
                    }};
    Row::Types::for_each([&]<class T>(std::type_identity<T> /*element*/) {
        routine.types.push_back(hg::element_type_of<T>());
    });
    return routine;
}

/// Rows as routines. The rules of all of them must be known where this is used.
template <class... Row>
std::vector<Routine> routines_of() {
    return {routine_of<Row>()...};
}

/// The routines of a level of BLAS, likewise.
template <int kLevel, class ForEach>
std::vector<Routine> routines_of_level(const ForEach& for_each) {
    std::vector<Routine> list;
    for_each([&]<class Row>(const Row& /*row*/) {
        if constexpr (Row::kLevel == kLevel) list.push_back(routine_of<Row>());
    });
    return list;
}

}  // namespace hgctl
