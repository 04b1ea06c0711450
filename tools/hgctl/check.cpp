// hgctl check: random problems against a reference.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "check_gemm.hpp"
#include "commands.hpp"
#include "device_selection.hpp"
#include "json_report.hpp"
#include "option_checks.hpp"
#include "progress_bar.hpp"
#include "quantity.hpp"

namespace hgctl {
namespace {

struct Options {
    std::string devices;
    std::vector<std::string> types{"f64", "f32"};
    std::uint64_t seed = 1;
    std::int64_t n_max = 200;
    std::int64_t count = 100;
    JsonReport json;
};

struct Tally {
    std::int64_t passed = 0;
    std::int64_t failed = 0;
    double worst = 0;
};

bool all_have_f64(const hg::Machine& machine) {
    for (std::size_t i = 0; i < machine.device_count(); ++i)
        if (!machine.device(i).has_f64) return false;
    return true;
}

/// The command line that runs one problem alone.
std::string repeat_with(const Options& options, const std::string& type, std::uint64_t seed) {
    std::string line = "hgctl check gemm --type " + type + " --seed " + std::to_string(seed) +
                       " --count 1 --n-max " + std::to_string(options.n_max);
    if (!options.devices.empty()) line += " --devices '" + options.devices + "'";
    return line;
}

void check_type(hg::Session& session, const Options& options, const std::string& type, ProgressBar& bar,
                Tally& tally) {
    for (std::int64_t i = 0; i < options.count; ++i) {
        // Each problem has a seed of its own, so that it can be drawn again without those before it.
        const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(i);
        const CheckResult result = type == "f64" ? check_gemm<double>(session, seed, options.n_max)
                                                 : check_gemm<float>(session, seed, options.n_max);
        tally.worst = std::max(tally.worst, result.error);
        ++(result.passed ? tally.passed : tally.failed);
        bar.advance();
        if (!result.passed)
            std::cerr << "FAILED " << result.problem << "\n  " << result.fault
                      << "\n  repeat with: " << repeat_with(options, type, seed) << '\n';
    }
}

int run_check_gemm(const Options& options) {
    options.json.check();
    hg::Session session(machine_options(options.devices));
    const hg::Machine& machine = session.machine();
    Tally tally;
    {
        ProgressBar bar("gemm on random problems",
                        options.types.size() * static_cast<std::size_t>(options.count));
        for (const std::string& type : options.types) {
            if (type == "f64" && !all_have_f64(machine))
                std::cerr << "f64 is left out: a device here has no double precision\n";
            else
                check_type(session, options, type, bar, tally);
        }
    }
    options.json.write({{"passed", tally.passed}, {"failed", tally.failed}, {"worst_error", tally.worst}});
    if (!options.json.replaces_text()) {
        std::cout << "gemm on";
        for (std::size_t i = 0; i < machine.device_count(); ++i)
            std::cout << (i == 0 ? " " : ", ") << machine.device(i).name;
        std::cout << ": largest error " << rough(tally.worst) << " of the bound\n"
                  << tally.passed << " passed, " << tally.failed << " failed\n";
    }
    return tally.failed == 0 ? kGood : kCheckFailed;
}

}  // namespace

void add_check(CLI::App& app, int& status) {
    CLI::App* check = app.add_subcommand("check", "Check routines on random problems against a reference");
    check->require_subcommand(1);
    auto options = std::make_shared<Options>();
    CLI::App* command = check->add_subcommand(
        "gemm", "C := alpha op(A) op(B) + beta C: all layouts, ops, odd sizes and leading dimensions");
    add_devices_option(*command, options->devices);
    command->add_option("--type", options->types, "Element types")
        ->delimiter(',')
        ->check(CLI::IsMember({"f64", "f32"}))
        ->capture_default_str();
    command->add_option("--seed", options->seed, "Seed of the first problem; the next one has the next seed")
        ->capture_default_str();
    command->add_option("--n-max", options->n_max, "Largest m, n and k")
        ->check(whole_number(1, std::int64_t{1} << 14))
        ->capture_default_str();
    command->add_option("--count", options->count, "Problems of each type")
        ->check(whole_number(1, std::int64_t{1} << 40))
        ->capture_default_str();
    options->json.add_option(*command);
    command->callback([options, &status] { status = run_check_gemm(*options); });
}

}  // namespace hgctl
