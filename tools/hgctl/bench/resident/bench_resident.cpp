// hgctl bench resident: levels 1 and 2 of BLAS on operands in a device's memory.
#include <algorithm>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/bench/resident/resident_data.hpp"
#include "tools/hgctl/bench/resident/resident_report.hpp"
#include "tools/hgctl/bench/run_options.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/memory_rates.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

struct Options {
    std::string device;
    std::vector<std::string> routines;
    std::vector<std::string> kernels{""};
    std::vector<std::string> types{"f64"};
    std::vector<std::string> ops{"n", "t"};
    std::vector<std::string> triangles{"lower"};
    std::string sizes;
    std::vector<std::int64_t> lengths;
    std::vector<std::string> peers;
    ResidentCase base;
    ReportFiles files;
};

std::vector<std::string> routine_words() {
    std::vector<std::string> words;
    for (const ResidentRoutine& routine : resident_routines())
        if (std::ranges::find(words, routine.name) == words.end()) words.push_back(routine.name);
    return words;
}

/// m and n of each row.
std::vector<std::vector<std::int64_t>> shapes(const Options& options, const ResidentRoutine& form,
                                              bool is_gpu) {
    std::vector<std::vector<std::int64_t>> list;
    if (form.level == 1) {
        const std::int64_t usual = std::int64_t{1} << (is_gpu ? 24 : 20);
        for (const std::int64_t n : options.lengths.empty() ? std::vector{usual} : options.lengths)
            list.push_back({n, n});
        return list;
    }
    const std::string text = !options.sizes.empty() ? options.sizes : is_gpu ? "8192" : "2048";
    if (text.find('x') == std::string::npos) {
        for (const std::int64_t n : parse_sizes(text, "--sizes")) list.push_back({n, n});
        return list;
    }
    for (std::vector<std::int64_t> shape : parse_shapes(text, "--sizes", {"M", "N"})) {
        if (shape.size() == 1) shape.push_back(shape.front());
        if (form.has_m || shape[0] == shape[1]) list.push_back(std::move(shape));
    }
    return list;
}

hg::Op op_of(const std::string& word) {
    return word == "n" ? hg::Op::none : word == "t" ? hg::Op::trans : hg::Op::conj_trans;
}

void add_cases(const Options& options, const ResidentRoutine& form, bool is_gpu,
               std::vector<ResidentCase>& cases) {
    for (const std::string& op : options.ops)
        for (const std::string& triangle : options.triangles)
            for (const auto& shape : shapes(options, form, is_gpu)) {
                if (!form.has_op && op != options.ops.front()) continue;
                if (op == "c" && !hg::is_complex(form.type)) continue;
                if (!form.has_uplo && triangle != options.triangles.front()) continue;
                ResidentCase bench = options.base;
                bench.routine = &form;
                bench.type = form.type;
                bench.alpha = -1;  // repeated calls neither grow nor shrink much
                bench.op = form.has_op ? op_of(op) : hg::Op::none;
                bench.uplo = triangle == "lower" ? hg::Uplo::lower : hg::Uplo::upper;
                bench.m = shape[0];
                bench.n = shape[1];
                for (const std::string& kernel : options.kernels) {
                    bench.kernel = kernel;
                    cases.push_back(bench);
                }
            }
}

std::vector<ResidentCase> cases(const Options& options, bool is_gpu) {
    std::vector<ResidentCase> list;
    for (const std::string& name : routine_words()) {
        if (!options.routines.empty() && std::ranges::find(options.routines, name) == options.routines.end())
            continue;
        for (const std::string& type : options.types)
            for (const ResidentRoutine& routine : resident_routines())
                if (routine.name == name && routine.type == type_of(type))
                    add_cases(options, routine, is_gpu, list);
    }
    return list;
}

ResidentRun run_rows(const Options& options, const OneDevice& device) {
    ResidentRun run{device.listing.info.name, options.peers, {}};
    const hg::MemoryRates rates = memory_rates(device);
    std::vector<std::string> left_out;
    const auto peers = load_peers(options.peers, device.listing.info, left_out);
    report_left_out(left_out);
    ResidentDevice resident(make_device(device));
    const auto tuned = hg::kernels::Database::with_user_results(device.options.cache_folder);
    std::vector<ResidentCase> list = cases(options, device.model.is_gpu);
    for (ResidentCase& bench : list) bench.database = &tuned;
    ProgressBar bar("starting", list.size());
    std::unique_ptr<ResidentData> data;
    for (const ResidentCase& bench : list) {
        bar.say(bench.title() + " " + bench.extent());
        if (!data || !data->serves(bench)) data = std::make_unique<ResidentData>(bench);
        ResidentRow row{bench, bench_resident(resident, device.model, bench, *data, peers), 0};
        row.bound = hg::bound(traffic_of(bench), rates).adding;
        run.rows.push_back(std::move(row));
        bar.advance();
    }
    return run;
}

/// 1 if a result is wrong.
int status_of(const ResidentRun& run) {
    int status = kGood;
    for (const ResidentRow& row : run.rows) {
        for (const ResidentPeerResult& peer : row.result.peers)
            if (!peer.failure.empty())
                std::cerr << "hgctl: peer " << peer.name << " is left out of " << row.bench.title() << " "
                          << row.bench.extent() << ": " << peer.failure << '\n';
        if (row.result.error <= 1) continue;
        std::cerr << "hgctl: wrong result: " << row.bench.title() << " " << row.bench.extent() << " by "
                  << row.result.kernels << ", error " << rough(row.result.error) << " times the bound\n";
        status = kCheckFailed;
    }
    return status;
}

int run_bench_resident(const Options& options) {
    options.files.check();
    const ResidentRun run = run_rows(options, one_device(options.device));
    options.files.write(resident_report(run));
    return status_of(run);
}

void add_case_options(Command& command, Options& options) {
    command.option("--routines", options.routines, "Which of levels 1 and 2; else all")
        .list()
        .one_of(routine_words());
    command
        .option("--kernel", options.kernels,
                "Kernels of the one routine, by name (as in the JSON): their way to divide the work")
        .list();
    command.option("--type", options.types, "Element types")
        .list()
        .one_of(floating_type_words())
        .show_default();
    command.option("--ops", options.ops, "op(A) of gemv, trmv and trsv; c for complex elements alone")
        .list()
        .one_of({"n", "t", "c"})
        .show_default();
    command.option("--uplo", options.triangles, "Triangles").list().one_of({"lower", "upper"}).show_default();
    command.option("--sizes", options.sizes,
                   "Matrices: orders, for example 1024,4095 or 512:8192:log, or MxN (8192; on a CPU 2048)");
    command.option("--lengths", options.lengths, "Vectors: elements (2^24; on a CPU 2^20)")
        .list()
        .whole_number(1, std::numeric_limits<std::int32_t>::max());
    command
        .option("--gap", options.base.gap,
                "Rows between the columns of a matrix; else columns begin on boundaries of 128 bytes")
        .whole_number(0, 1 << 20);
}

}  // namespace

void add_bench_resident(Command& bench, int& status) {
    auto options = std::make_shared<Options>();
    Command command = bench.subcommand(
        "resident", "Levels 1 and 2 on registers: vectors and matrices in the device's memory, results too");
    add_one_device_option(command, options->device);
    add_case_options(command, *options);
    add_run_options(command, options->base, "Calls");
    command
        .option("--peer", options->peers, "Libraries to time too, if installed: " + joined(resident_peers()))
        .list()
        .one_of(resident_peers());
    options->files.add_options(command, "rates over n, all rows");
    command.callback([options, &status] { status = run_bench_resident(*options); });
}

}  // namespace hgctl
