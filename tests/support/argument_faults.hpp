#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "support/made_arguments.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

/// Wrong arguments of all routines, and memory that may be null. tests/interfaces compares the numbers with
/// the rows of interfaces/routines.py.
namespace hg::test {

/// A routine for a type of elements, with its name in BLAS or LAPACK.
template <class Row, class T>
struct TypedRow {
    using Arguments = typename Row::template Arguments<T>;

    static std::int64_t call(Session& session, Layout layout, const Arguments& arguments) {
        return Row::template call<T>(session, layout, arguments);
    }
    std::string name;
};

/// Calls act(TypedRow{}) for each type of a row.
template <class Row, class Act>
void for_each_type(const Row& /*row*/, const Act& act) {
    std::size_t place = 0;
    Row::Types::for_each(
        [&]<class T>(std::type_identity<T>) { act(TypedRow<Row, T>{std::string(Row::kNames[place++])}); });
}

/// What a call says about a planted fault, and that nothing is touched.
template <class Act>
void expect_refused(const Act& call, const std::string& routine, const MadeArguments& made) {
    const auto before = made.elements;
    const auto& [number, name, words] = *made.fault;
    try {
        call();
        ADD_FAILURE() << routine << ": argument " << number << " (" << name << ") was accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_EQ(error.context().argument, number) << error.what();
        EXPECT_EQ(error.context().argument_name, name) << error.what();
        EXPECT_EQ(error.message().rfind(routine + ": argument", 0), 0U) << error.message();
        EXPECT_NE(error.message().find(words), std::string::npos) << error.message();
    }
    EXPECT_EQ(std::memcmp(&before, &made.elements, sizeof before), 0) << routine << ": memory was touched";
}

/// Makes each argument wrong in each way, in calls that wait and in those that don't. Returns how many faults
/// there are.
template <class Row, class T>
int expect_faults(Session& session, const TypedRow<Row, T>& row, ArgumentPlan plan) {
    plan.has_layout = Row::kHasLayout;
    for (plan.wrong = 0;; ++plan.wrong) {
        typename TypedRow<Row, T>::Arguments arguments{};
        MadeArguments made(plan);
        list_arguments(arguments, made);
        if (!made.fault) return plan.wrong;
        expect_refused([&] { row.call(session, made.layout, arguments); }, row.name, made);
        if constexpr (requires { Row::template call_async<T>(session, made.layout, arguments); })
            if (!made.found_in_call)
                expect_refused([&] { (void)Row::template call_async<T>(session, made.layout, arguments); },
                               row.name, made);
    }
}

/// Likewise for all routines: each fault once, those of empty matrices, and leading dimensions with all
/// letters in both layouts.
template <class Row>
void expect_all_faults(Session& session, const Row& each) {
    for_each_type(each, [&](const auto& row) {
        EXPECT_GT(expect_faults(session, row, {}), 4) << row.name;
        EXPECT_GT(expect_faults(session, row, {.sizes = {0, 0, 0}}), 3) << row.name;
        for (unsigned letters = 1; letters < 16; ++letters)
            expect_faults(session, row, {.letters = letters, .strides_alone = true});
        for (unsigned letters = 0; letters < 16 && Row::kHasLayout; ++letters)
            expect_faults(session, row,
                          {.layout = Layout::row_major, .letters = letters, .strides_alone = true});
    });
}

/// Makes a good call; what it does not touch is null.
template <class Row, class T>
MadeArguments call_with_null(Session& session, const TypedRow<Row, T>& row, ArgumentPlan plan) {
    plan.null_if_unused = true;
    typename TypedRow<Row, T>::Arguments arguments{};
    MadeArguments made(plan);
    list_arguments(arguments, made);
    EXPECT_NO_THROW(EXPECT_GE(row.call(session, made.layout, arguments), 0)) << row.name;
    return made;
}

/// Where nothing is read or written null is fine: no device is asked if there is nothing to do at all. The
/// CPU does what is left if one size is zero.
template <class Row>
void expect_null_is_fine(Session& devices, Session& cpu, const Row& each) {
    for_each_type(each, [&](const auto& row) {
        call_with_null(devices, row, {.sizes = {0, 0, 0}});
        EXPECT_EQ(devices.statistics().runs, 0U) << row.name;
        for (const auto& sizes : {std::array<std::int64_t, 3>{0, 5, 6}, {4, 0, 6}, {4, 5, 0}})
            call_with_null(cpu, row, {.sizes = sizes});
    });
}

/// The devices of the tests beside the CPU, which does all small calls.
inline MachineOptions small_calls_on_cpu() {
    MachineOptions options = test_options();
    options.host_below = 1 << 20;
    return options;
}

}  // namespace hg::test
