// hgctl check: random problems against a reference.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/device/device_model.hpp"
#include "runtime/machine/device/discovery.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/check/check_gemm_kernels.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include "tools/workload/problem/check_result.hpp"
#include "tools/workload/problem/routine.hpp"
#include "tools/workload/problem/spmv.hpp"

namespace hgctl {
namespace {

/// What `hgctl check` knows by a name.
struct CheckRoutine {
    std::string name;
    std::string help;
    std::int64_t problems = 0;  ///< of each type, unless another number is asked for
    std::vector<hg::ElementType> types{};
    /// Draws one problem of a type from `seed` with sizes up to n_max, and zero too, makes the call and
    /// judges it by the routine's rule.
    std::function<CheckResult(hg::ElementType type, hg::Session& session, std::uint64_t seed,
                              std::int64_t n_max)>
        check{};
};

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
    list.push_back(
        {name, "All routines of level " + name.substr(name.size() - 1) + "", 360, kAllTypes, in_turn});
    add(level, list);
}

/// All routines, and levels 1 and 2 of BLAS with their routines in turn, as "level1" and "level2".
const std::vector<CheckRoutine>& check_routines() {
    static const std::vector<CheckRoutine> routines = [] {
        std::vector<CheckRoutine> list;
        for (const auto* family :
             {&level3_routines(), &lu_routines(), &cholesky_routines(), &ldl_routines(), &qr_routines()})
            add(*family, list);
        list.push_back({"spmv", "y = alpha op(A) x + beta y with a sparse A", 200, kAllTypes, check_spmv});
        add_level("level2", level2_routines(), list);
        add_level("level1", level1_routines(), list);
        return list;
    }();
    return routines;
}

constexpr std::int64_t kKernelProblems = 4;  ///< of each family, type and pair of operations

constexpr int kShownFaults = 3;  ///< of each family and type

struct Options {
    const CheckRoutine* routine = nullptr;
    std::string devices;
    std::string arithmetic;
    std::vector<std::string> types;
    std::uint64_t seed = 1;
    std::int64_t n_max = 200;
    std::optional<std::int64_t> count;
    bool kernels = false;               ///< of gemm alone
    std::vector<std::string> families;  ///< likewise
    ReportFiles files;

    [[nodiscard]] std::int64_t problems() const { return count.value_or(routine->problems); }

