// hgctl bench: how fast, how near to what the hardware allows, and how right.
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "atomic_file.hpp"
#include "bench_gemm.hpp"
#include "blas/model/kernel_probe.hpp"
#include "blas/model/link_probe.hpp"
#include "commands.hpp"
#include "device_selection.hpp"
#include "json_report.hpp"
#include "option_checks.hpp"
#include "progress_bar.hpp"
#include "quantity.hpp"
#include "runtime/machine/discovery.hpp"
#include "runtime/machine/trace.hpp"
#include "table.hpp"

namespace hgctl {
namespace {

struct Options {
    std::string routine;
    std::vector<std::int64_t> n{1024};
    std::optional<std::int64_t> m, k;
    std::vector<int> devices{1};
    std::vector<std::string> memory{"pageable"};
    std::vector<std::string> peers;
    std::string trace;
    BenchCase base;
    JsonReport json;
};

struct Row {
    BenchCase bench;
    int devices = 0;
    Rates rates;
    hg::TransferRates links;
    BenchResult result;

    [[nodiscard]] double gflops() const { return bench.flops() / result.times.best() / 1e9; }
    [[nodiscard]] const char* memory() const { return bench.pinned ? "pinned" : "pageable"; }
};

/// Measured afresh: a rate kept from a busier or a colder day would make T* wrong.
Rates measure_rates(hg::Session& session, hg::ElementType type, const hg::TransferRates& links) {
    Rates rates;
    hg::Machine& machine = session.machine();
    for (std::size_t d = 0; d < machine.device_count(); ++d)
        rates.kernel += hg::measure_gemm_rate(machine, session.target(), static_cast<hg::DeviceIndex>(d),
                                              type, session.kernels());
    rates.link_in = links.together.in;
    rates.link_out = links.together.out;
    rates.host_copy = links.host_copy;
    return rates;
}

std::string title(const Options& options, const BenchCase& bench, int devices) {
    return options.routine + " n = " + std::to_string(bench.n) + ", " +
           count_text(static_cast<std::size_t>(devices), "device") + ", " +
           (bench.pinned ? "pinned" : "pageable");
}

std::vector<Row> run_rows(const Options& options, hg::Trace* trace) {
    const hg::MachineOptions machine = machine_options("");
    const std::vector<hg::DeviceListing> selected = hg::selected_devices(machine);
    // All counts are looked at before the first row, which may take long.
    for (int count : options.devices) static_cast<void>(first_devices(machine, selected, count));
    const std::vector<std::unique_ptr<Peer>> peers = load_peers(options.peers, selected.front().info);
    ProgressBar bar("starting", options.devices.size() * options.n.size() * options.memory.size());
    std::vector<Row> rows;
    for (int devices : options.devices) {
        hg::Session session(first_devices(machine, selected, devices));
        bar.say("measuring kernels and links of " + count_text(static_cast<std::size_t>(devices), "device"));
        const hg::TransferRates links = hg::measure_links(session.machine());
        const Rates rates = measure_rates(session, options.base.type, links);
        for (std::int64_t n : options.n)
            for (const std::string& memory : options.memory) {
                BenchCase bench = options.base;
                bench.m = options.m.value_or(n);
                bench.n = n;
                bench.k = options.k.value_or(n);
                bench.pinned = memory == "pinned";
                bench.devices = devices;
                bar.say(title(options, bench, devices));
                rows.push_back({bench, devices, rates, links, bench_gemm(session, bench, peers, trace)});
                bar.advance();
            }
    }
    return rows;
}

nlohmann::ordered_json peer_json(const Row& row, const PeerResult& peer) {
    const double seconds = peer.times.best();
    nlohmann::ordered_json json{{"seconds", seconds},
                                {"gflops", row.bench.flops() / seconds / 1e9},
                                {"ratio", seconds / row.result.times.best()},
                                {"median_seconds", peer.times.median()},
                                {"resident_seconds", nullptr},
                                {"error", peer.error},
                                {"runs_on", peer.runs_on},
                                {"variant", peer.variant}};
    if (peer.resident_seconds) json["resident_seconds"] = *peer.resident_seconds;
    return json;
}

nlohmann::ordered_json row_json(const Options& options, const Row& row) {
    const Roofline roof = roofline(row.bench.work(), row.rates);
    nlohmann::ordered_json peers = nlohmann::ordered_json::object();
    for (const std::string& name : options.peers) peers[name] = nullptr;
    for (const PeerResult& peer : row.result.peers)
        if (peer.failure.empty()) peers[peer.name] = peer_json(row, peer);
    return {{"routine", options.routine},
            {"n", row.bench.n},
            {"devices", row.devices},
            {"memory", row.memory()},
            {"seconds", row.result.times.best()},
            {"gflops", row.gflops()},
            {"t_star", roof.seconds},
            {"efficiency", roof.seconds / row.result.times.best()},
            {"bound", roof.bound},
            {"error", row.result.error},
            {"peers", peers},
            {"m", row.bench.m},
            {"k", row.bench.k},
            {"beta", row.bench.beta},
            {"fingerprint", std::to_string(row.result.fingerprint)},
            {"median_seconds", row.result.times.median()},
            {"last_seconds", row.result.times.last()},
            {"all_seconds", row.result.times.seconds},
            {"rates",
             {{"kernel_gflops", row.rates.kernel / 1e9},
              {"link_in", row.rates.link_in},
              {"link_out", row.rates.link_out},
              {"staged_in", row.links.staged.in},
              {"staged_out", row.links.staged.out},
              {"host_copy", row.rates.host_copy}}}};
}

std::string size_text(const BenchCase& bench) {
    if (bench.m == bench.n && bench.k == bench.n) return std::to_string(bench.n);
    return std::to_string(bench.m) + " x " + std::to_string(bench.n) + " x " + std::to_string(bench.k);
}

void print_links(const std::vector<Row>& rows) {
    const auto gigabytes = [](double rate) { return fixed(rate / 1e9, 1); };
    int shown = 0;
    for (const Row& row : rows) {
        if (row.devices == shown) continue;
        shown = row.devices;
        const hg::TransferRates& links = row.links;
        std::cout << "Transfers of " << count_text(static_cast<std::size_t>(row.devices), "device")
                  << ", GB/s in / out: " << gigabytes(links.together.in) << " / "
                  << gigabytes(links.together.out) << " with pinned memory, " << gigabytes(links.staged.in)
                  << " / " << gigabytes(links.staged.out) << " with pageable\n";
    }
}

void print_table(const Options& options, const std::vector<Row>& rows) {
    const bool square = !options.m && !options.k;
    std::vector<std::string> head{
        square ? "n" : "m x n x k", "devices", "memory", "time", "GFLOP/s", "T*/T", "bound by", "error"};
    for (const std::string& peer : options.peers) {
        head.push_back(peer);
        head.emplace_back("ours/theirs");
    }
    Table table(head);
    for (const Row& row : rows) {
        const Roofline roof = roofline(row.bench.work(), row.rates);
        std::vector<std::string> cells{size_text(row.bench),
                                       std::to_string(row.devices),
                                       row.memory(),
                                       seconds_text(row.result.times.best()),
                                       fixed(row.gflops(), 1),
                                       fixed(100 * roof.seconds / row.result.times.best(), 0) + " %",
                                       roof.bound,
                                       rough(row.result.error)};
        for (const std::string& name : options.peers) {
            std::vector<std::string> pair{"-", "-"};
            for (const PeerResult& peer : row.result.peers)
                if (peer.name == name && peer.failure.empty())
                    pair = {fixed(row.bench.flops() / peer.times.best() / 1e9, 1),
                            fixed(peer.times.best() / row.result.times.best(), 2)};
            cells.insert(cells.end(), pair.begin(), pair.end());
        }
        table.add(cells);
    }
    std::cout << options.routine << ": C := A B" << (options.base.beta != 0 ? " + beta C" : "")
              << " from and to host memory, best of " << options.base.repeat << '\n';
    table.print(std::cout);
    print_links(rows);
    std::cout << "T* is what kernels, links and host copies allow as measured in this run; an error up to 1 "
                 "is good.\n";
    if (!options.trace.empty())
        std::cout << "One run of each row is traced in " << options.trace
                  << " (open it in https://ui.perfetto.dev)\n";
}

void report_failed_peers(const Options& options, const Row& row) {
    for (const PeerResult& peer : row.result.peers)
        if (!peer.failure.empty())
            std::cerr << "hgctl: peer " << peer.name << " is left out of "
                      << title(options, row.bench, row.devices) << ": " << peer.failure << '\n';
}

/// Good when every product, a peer's aside, is right.
int run_bench_command(const Options& options) {
    options.json.check();
    if (!options.trace.empty()) require_writable(options.trace);
    hg::Trace trace;
    const std::vector<Row> rows = run_rows(options, options.trace.empty() ? nullptr : &trace);
    if (!options.trace.empty()) trace.write(options.trace);
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    int status = kGood;
    for (const Row& row : rows) {
        list.push_back(row_json(options, row));
        report_failed_peers(options, row);
        if (row.result.error <= 1) continue;
        std::cerr << "hgctl: wrong result: " << title(options, row.bench, row.devices) << ", error "
                  << rough(row.result.error) << " times the bound\n";
        status = kCheckFailed;
    }
    options.json.write({{"rows", list}});
    if (!options.json.replaces_text()) print_table(options, rows);
    return status;
}

void add_routine(CLI::App& bench, int& status, const std::string& routine, hg::ElementType type) {
    auto options = std::make_shared<Options>();
    options->routine = routine;
    options->base.type = type;
    CLI::App* command = bench.add_subcommand(routine, "C := A B + beta C in " + std::string(name(type)));
    const CLI::Validator positive = whole_number(1);
    command
        ->add_option("--n", options->n, "Columns of C; rows too, and columns of A, unless --m, --k are given")
        ->delimiter(',')
        ->check(positive)
        ->capture_default_str();
    command->add_option("--m", options->m, "Rows of A and C")->check(positive);
    command->add_option("--k", options->k, "Columns of A, rows of B")->check(positive);
    command
        ->add_option("--devices", options->devices,
                     "Numbers of devices: d takes the first d that HG_DEVICES selects")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--memory", options->memory, "Where the matrices lie: pageable, pinned")
        ->delimiter(',')
        ->check(CLI::IsMember({"pageable", "pinned"}))
        ->capture_default_str();
    command->add_option("--beta", options->base.beta, "Factor of C; with 0, C is not read")
        ->capture_default_str();
    command->add_option("--repeat", options->base.repeat, "Timed runs; the best one counts")
        ->check(whole_number(1, 100000))
        ->capture_default_str();
    command->add_option("--warmup", options->base.warmup, "Runs before those")
        ->check(whole_number(0, 100000))
        ->capture_default_str();
    command->add_option("--block", options->base.block, "Block size, in the place of the library's choice")
        ->check(positive);
    command
        ->add_option(
            "--peer", options->peers,
            "Libraries to time in turn with ours, if installed: clblast, openblas, cublas, cublasxt, nvblas")
        ->delimiter(',')
        ->check(CLI::IsMember(peer_names()));
    command
        ->add_option("--peer-repeat", options->base.peer_repeat,
                     "Runs of each peer, all of which count; else as many as ours, after as many warm-ups")
        ->check(whole_number(1, 100000));
    command->add_option("--trace", options->trace, "Write a trace of one more run of each row to this file")
        ->type_name("FILE");
    options->json.add_option(*command);
    command->callback([options, &status] { status = run_bench_command(*options); });
}

}  // namespace

void add_bench(CLI::App& app, int& status) {
    CLI::App* bench =
        app.add_subcommand("bench", "Time routines against the hardware's limits and other libraries");
    bench->require_subcommand(1);
    add_routine(*bench, status, "dgemm", hg::ElementType::f64);
    add_routine(*bench, status, "sgemm", hg::ElementType::f32);
    add_bench_kernel(*bench, status);
}

}  // namespace hgctl
