// hgctl distributed: what ScaLAPACK and HPL over many nodes can expect of hg, by the model.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "blas/cost/flops.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/distributed/distributed_model.hpp"
#include "tools/hgctl/program/device_models.hpp"
#include "tools/hgctl/program/target_rates.hpp"
#include "tools/report/json_report.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/table.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/blas/gemm_program.hpp>
#include <hg/blas/session.hpp>
#include <hg/lapack/getrf_program.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hgctl {
namespace {

struct Options {
    std::string routine = "hpl", memory = "512G", gpu = "generic", gpu_memory;
    std::vector<std::int64_t> nodes{1, 8, 64, 1024};
    std::int64_t n = 0, block = 0, ranks_per_node = 1;
    std::optional<std::int64_t> gpus_per_node;
    double network_rate = 400, network_latency = 2;             // Gb/s, us
    double cpu_rate = 2000, panel_rate = 60, cpu_memory = 200;  // GFLOP/s, GFLOP/s, GB/s, of a node
    TargetRates rates;
    JsonReport json;
};

/// A routine over all ranks, and the call of hg that does the same on one node.
struct Routine {
    std::string name;
    std::string call;
    double matrices;  ///< of n^2 doubles that fill the memory
    bool recursive_panels, look_ahead;
    bool blocks_on_one_rank;  ///< else one rank makes one call
    DistributedTime (*time)(const DistributedProblem&, const RankModel&, LocalCosts&);
    hg::Program (*program)(std::int64_t n, const hg::Target& target, const hg::kernels::Database& database);
    double (*flops)(std::int64_t n);
};

hg::Program gemm_of(std::int64_t n, const hg::Target& target, const hg::kernels::Database& database) {
    return hg::gemm_program({.m = n, .n = n, .k = n}, target, database);
}

hg::Program getrf_of(std::int64_t n, const hg::Target& target, const hg::kernels::Database& database) {
    return hg::getrf_program({.m = n, .n = n}, target, database);
}

double product_flops(std::int64_t n) {
    return hg::gemm_flops(n, n, n);
}

double lu_flops(std::int64_t n) {
    return hg::getrf_flops(n, n);
}

const std::vector<Routine>& routines() {
    static const std::vector<Routine> list{
        {"hpl", "hg::dgetrf", 1, true, true, true, lu_time, getrf_of, lu_flops},
        {"pdgetrf", "hg::dgetrf", 1, false, false, true, lu_time, getrf_of, lu_flops},
        {"pdgemm", "hg::dgemm", 3, false, false, false, summa_time, gemm_of, product_flops}};
    return list;
}

const Routine& routine_of(const Options& options) {
    return *std::find_if(routines().begin(), routines().end(),
                         [&](const Routine& routine) { return routine.name == options.routine; });
}

struct Row {
    std::int64_t nodes = 0;
    DistributedProblem problem;
    DistributedTime time;
    double rate = 0;  ///< flop/s
};

/// One node by itself: the call of hg that does the same, on its devices or on its CPU.
struct OneNode {
    std::int64_t n = 0;
    double seconds = 0;
    double rate = 0;
};

/// The devices of a node, with what tells its kernels.
struct Node {
    hg::Target target;
    hg::kernels::Database database;
};

Node node_of(const Options& options) {
    if (!options.gpus_per_node) {
        hg::Session session(machine_options(""));
        Node node{session.target(), session.kernels()};
        options.rates.apply(node.target);
        return node;
    }
    Node node{node_model(options.gpu, static_cast<std::size_t>(*options.gpus_per_node)),
              hg::kernels::Database::shipped()};
    if (!options.gpu_memory.empty())
        for (hg::DeviceModel& device : node.target.devices) {
            device.memory = parse_bytes(options.gpu_memory, "--gpu-memory");
            device.largest_slot = std::min(device.largest_slot, device.memory);
        }
    options.rates.apply(node.target);
    return node;
}

/// A rank's share of its node.
RankModel rank_of(const Options& options, const Node& node) {
    const auto ranks = static_cast<double>(options.ranks_per_node);
    const std::size_t devices = node.target.devices.size();
    const auto share = devices / static_cast<std::size_t>(options.ranks_per_node);
    if (share * static_cast<std::size_t>(options.ranks_per_node) != devices)
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        "--ranks-per-node " + std::to_string(options.ranks_per_node) + ": the " +
                            count_text(devices, "device") + " of a node cannot be dealt out evenly");
    RankModel rank{.target = node.target,
                   .cpu = {.gemm_rate = options.cpu_rate * 1e9 / ranks,
                           .panel_rate = options.panel_rate * 1e9 / ranks,
                           .memory_rate = options.cpu_memory * 1e9 / ranks},
                   .network = {.latency = options.network_latency * 1e-6,
                               .bandwidth = options.network_rate * 1e9 / 8 / ranks}};
    rank.target.devices.resize(share);
    for (double* rate : {&rank.target.host_copy_rate, &rank.target.links_in, &rank.target.links_out,
                         &rank.target.links_both})
        *rate /= ranks;
    return rank;
}