    /// True if kernels are checked instead of the routine.
    [[nodiscard]] bool kernels_alone() const { return kernels || !families.empty(); }
};

/// Only gemm has kernels that can be checked by themselves.
bool is_gemm(const CheckRoutine& routine) {
    return routine.name == "gemm";
}

struct Tally {
    std::int64_t passed = 0;
    std::int64_t failed = 0;
    double worst = 0;
    std::vector<std::string> devices;
    std::vector<std::string> checked;  ///< families, if kernels were checked
    std::vector<std::string> skipped;
};

bool all_have_f64(const hg::Machine& machine) {
    for (std::size_t i = 0; i < machine.device_count(); ++i)
        if (!machine.device(i).has_f64) return false;
    return true;
}

/// The command line that runs one problem alone.
std::string repeat_with(const Options& options, const std::string& what, std::uint64_t seed) {
    std::string line = "hgctl check " + options.routine->name + " " + what + " --seed " +
                       std::to_string(seed) + " --count 1 --n-max " + std::to_string(options.n_max);
    if (!options.devices.empty()) line += " --devices '" + options.devices + "'";
    if (!options.arithmetic.empty()) line += " --arithmetic " + options.arithmetic;
    return line;
}

void check_type(hg::Session& session, const Options& options, const std::string& type, ProgressBar& bar,
                Tally& tally) {
    for (std::int64_t i = 0; i < options.problems(); ++i) {
        // Each problem has a seed of its own, so that it can be drawn again without those before it.
        const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(i);
        const CheckResult result =
            options.routine->check(*hg::element_type(type), session, seed, options.n_max);
        tally.worst = std::max(tally.worst, result.error);
        ++(result.passed() ? tally.passed : tally.failed);
        bar.advance();
        if (!result.passed())
            std::cerr << "FAILED " << result.problem << "\n  " << result.fault
                      << "\n  repeat with: " << repeat_with(options, "--type " + type, seed) << '\n';
    }
}

void check_routine(const Options& options, Tally& tally) {
    hg::Session session(machine_options(options.devices, options.arithmetic));
    ProgressBar bar(options.routine->name + " on random problems",
                    options.types.size() * static_cast<std::size_t>(options.problems()));
    for (const std::string& type : options.types) {
        if (hg::needs_f64(*hg::element_type(type)) && !all_have_f64(session.machine()))
            std::cerr << type << " is left out: a device here has no double precision\n";
        else
            check_type(session, options, type, bar, tally);
    }
}

/// The families to check on a device: those asked for, all, or those that no other machine can check.
std::vector<hg::kernels::GemmFamily> families_of(const Options& options, const hg::DeviceTraits& device) {
    if (!options.kernels_alone()) return families_written_for(device);
    std::vector<hg::kernels::GemmFamily> families;
    for (const std::string& word : options.families) families.push_back(*hg::kernels::parse_family(word));
    return families.empty() ? all_families() : families;
}

void check_kernels_of(std::unique_ptr<hg::Device> given, const Options& options, const hg::DeviceModel& model,
                      Tally& tally) {
    const std::string device_name = given->info().name;
    KernelCheckPlan plan;
    plan.families = families_of(options, model.traits);
    plan.seed = options.seed;
    plan.n_max = options.n_max;
    // A count is that of the routine's problems if both are checked.
    plan.count = options.kernels_alone() ? options.count.value_or(kKernelProblems) : kKernelProblems;
    plan.says_what_is_not = options.kernels_alone();
    if (plan.families.empty()) return;
    for (const std::string& type : options.types) plan.types.push_back(type_of(type));
    ResidentDevice device(std::move(given));
    ProgressBar bar("kernels", kernels_to_check(plan));
    KernelCheckWatch watch;
    watch.next = [&](const std::string& what) {
        bar.say("kernels " + what);
        bar.advance();
    };
    std::map<std::string, int> faults;
    watch.failed = [&](const KernelFault& fault) {
        const std::string kernels = "--families " + fault.family + " --type " + fault.type;
        if (++faults[kernels] > kShownFaults) return;
        std::cerr << "FAILED " << fault.problem << " on " << device_name << "\n  " << fault.fault
                  << "\n  repeat with: " << repeat_with(options, kernels, fault.seed) << '\n';
    };
    const KernelCheckResult result = check_gemm_kernels(device, model, plan, watch);
    for (const auto& [kernels, count] : faults)
        if (count > kShownFaults)
            std::cerr << "FAILED " << count - kShownFaults << " more with " << kernels << '\n';
    tally.passed += result.passed;
    tally.failed += result.failed;
    tally.worst = std::max(tally.worst, result.worst);
    tally.checked.insert(tally.checked.end(), result.checked.begin(), result.checked.end());
    for (const std::string& skipped : result.skipped)
        tally.skipped.emplace_back(skipped).append(" (").append(device_name).append(")");
}

void check_kernels(const Options& options, Tally& tally) {
    const hg::MachineOptions machine = machine_options(options.devices, options.arithmetic);
    for (std::unique_ptr<hg::Device>& device : hg::make_devices(machine)) {
        const hg::Target target = hg::guess_target({&device->info()}, machine.memory_limit);
        check_kernels_of(std::move(device), options, target.devices.front(), tally);
    }
}

Report report_of(const Options& options, const Tally& tally) {
    Report report("hgctl check", options.routine->name + " on " + joined(tally.devices) + ": largest error " +
                                     rough(tally.worst) + " of the bound");
    report.devices(tally.devices);
    if (is_gemm(*options.routine)) report.fact("kernels", tally.checked).fact("skipped", tally.skipped);
    report.fact("passed", tally.passed).fact("failed", tally.failed).fact("worst_error", tally.worst);
    if (!tally.checked.empty()) report.line("Kernels checked: " + joined(tally.checked));
    for (const std::string& skipped : tally.skipped) report.line("Skipped: " + skipped);
    std::string sum = std::to_string(tally.passed) + " passed, " + std::to_string(tally.failed) + " failed";
    if (!tally.skipped.empty()) sum += ", " + std::to_string(tally.skipped.size()) + " skipped";
    return std::move(report.line(sum));
}

int run_check(const Options& options) {
    options.files.check();
    Tally tally;
    tally.devices = device_names(machine_options(options.devices, options.arithmetic));
    if (!options.kernels_alone()) check_routine(options, tally);
    if (is_gemm(*options.routine)) check_kernels(options, tally);
    options.files.write(report_of(options, tally));
    return tally.failed == 0 ? kGood : kCheckFailed;
}

void add_kernel_options(Command& command, Options& options) {
    command.flag("--kernels", options.kernels, "Check each kernel of all families instead of the routine");
    command.words("--families", options.families, all_family_words(),
                  "Check only the kernels of these families");
}

void add_routine(Command& check, const CheckRoutine& routine) {
    auto options = std::make_shared<Options>();
    options->routine = &routine;
    std::vector<std::string> types;
    for (const hg::ElementType type : routine.types) types.emplace_back(hg::name(type));
    options->types = types;
    Command command = check.subcommand(routine.name, routine.help);
    add_devices_option(command, options->devices);
    add_arithmetic_option(command, options->arithmetic);
    command.words("--type", options->types, types, "Element types");
    command
        .option("--seed", options->seed,
                "Seed of the first problem; each further problem takes the next seed")
        .show_default();
    command.count("--n-max", options->n_max, "Largest sizes", 1, std::int64_t{1} << 14);
    std::string of = "Problems of each type (" + std::to_string(routine.problems) + ")";
    if (is_gemm(routine)) of += ", or of each family, type and pair of operations (4)";
    command.count("--count", options->count, of, 1, std::int64_t{1} << 40);
    if (is_gemm(routine)) add_kernel_options(command, *options);
    options->files.add_options(command);
    command.callback([options] { return run_check(*options); });
}

}  // namespace

void add_check(Command& app) {
    Command check = app.subcommand("check", "Check routines on random problems");
    check.require_subcommand();
    for (const CheckRoutine& routine : check_routines()) add_routine(check, routine);
}

}  // namespace hgctl
