#pragma once

#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "support/test_devices.hpp"
#include "tools/workload/problem/routine.hpp"
#include "tools/workload/rule/wide.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/element.hpp>

/// Problems of all routines and element types, and what their calls must satisfy.
namespace hg::test {

using hgctl::element_from;
using hgctl::Given;
using hgctl::Problem;
using hgctl::Routine;

/// A routine with a type of elements, for tests that go through all of them.
struct TypedRoutine {
    const Routine* routine;
    ElementType type;

    [[nodiscard]] std::unique_ptr<Problem> make(const Given& given) const {
        return routine->make(type, given);
    }
    [[nodiscard]] bool is(std::string_view name) const { return routine->name == name; }
    [[nodiscard]] bool is_any_of(std::initializer_list<std::string_view> names) const {
        return std::ranges::find(names, routine->name) != names.end();
    }
    /// "herk_c64"
    [[nodiscard]] std::string text() const {
        return std::string(routine->name) + '_' + std::string(name(type));
    }
};
inline void PrintTo(const TypedRoutine& routine, std::ostream* out) {
    *out << routine.text();
}

inline std::vector<TypedRoutine> typed(const std::vector<Routine>& routines) {
    std::vector<TypedRoutine> list;
    for (const Routine& routine : routines)
        for (const ElementType type : routine.types) list.push_back({&routine, type});
    return list;
}

/// All floating types and, for tests whose programs do not depend on the type, those whose kernels are worth
/// compiling.
inline std::vector<ElementType> all_types() {
    return {ElementType::f64, ElementType::f32, ElementType::c64, ElementType::c32};
}
inline std::vector<ElementType> types_worth_compiling() {
    if (on_host()) return all_types();
    return {ElementType::f64, ElementType::c64, ElementType::c32};
}

/// Calls act.operator()<T>() with the elements of a floating type.
template <class Act>
auto with_elements(ElementType type, const Act& act) {
    switch (type) {
        case ElementType::f32:
            return act.template operator()<float>();
        case ElementType::c32:
            return act.template operator()<std::complex<float>>();
        case ElementType::c64:
            return act.template operator()<std::complex<double>>();
        default:
            return act.template operator()<double>();
    }
}

/// The operand of a problem whose elements are T.
template <class T>
T* data_of(Problem& problem, std::string_view operand) {
    return static_cast<T*>(problem.data(operand));
}

/// A problem of a routine by its name.
inline std::unique_ptr<Problem> make_problem(std::string_view routine, ElementType type, const Given& given) {
    return hgctl::routine_named(routine).make(type, given);
}

/// Whether a call has left what it must, and nothing else was touched.
inline testing::AssertionResult is_right(const Problem& problem, std::int64_t info = 0) {
    const hgctl::CheckResult result = problem.judged(info);
    if (result.passed()) return testing::AssertionSuccess();
    return testing::AssertionFailure() << result.problem << ": " << result.fault;
}

/// Makes the call. Checks the result, that nothing else was touched, that devices did it if there is
/// something to multiply, and that none of them failed: had one, others would have finished the call.
inline testing::AssertionResult works(Session& session, Problem& problem) {
    const std::uint64_t runs = session.statistics().runs;
    const hgctl::CheckResult result = problem.check(session);
    if (!result.passed()) return testing::AssertionFailure() << result.problem << ": " << result.fault;
    if (problem.multiplies() && session.statistics().runs == runs)
        return testing::AssertionFailure() << result.problem << ": no device did it";
    return testing::AssertionSuccess();
}

}  // namespace hg::test