/// The order that fills four fifths of the memory of `nodes` nodes.
std::int64_t order_for(const Options& options, const Routine& routine, std::int64_t nodes) {
    if (options.n > 0) return options.n;
    const double memory = static_cast<double>(parse_bytes(options.memory, "--memory"));
    const double elements = 0.8 * memory * static_cast<double>(nodes) / 8 / routine.matrices;
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::sqrt(elements)));
}

double rate_of(const Routine& routine, std::int64_t n, double seconds) {
    return routine.flops(n) / seconds;
}

/// The block that was asked for, else some to try; 0 for one call of one rank.
std::vector<std::int64_t> blocks_of(const Options& options, const ProcessGrid& grid) {
    if (grid.size() == 1 && !routine_of(options).blocks_on_one_rank) return {0};
    if (options.block != 0) return {options.block};
    return {128, 256, 512, 1024, 2048, 4096, 8192, 16384};
}

ProcessGrid grid_of(const Options& options, std::int64_t nodes) {
    return ProcessGrid::of(nodes * options.ranks_per_node);
}

/// A block to try, and the seconds that the routine takes with it at least.
struct Trial {
    DistributedProblem problem;
    double least = 0;
};

/// What is soonest at best comes first.
std::vector<Trial> trials_of(const Options& options, std::int64_t nodes, const RankModel& rank,
                             LocalCosts& least) {
    const Routine& routine = routine_of(options);
    const ProcessGrid grid = grid_of(options, nodes);
    std::vector<Trial> trials;
    for (const std::int64_t block : blocks_of(options, grid)) {
        const DistributedProblem problem{.n = order_for(options, routine, nodes),
                                         .block = block,
                                         .grid = grid,
                                         .recursive_panels = routine.recursive_panels,
                                         .look_ahead = routine.look_ahead};
        trials.push_back({problem, routine.time(problem, rank, least).seconds});
    }
    std::stable_sort(trials.begin(), trials.end(),
                     [](const Trial& a, const Trial& b) { return a.least < b.least; });
    return trials;
}

/// The model of a rank, with what its calls cost.
struct RankCosts {
    const RankModel& rank;
    LocalCosts simulated, least;
};

/// With the best of the blocks; of equal ones with the smallest.
Row row_of(const Options& options, std::int64_t nodes, RankCosts& costs, ProgressBar& bar) {
    constexpr double kRounding = 1 + 1e-9;
    const Routine& routine = routine_of(options);
    Row best;
    for (const auto& [problem, least] : trials_of(options, nodes, costs.rank, costs.least)) {
        bar.say(count_text(static_cast<std::size_t>(nodes), "node") +
                (problem.block > 0 ? ", blocks of " + std::to_string(problem.block) : ""));
        if (best.nodes == 0 || least <= best.time.seconds * kRounding) {
            const DistributedTime time = routine.time(problem, costs.rank, costs.simulated);
            if (best.nodes == 0 ||
                std::pair(time.seconds, problem.block) < std::pair(best.time.seconds, best.problem.block))
                best = {nodes, problem, time, rate_of(routine, problem.n, time.seconds)};
        }
        bar.advance();
    }
    return best;
}

OneNode one_node(const Options& options, const Node& node) {
    const Routine& routine = routine_of(options);
    Options fitting = options;
    fitting.n = 0;
    const std::int64_t most = order_for(fitting, routine, 1);
    const std::int64_t n = options.n > 0 ? std::min(options.n, most) : most;
    const double seconds = seconds_of_call(routine.flops(n), node.target, options.cpu_rate * 1e9,
                                           [&] { return routine.program(n, node.target, node.database); });
    return {n, seconds, rate_of(routine, n, seconds)};
}

double efficiency(const Row& row, const OneNode& one) {
    return row.rate / (static_cast<double>(row.nodes) * one.rate);
}

Json as_json(const Options& options, const OneNode& one, const std::vector<Row>& rows) {
    auto list = Json::array();
    for (const Row& row : rows)
        list.push_back({{"nodes", row.nodes},
                        {"grid", std::vector{row.problem.grid.rows, row.problem.grid.cols}},
                        {"n", row.problem.n},
                        {"block", row.problem.block},
                        {"seconds", row.time.seconds},
                        {"update_seconds", row.time.update},
                        {"panel_seconds", row.time.panel},
                        {"network_seconds", row.time.network},
                        {"waiting_seconds", row.time.waiting()},
                        {"gflops", row.rate / 1e9},
                        {"efficiency", efficiency(row, one)}});
    return {{"routine", options.routine},
            {"ranks_per_node", options.ranks_per_node},
            {"network", {{"gigabits", options.network_rate}, {"latency_us", options.network_latency}}},
            {"one_node",
             {{"call", routine_of(options).call},
              {"n", one.n},
              {"seconds", one.seconds},
              {"gflops", one.rate / 1e9}}},
            {"rows", list}};
}

