// hg's own interfaces: C++, C++ with a session for each call, calls that return at once, C and Fortran.
#include <complex>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "faults/fortran_call.hpp"
#include "faults/interface.hpp"
#include "faults/outcome_of.hpp"
#include "tools/workload/problem/problem.hpp"
#include <hg/blas/call.hpp>
#include <hg/blas/session.hpp>
#include <hg/hg.h>

namespace hg::test {
namespace {

/// An argument as functions of C take it; which of these it is follows from its type there.
struct Argument {
    char letter = 0;
    std::int64_t integer = 0;
    std::complex<double> number{};
    void* pointer = nullptr;
};

std::vector<Argument> arguments_of(const hgctl::ListedCall& call) {
    std::vector<Argument> list;
    for (const auto& argument : call.arguments) {
        if (const auto* option = std::get_if<hgctl::ListedOption>(&argument))
            list.push_back(
                {.letter = std::visit([](auto letter) { return static_cast<char>(letter); }, *option)});
        if (const auto* size = std::get_if<hgctl::ListedSize>(&argument))
            list.push_back({.integer = size->value});
        if (const auto* scalar = std::get_if<hgctl::ListedScalar>(&argument))
            list.push_back({.number = scalar->value});
        if (const auto* x = std::get_if<hgctl::ListedOperand>(&argument)) {
            list.push_back({.pointer = x->data});
            if (x->has_stride()) list.push_back({.integer = x->stride});
        }
    }
    return list;
}

template <class Parameter>
Parameter passed(const Argument& argument) {
    if constexpr (std::is_same_v<Parameter, char>)
        return argument.letter;
    else if constexpr (std::is_same_v<Parameter, std::int64_t>)
        return argument.integer;
    else if constexpr (std::is_pointer_v<Parameter>)
        return static_cast<Parameter>(argument.pointer);
    else if constexpr (std::is_arithmetic_v<Parameter>)
        return static_cast<Parameter>(argument.number.real());
    else
        return Parameter(argument.number);
}

/// A function of C with its arguments, and the handle of a call that returns at once.
using CallOfC = std::function<std::int64_t()>;
template <class... Parameter>
CallOfC ready(std::int64_t (*function)(Parameter...), const hgctl::ListedCall& call, hg_call** handle) {
    std::vector<Argument> list = arguments_of(call);
    if (handle != nullptr) list.push_back({.pointer = static_cast<void*>(handle)});
    if (list.size() != sizeof...(Parameter)) std::abort();
    return [function, list] {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return function(passed<Parameter>(list[I])...);
        }
        (std::index_sequence_for<Parameter...>{});
    };
}

using MakeCallOfC = CallOfC (*)(const hgctl::ListedCall&, hg_call**);

#define HG_OF_C(name)                                                                                      \
    {                                                                                                      \
#name,                                                                                             \
            [](const hgctl::ListedCall& call, hg_call** handle) { return ready(hg_##name, call, handle); } \
    }
#define HG_OF_REAL(name) HG_OF_C(d##name), HG_OF_C(s##name)
#define HG_OF_ALL(name) HG_OF_REAL(name), HG_OF_C(z##name), HG_OF_C(z##name##_async)

const std::map<std::string, MakeCallOfC>& functions_of_c() {
    static const std::map<std::string, MakeCallOfC> functions{
        HG_OF_REAL(dot),      HG_OF_REAL(ger),  HG_OF_REAL(trsv),    HG_OF_REAL(symm),  HG_OF_REAL(syrk),
        HG_OF_REAL(syr2k),    HG_OF_REAL(trmm), HG_OF_REAL(getrs),   HG_OF_REAL(potri), HG_OF_REAL(getri),
        HG_OF_C(dsgesv),      HG_OF_C(dsposv),  HG_OF_ALL(gemm),     HG_OF_ALL(trsm),   HG_OF_ALL(getrf),
        HG_OF_ALL(gesv),      HG_OF_ALL(posv),  HG_OF_ALL(gels),     HG_OF_REAL(sysv),  HG_OF_C(zhesv),
        HG_OF_C(zhesv_async), HG_OF_C(zherk),   HG_OF_C(zherk_async)};
    return functions;
}

ReadyCall by_c(hgctl::Problem& problem) {
    const hgctl::ListedCall listed = problem.listed();
    const CallOfC call = functions_of_c().at(listed.name)(listed, nullptr);
    return [call] { return outcome_of(call); };
}

/// A call that is not submitted leaves no handle, whatever stood in its place.
ReadyCall by_c_async(hgctl::Problem& problem) {
    static char nothing = 0;
    const hgctl::ListedCall listed = problem.listed();
    const auto handle = std::make_shared<hg_call*>();
    const CallOfC begin = functions_of_c().at(listed.name + "_async")(listed, handle.get());
    return [begin, handle] {
        *handle = reinterpret_cast<hg_call*>(&nothing);
        Outcome outcome = outcome_of(begin);
        if (!outcome.failed) return outcome_of([&] { return hg_wait(handle.get()); });
        if (*handle == nullptr) return outcome;
        outcome.say("*call is not null after a call that was not submitted");
        outcome.foreign = true;
        return outcome;
    };
}

ReadyCall by_fortran(hgctl::Problem& problem) {
    const hgctl::ListedCall listed = problem.listed();
    const auto call = std::make_shared<FortranCall>("hg_" + listed.name + "_", listed, false, true);
    return [call] { return outcome_of([&] { return (*call)(); }); };
}

ReadyCall by_cpp(hgctl::Problem& problem) {
    return [&problem] { return outcome_of([&] { return problem.call(Session::global()); }); };
}
ReadyCall by_session(hgctl::Problem& problem) {
    return [&problem] {
        return outcome_of([&] {
            Session session;
            return problem.call(session);
        });
    };
}
/// Routines of vectors have no such form.
ReadyCall by_cpp_async(hgctl::Problem& problem) {
    const hgctl::ListedCall listed = problem.listed();
    for (const hgctl::ListedOperand* const x : listed.operands())
        if (x->kind == hgctl::ListedOperand::Kind::vector) return by_cpp(problem);
    return [&problem] { return outcome_of([&] { return problem.submit(Session::global()).wait(); }); };
}

}  // namespace

const std::vector<Interface>& interfaces() {
    static const std::vector<Interface> all{
        {.name = "C, first call of a process",
         .prepare = by_c,
         .of_complex = false,
         .first_of_process = true},
        {.name = "C++", .prepare = by_cpp},
        {.name = "C++, first call of a session", .prepare = by_session, .of_complex = false},
        {.name = "C++, async", .prepare = by_cpp_async},
        {.name = "C", .prepare = by_c},
        {.name = "C, async", .prepare = by_c_async, .of_real = false},
        {.name = "Fortran", .prepare = by_fortran, .of_complex = false}};
    return all;
}

}  // namespace hg::test
