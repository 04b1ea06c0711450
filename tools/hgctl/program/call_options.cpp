#include "tools/hgctl/program/call_options.hpp"

#include <algorithm>

#include "tools/hgctl/device_selection.hpp"
#include "tools/report/quantity.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include "tools/workload/operands/pivoting_words.hpp"

namespace hgctl {
namespace {

const std::vector<CallOption> kCallOptions{
    {"--nrhs", {"nrhs"}},
    {"--side", {"side"}},
    {"--uplo", {"uplo"}},
    {"--op-a", {"op_a", "op"}},
    {"--op-b", {"op_b"}},
    {"--diag", {"diag"}},
    {"--pivoting", {"options.pivoting"}},
    {"--beta", {"beta"}},
    {"--arithmetic", {"arithmetic"}},
};

}  // namespace

bool CallOption::is_taken_by(const ProgramRoutine& routine) const {
    return std::ranges::any_of(arguments, [&](std::string_view one) { return routine.has(one); });
}

/// "gemm, gemmt": the routines that take an option.
std::string CallOptions::takers_of(const CallOption& option) const {
    std::vector<std::string> names;
    for (const ProgramRoutine& routine : routines_)
        if (option.is_taken_by(routine)) names.push_back(routine.name);
    return joined(names);
}

void CallOptions::check(const ProgramRoutine& routine, const std::vector<CallOption>& more) const {
    std::vector<CallOption> all = kCallOptions;
    all.insert(all.end(), more.begin(), more.end());
    for (const CallOption& option : all)
        if (command_->has(option.name) && !option.is_taken_by(routine))
            refuse(std::string(option.name) + " is an option of " + takers_of(option) + ", not of " +
                   routine.name);
    if (routine.in(type_of(type)) == nullptr)
        refuse("--type " + type + ": " + routine.name + " does not support this type");
}

/// The letter of BLAS that the option is given.
template <class Letter>
void CallOptions::add_letter(const char* name, Letter& letter, const std::vector<std::string>& words) {
    const CallOption& option = *std::ranges::find(kCallOptions, std::string_view(name), &CallOption::name);
    command_
        ->option_function<std::string>(
            name, [&letter](const std::string& word) { letter = static_cast<Letter>(word.front()); },
            takers_of(option))
        .one_of(words)
        .show_default(std::string(1, static_cast<char>(letter)));
}

void CallOptions::add_options(Command& to, const std::vector<ProgramRoutine>& routines) {
    command_ = to;
    routines_ = routines;
    to.words("--type", type, floating_type_words(), "Element type");
    to.count("--nrhs", settings.nrhs, "getrs, potrs: columns of B", 1);
    add_letter("--op-a", settings.op, {"N", "T", "C"});
    add_letter("--op-b", settings.op_b, {"N", "T", "C"});
    add_letter("--side", settings.side, {"L", "R"});
    add_letter("--uplo", settings.uplo, {"L", "U"});
    add_letter("--diag", settings.diag, {"N", "U"});
    to.option("--beta", settings.beta, "Of products: with 0, C is not loaded").show_default();
    add_pivoting_option(to, settings.pivoting);
    add_arithmetic_option(to, arithmetic);
    to.flag("--pinned", pinned, "Matrices are in pinned memory, so nothing is staged");
}

}  // namespace hgctl