void print_text(const Options& options, const OneNode& one, const std::vector<Row>& rows) {
    Table table({"nodes", "grid", "n", "block", "time", "rate", "efficiency", "update", "panel", "network",
                 "waiting"},
                {});
    for (const Row& row : rows) {
        const auto share = [&](double seconds) { return fixed(100 * seconds / row.time.seconds, 0) + " %"; };
        table.add({std::to_string(row.nodes),
                   std::to_string(row.problem.grid.rows) + " x " + std::to_string(row.problem.grid.cols),
                   std::to_string(row.problem.n),
                   row.problem.block > 0 ? std::to_string(row.problem.block) : "",
                   seconds_text(row.time.seconds), flops_rate_text(row.rate),
                   fixed(100 * efficiency(row, one), 0) + " %", share(row.time.update), share(row.time.panel),
                   share(row.time.network), share(row.time.waiting())});
    }
    std::cout << options.routine << ", f64, by the model, nothing is measured; a network of "
              << fixed(options.network_rate, 0) << " Gb/s a node and " << fixed(options.network_latency, 1)
              << " us\n";
    table.print(std::cout);
    std::cout << "Efficiency: 100 % is what as many nodes would reach at the rate of "
              << routine_of(options).call << " on one of them,\n"
              << flops_rate_text(one.rate) << " at n = " << one.n << " (" << seconds_text(one.seconds)
              << ").\n";
}

struct Report {
    OneNode one;
    std::vector<Row> rows;
};

Report report_of(const Options& options) {
    const Node node = node_of(options);
    const RankModel rank = rank_of(options, node);
    RankCosts costs{rank, {rank, node.database}, {rank, node.database, LocalCosts::Detail::least}};
    std::size_t steps = 1;
    for (const std::int64_t nodes : options.nodes)
        steps += blocks_of(options, grid_of(options, nodes)).size();
    ProgressBar bar(routine_of(options).call + " on one node", steps);
    Report report{one_node(options, node), {}};
    bar.advance();
    for (const std::int64_t nodes : options.nodes) report.rows.push_back(row_of(options, nodes, costs, bar));
    return report;
}

void run(const Options& options) {
    options.json.check();
    const auto [one, rows] = report_of(options);
    options.json.write(as_json(options, one, rows));
    if (!options.json.replaces_text()) print_text(options, one, rows);
}

void add_problem_options(Command& command, Options& options) {
    std::vector<std::string> names;
    for (const Routine& routine : routines()) names.push_back(routine.name);
    command
        .option("--routine", options.routine,
                "hpl: LU with recursive panels and look-ahead; ScaLAPACK's pdgetrf or pdgemm")
        .one_of(names)
        .show_default();
    command.option("--nodes", options.nodes, "Numbers of nodes")
        .list()
        .whole_number(1, 1 << 20)
        .show_default();
    command.option("--n", options.n, "Order of the matrices (default: they fill 4/5 of the nodes' memory)")
        .whole_number(1);
    command
        .option("--block", options.block,
                "Rows and columns of a block (default: the best of 128, 256, ... 16384)")
        .whole_number(1);
}

void add_node_options(Command& command, Options& options) {
    const auto add_rate = [&](const char* name, double& value, const char* help) {
        command.option(name, value, help).positive().show_default();
    };
    command
        .option("--gpus-per-node", options.gpus_per_node,
                "Equal devices of a model, none of which is asked (default: this machine's, as measured)")
        .whole_number(1, 1024);
    command.option("--gpu", options.gpu, "What those devices are: " + joined(device_model_names()))
        .one_of(device_model_names())
        .show_default();
    command.option("--gpu-memory", options.gpu_memory, "Their memory, in the place of the model's");
    command
        .option("--ranks-per-node", options.ranks_per_node,
                "MPI ranks, which share devices, cores and network evenly")
        .whole_number(1, 1024)
        .show_default();
    command.option("--memory", options.memory, "Host memory of a node").show_default();
    add_rate("--network-rate", options.network_rate, "Network of a node, Gb/s");
    add_rate("--network-latency", options.network_latency, "Latency of a message, us");
    add_rate("--cpu-rate", options.cpu_rate, "Products by the CPU's BLAS on a node, GFLOP/s");
    add_rate("--panel-rate", options.panel_rate, "Panels of 128 columns by the CPU of a node, GFLOP/s");
    add_rate("--cpu-memory", options.cpu_memory, "Memory of a node, read and written by its cores, GB/s");
    options.rates.add_options(command);
    options.json.add_option(command);
}

}  // namespace

void add_distributed(Command& app, int& status) {
    auto options = std::make_shared<Options>();
    Command command =
        app.subcommand("distributed", "What ScaLAPACK and HPL on many nodes can expect of hg, by a model");
    add_problem_options(command, *options);
    add_node_options(command, *options);
    command.callback([options, &status] {
        run(*options);
        status = kGood;
    });
}

}  // namespace hgctl
