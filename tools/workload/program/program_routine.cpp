#include "tools/workload/program/program_routine.hpp"

#include <algorithm>
#include <type_traits>

#include "interfaces/generated/blas_calls.hpp"
#include "interfaces/generated/blas_routines.hpp"
#include "interfaces/generated/lapack_routines.hpp"
#include "lapack/solve/substitution_call.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// Collects what a routine takes, and its operations.
class ProgramForm : public hg::ArgumentList<ProgramForm> {
  public:
    ProgramForm(ProgramRoutine& routine, TypedPrograms& typed) : routine_(routine), typed_(typed) {}

    void op(std::string_view name, hg::Op /*value*/) {
        typed_.ops = {hg::Op::none, hg::Op::trans};
        if (hg::is_complex(typed_.type)) typed_.ops.push_back(hg::Op::conj_trans);
        note(name);
    }
    void op(std::string_view name, hg::Op /*value*/, hg::Op transposition) {
        typed_.ops = {hg::Op::none, transposition};
        note(name);
    }
    void option(std::string_view name, bool /*valid*/, std::string_view /*must_be*/) { note(name); }
    void size(std::string_view name, std::int64_t /*value*/) { note(name); }
    template <class T>
    void scalar(std::string_view name, T /*value*/) {
        note(name);
    }

    void note(std::string_view name) {
        if (!routine_.has(name)) routine_.takes.push_back(name);
    }

  private:
    ProgramRoutine& routine_;
    TypedPrograms& typed_;
};

/// Refuses sizes that are larger than others allow.
class SizeLimits : public hg::ArgumentList<SizeLimits> {
  public:
    explicit SizeLimits(std::string_view routine) : routine_(routine) {}

    void size_up_to(std::string_view name, std::int64_t value, std::int64_t most, std::string_view must_be) {
        if (value > most)
            throw hg::Error(hg::ErrorCode::invalid_argument,
                            "--" + std::string(name) + " " + std::to_string(value) + ": " +
                                std::string(name) + " of " + std::string(routine_) + " " +
                                std::string(must_be) + ", which is " + std::to_string(most));
    }

  private:
    std::string_view routine_;
};

/// The call that runs the program of a routine, by the routine's arguments. There is none if the routine
/// consists of others.
template <class Call>
requires requires(const Call& call) {
    Call::program(call.problem(), hg::Target{}, hg::kernels::Database::shipped());
}
Call call_of(const Call& call) {
    return call;
}
template <class T>
hg::SubstitutionCall<hg::GetrsCall<T>> call_of(const hg::GetrsCall<T>& call) {
    return {call};
}
template <class T>
hg::SubstitutionCall<hg::PotrsCall<T>> call_of(const hg::PotrsCall<T>& call) {
    return {call};
}
using hg::routines::call_of;

template <class Arguments>
hg::Program program_of(const CallSettings& settings, const ProgramSite& site) {
    const auto arguments = arguments_of<Arguments>(settings);
    SizeLimits limits(Arguments::kName);
    hg::list_arguments(arguments, limits);
    const auto call = call_of(arguments);
    auto problem = call.problem();
    problem.pinned = site.pinned;
    if constexpr (requires { problem.arithmetic; }) problem.arithmetic = site.arithmetic;
    if constexpr (requires { problem.block; }) problem.block = site.block;
    return call.program(problem, site.target, site.kernels);
}

template <class Arguments>
double flops_of(const CallSettings& settings) {
    if constexpr (requires(const Arguments& arguments) { arguments.flops(); })
        return arguments_of<Arguments>(settings).flops();
    else
        return 0;
}

template <class Arguments>
void add_type(ProgramRoutine& routine) {
    using Call = decltype(call_of(Arguments{}));
    using Problem = decltype(Call{}.problem());
    TypedPrograms typed{
        hg::element_type_of<typename Arguments::Element>(), {}, program_of<Arguments>, flops_of<Arguments>};
    ProgramForm form(routine, typed);
    const Arguments arguments{};
    hg::list_arguments(arguments, form);
    if constexpr (requires(Problem problem) { problem.arithmetic; }) form.note("arithmetic");
    if constexpr (requires(Problem problem) { problem.block; }) form.note("block");
    routine.host_helps = requires {
        Call::kHostHelps;
    };
    routine.types.push_back(std::move(typed));
}

/// A row whose calls are programs.
template <class Row>
void add_row(std::vector<ProgramRoutine>& list) {
    // Rows with names of their own for complex elements, as unmqr, go by the name for real ones.
    const std::string name(Row::template Arguments<double>::kName);
    auto found = std::ranges::find(list, name, &ProgramRoutine::name);
    if (found == list.end()) found = list.insert(list.end(), {.name = name, .takes = {}, .types = {}});
    Row::Types::for_each(
        [&]<class T>(std::type_identity<T>) { add_type<typename Row::template Arguments<T>>(*found); });
}

}  // namespace

bool ProgramRoutine::has(std::string_view argument) const {
    return std::ranges::find(takes, argument) != takes.end();
}

const TypedPrograms* ProgramRoutine::in(hg::ElementType type) const {
    const auto found = std::ranges::find(types, type, &TypedPrograms::type);
    return found == types.end() ? nullptr : &*found;
}

const std::vector<ProgramRoutine>& program_routines() {
    static const std::vector<ProgramRoutine> routines = [] {
        std::vector<ProgramRoutine> list;
        const auto add = [&]<class Row>(const Row& /*row*/) {
            using Complex = typename Row::template Arguments<std::complex<double>>;
            if constexpr (requires(const Complex& arguments) { call_of(arguments); }) add_row<Row>(list);
        };
        hg::routines::for_each_blas_routine(add);
        hg::routines::for_each_lapack_routine(add);
        return list;
    }();
    return routines;
}

std::vector<std::string> program_routine_names() {
    std::vector<std::string> names;
    for (const ProgramRoutine& routine : program_routines()) names.push_back(routine.name);
    return names;
}

const ProgramRoutine& program_routine(std::string_view name) {
    const auto& all = program_routines();
    const auto found = std::ranges::find(all, name, &ProgramRoutine::name);
    if (found == all.end())
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        "no routine with a program is called '" + std::string(name) + "'");
    return *found;
}

}  // namespace hgctl
