// hgctl stress: whether devices hold their rates under load, and give the same bits each time.
#include <algorithm>
#include <iostream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/device/discovery.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/cli/share.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/ending_signals.hpp"
#include "tools/hgctl/stress/stress_report.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include "tools/workload/operands/host_memory.hpp"

namespace hgctl {
namespace {

constexpr std::int64_t kOrderOfGpus = 8192;
constexpr std::int64_t kOrderOfCpus = 512;
constexpr double kMinute = 60;
constexpr std::size_t kStepsOfTime = 100;  ///< of the progress bar

struct StressOptions {
    std::string devices;
    std::vector<std::string> kernels = stress_kernel_words();
    std::vector<std::string> types{"f64", "f32"};
    bool links = false;
    int iterations = 100;
    int launches = 10;
    std::optional<double> minutes;
    std::optional<std::int64_t> n;
    std::string limit;
    std::vector<double> prices;
    ReportFiles files;

    void add_options(Command& command);
};

bool fits(const StressPlan& plan, const hg::DeviceModel& device, std::int64_t n) {
    return plan.device_bytes(n) <= static_cast<double>(device.memory) &&
           plan.largest_piece(n) <= device.largest_slot;
}

/// Throws hg::Error{invalid_argument} with an order that fits.
void require_fits(const StressPlan& plan, const OneDevice& device) {
    if (fits(plan, device.model, plan.n)) return;
    std::int64_t n = plan.n;
    while (n > 1 && !fits(plan, device.model, n)) n = n * 9 / 10;
    refuse("matrices of order " + std::to_string(plan.n) + " take " + bytes_text(plan.device_bytes(plan.n)) +
           " in all, the largest " + bytes_text(plan.largest_piece(plan.n)) + "; " +
           device.listing.info.name + " has " + bytes_text(device.model.memory) + " to use, " +
           bytes_text(device.model.largest_slot) + " in one piece: --n " + std::to_string(n) + " fits");
}

/// The order that was given, else one that suits and fits all devices.
std::int64_t order_of(const StressOptions& options, const StressPlan& plan,
                      const std::vector<OneDevice>& devices) {
    if (options.n) return *options.n;
    const bool fast = std::all_of(devices.begin(), devices.end(),
                                  [](const OneDevice& device) { return device.model.is_gpu; });
    std::int64_t n = fast ? kOrderOfGpus : kOrderOfCpus;
    while (n > 1 && !std::all_of(devices.begin(), devices.end(),
                                 [&](const OneDevice& device) { return fits(plan, device.model, n); }))
        n /= 2;
    return n;
}

StressPlan plan_of(const StressOptions& options, const std::vector<OneDevice>& devices) {
    StressPlan plan{.kernels = options.kernels,
                    .types = {},
                    .links = options.links,
                    .launches = options.launches,
                    .iterations = options.iterations,
                    .seconds = {}};
    for (const std::string& type : options.types) plan.types.push_back(type_of(type));
    if (options.minutes) {
        plan.seconds = *options.minutes * kMinute;
        plan.iterations = std::numeric_limits<int>::max();
    }
    plan.n = order_of(options, plan, devices);
    for (const OneDevice& device : devices) {
        require_fits(plan, device);
        if (std::none_of(plan.types.begin(), plan.types.end(),
                         [&](hg::ElementType type) { return device.model.computes(type); }))
            refuse(device.listing.info.name + " supports none of the requested types");
    }
    if (options.links)
        require_host_memory(
            "what goes through the links",
            static_cast<double>(devices.size()) * static_cast<double>(4 * plan.largest_piece(plan.n)));
    return plan;
}

StressTerms terms_of(const StressOptions& options, std::size_t devices) {
    if (options.prices.size() > 1 && options.prices.size() != devices)
        refuse("--price has " + count_text(options.prices.size(), "value") + " for " +
               count_text(devices, "device") + ": give one, or one for each");
    return {parse_share(options.limit, "--limit"), options.prices};
}

/// All devices that HG_DEVICES selects, or the option in its place.
std::vector<OneDevice> devices_of(const StressOptions& options) {
    if (!options.devices.empty()) return chosen_devices(options.devices);
    return chosen_devices(positions_text(hg::selected_devices(machine_options(""))));
}

StressResult measure(const StressPlan& plan, const std::vector<OneDevice>& devices) {
    const auto kernels = tuned_kernels(devices.front().options.cache_folder);
    ProgressBar bar("making devices ready",
                    plan.seconds ? kStepsOfTime : static_cast<std::size_t>(plan.iterations));
    std::vector<StressTarget> targets;
    for (const OneDevice& device : devices) targets.push_back({make_device(device), device.model});
    DeviceSensors sensors;
    const Interruption interruption;
    Stopwatch watch;
    double spent = 0;
    const auto show = [&](int number) {
        const std::string what = "iteration " + std::to_string(number);
        const double lap = watch.lap();
        if (number > 1) spent += lap;
        if (plan.seconds)
            bar.reach(std::min(1.0, spent / *plan.seconds), std::max(0.0, *plan.seconds - spent), what);
        else if (number > 1)
            bar.advance();
        if (!plan.seconds) bar.say(what);
    };
    return run_stress(plan, std::move(targets), kernels, sensors,
                      {.iteration = show, .stop = [&] { return interruption.requested(); }});
}

int run_stress_command(const StressOptions& options) {
    options.files.check();
    const std::vector<OneDevice> devices = devices_of(options);
    const StressTerms terms = terms_of(options, devices.size());
    const StressResult result = measure(plan_of(options, devices), devices);
    options.files.write(stress_report(result, terms));
    const std::vector<std::string> faults = stress_faults(result, terms);
    for (const std::string& fault : faults) std::cerr << "hgctl: " << fault << '\n';
    return faults.empty() && !result.interrupted ? kGood : kCheckFailed;
}

void StressOptions::add_options(Command& command) {
    add_devices_option(command, devices);
    command.words("--kernels", kernels, stress_kernel_words(),
                  "Kernels to repeat: products, multiply-adds in registers, copies");
    command.words("--types", types, type_words(), "Element types");
    command.flag("--links", links, "Also send a matrix to the device, copy it there and read it back");
    command.count("--n", n, "Order of the matrices (default: 8192, on a CPU 512, less if that does not fit)",
                  1, std::int64_t{1} << 20);
    command.count("--repeat", iterations, "Iterations, each of which is timed", 1, 1000000);
    command.option("--iterations", iterations).whole_number(1, 1000000).hide();
    command.count("--launches", launches, "Launches of each kernel in an iteration", 1, 100000);
    command.option("--minutes", minutes, "Minutes to run, instead of --repeat").positive();
    command
        .option("--limit", limit,
                "Exit with status 1 if a device loses more than this of its rate, in per cent, or if devices "
                "of one name differ by more")
        .value_name("PERCENT");
    command.option("--price", prices, "Price of a device, or of each device; adds rates per unit of money")
        .list()
        .positive();
    files.add_options(command, "rates over time, all results");
}

}  // namespace

void add_stress(Command& app) {
    add_verb(app, "stress",
             "Check that devices hold their rates under load and compute the same bits each time",
             run_stress_command);
}

}  // namespace hgctl
