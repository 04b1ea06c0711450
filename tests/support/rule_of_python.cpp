// Problems of all routines with the rules that judge their results, for tests in Python: rule.py calls these
// functions by ctypes. Texts are JSON but for names and faults, and last until the problem's next call. No
// exception leaves a function: it returns null, and hg_rule_failure() says why.
#include <complex>
#include <cstdint>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <variant>

#include "tools/workload/problem/routine.hpp"

namespace {

using nlohmann::json;

struct PythonProblem {
    std::unique_ptr<hgctl::Problem> problem;
    std::string text;
};

thread_local std::string failure;

/// What `act` returns, or null.
template <class Act>
auto without_exceptions(const Act& act) noexcept -> decltype(act()) {
    try {
        return act();
    } catch (const std::exception& error) {
        failure = error.what();
        return nullptr;
    }
}

/// The values that `text` has; letters are those of BLAS, and the layout's are C and R.
hgctl::Given given_of(const json& text) {
    hgctl::Given given;
    const auto take = [&]<class Value>(const char* name, Value& value) {
        const auto found = text.find(name);
        if (found == text.end()) return;
        if constexpr (std::is_enum_v<Value>)
            value = static_cast<Value>(found->get<std::string>().at(0));
        else if constexpr (std::is_same_v<Value, std::complex<double>>)
            value = found->is_number() ? Value(found->get<double>()) : Value(found->at(0), found->at(1));
        else
            value = found->get<Value>();
    };
    take("layout", given.layout);
    take("side", given.side);
    take("uplo", given.uplo);
    take("op", given.op);
    take("op_b", given.op_b);
    take("diag", given.diag);
    take("m", given.m);
    take("n", given.n);
    take("k", given.k);
    take("nrhs", given.nrhs);
    take("alpha", given.alpha);
    take("beta", given.beta);
    take("incx", given.incx);
    take("incy", given.incy);
    take("gap", given.gap);
    take("seed", given.seed);
    take("number_outside", given.number_outside);
    return given;
}

json described(const hgctl::ListedOption& option) {
    return std::visit([](auto letter) { return json(std::string(1, static_cast<char>(letter))); }, option);
}
json described(const hgctl::ListedSize& size) {
    return size.value;
}
json described(const hgctl::ListedScalar& scalar) {
    return {{"type", hg::name(scalar.type)}, {"value", {scalar.value.real(), scalar.value.imag()}}};
}
json described(const hgctl::ListedOperand& x) {
    return {{"name", x.name},
            {"type", x.is_integral() ? "i64" : hg::name(x.type)},
            {"data", reinterpret_cast<std::uintptr_t>(x.data)},
            {"rows", x.rows},
            {"cols", x.cols},
            {"stride", x.has_stride() ? x.stride : 1},
            {"written", x.written}};
}

}  // namespace

extern "C" {

const char* hg_rule_failure() {
    return failure.c_str();
}

/// A problem of a routine, as "dgemm", from arguments as Given has them.
PythonProblem* hg_rule_make(const char* name, const char* given) {
    return without_exceptions([&] {
        auto made = std::make_unique<PythonProblem>();
        made->problem = hgctl::make_problem(name, given_of(json::parse(given)));
        return made.release();
    });
}
void hg_rule_free(PythonProblem* made) {
    delete made;
}

/// A list of the call's arguments in their order: letters, sizes, scalars and operands, each with its
/// increment or leading dimension.
const char* hg_rule_arguments(PythonProblem* made) {
    return without_exceptions([&] {
        json list = json::array();
        for (const auto& argument : made->problem->listed().arguments)
            list.push_back(std::visit([](const auto& x) { return described(x); }, argument));
        made->text = list.dump();
        return made->text.c_str();
    });
}
/// Takes what stands in the operands now for what they are before the call.
void hg_rule_keep(PythonProblem* made) {
    made->problem->keep();
}
/// What is wrong with what a call has left; empty if nothing is.
const char* hg_rule_fault(PythonProblem* made, std::int64_t info) {
    return without_exceptions([&] {
        const hgctl::CheckResult result = made->problem->judged(info);
        made->text = result.passed() ? "" : result.problem + ": " + result.fault;
        return made->text.c_str();
    });
}
}
