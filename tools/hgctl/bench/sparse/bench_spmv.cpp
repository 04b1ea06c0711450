// hgctl bench spmv: y = A x in the memory of one device.
#include <algorithm>
#include <complex>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/bench/run_options.hpp"
#include "tools/hgctl/bench/sparse/spmv_bench.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/peer_loader.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/matrices/format_words.hpp"
#include "tools/workload/matrices/sparse_source.hpp"
#include "tools/workload/matrices/spmv_bytes.hpp"
#include "tools/workload/operands/element_types.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

struct Options {
    std::string device;
    std::vector<std::string> matrices{"stencil27:64"};
    std::vector<std::string> types{"f64"};
    std::vector<std::string> formats{"automatic"};
    std::vector<std::string> peers;
    bool transposed = false;
    std::int64_t lanes = 0, slice = 0;
    std::int64_t window = 0, width = 0;
    std::uint64_t seed = 1;
    SpmvRuns runs;
    ReportFiles files;

    [[nodiscard]] hg::SpmvOptions of_format(const std::string& word) const {
        return {.format = format_of(word),
                .lanes = static_cast<int>(lanes),
                .slice = static_cast<int>(slice),
                .window = window,
                .width = width};
    }
};

/// A matrix in one format, or by another library.
struct Row {
    std::string matrix, type, format;
    hg::SparseStructure structure;
    std::int64_t vectors = 1;
    double bytes = 0;  ///< see least_bytes()
    SpmvResult result;
    std::map<std::string, double> ratios;  ///< of a peer's time to this, by its name

    [[nodiscard]] double seconds() const { return result.device.best(); }
};

using Peers = std::vector<std::unique_ptr<SparsePeer>>;

/// The rows of one matrix in one type. A format that the device does not hold is told, and the others go on; if it holds none, the last
/// error is thrown.
template <hg::Element T>
void add_rows(const Options& options, const std::string& source, const OneDevice& device,
              const hg::kernels::Database& kernels, ResidentDevice& resident, const Peers& peers,
              std::vector<Row>& rows) {
    hg::SparseMatrix<T> A = sparse_matrix<T>(source, options.seed);
    if (options.transposed) A = A.transposed();
    const hg::ElementType type = hg::element_type_of<T>();
    Row row{.matrix = source + (options.transposed ? " transposed" : ""),
            .type = std::string(hg::name(type)),
            .format = {},
            .structure = A.structure(),
            .vectors = options.runs.columns,
            .bytes = least_bytes(A.rows(), A.cols(), A.nonzeros(), type, options.runs.columns),
            .result = {},
            .ratios = {}};
    const std::size_t first = rows.size();
    for (const std::string& format : options.formats) try {
            row.result =
                bench_spmv(resident, device.model, kernels, A, options.of_format(format), options.runs);
            row.format = hg::name(row.result.format);
            rows.push_back(row);
        } catch (const hg::Error& error) {
            if (rows.size() == first && format == options.formats.back()) throw;
            std::cerr << "hgctl: " << row.matrix << " as " << format << " is left out: " << error.what()
                      << '\n';
        }
    const std::size_t ours = rows.size();
    const int chain = rows.back().result.chain;
    for (const auto& peer : peers) try {
            row.result = bench_sparse_peer(*peer, A, options.runs, chain);
            row.format = peer->name();
            for (std::size_t i = first; i < ours; ++i)
                rows[i].ratios[peer->name()] = row.seconds() / rows[i].seconds();
            rows.push_back(row);
        } catch (const hg::Error& error) {
            std::cerr << "hgctl: peer " << peer->name() << " is left out of " << row.matrix << ' ' << row.type
                      << ": " << error.what() << '\n';
        }
}

Columns<Row> columns_of(const std::vector<std::string>& peers) {
    Columns<Row> columns{
        {"matrix", "matrix", &Row::matrix},
        {"type", "type", &Row::type},
        {"format", "format",
         [](auto& r) { return Value(r.format, r.format + (r.result.tuned ? ", tuned" : "")); }},
        {"kernels", "", [](auto& r) { return r.result.kernels; }},
        {"tuned", "", [](auto& r) { return r.result.tuned; }},
        {"rows", "rows", [](auto& r) { return r.structure.rows; }},
        {"columns", "", [](auto& r) { return r.structure.columns; }},
        {"vectors", "", &Row::vectors},
        {"nonzeros", "nonzeros", [](auto& r) { return r.structure.nonzeros; }},
        {"longest_row", "", [](auto& r) { return r.structure.longest; }},
        {"mean_row", "", [](auto& r) { return r.structure.mean; }},
        {"bytes", "", &Row::bytes},
        {"matrix_bytes", "", [](auto& r) { return r.result.matrix_bytes; }},
        {"chain", "", [](auto& r) { return r.result.chain; }},
        {"seconds", "time", kSeconds, &Row::seconds},
        {"wall_seconds", "", [](auto& r) { return r.result.wall.best(); }},
        {"all_seconds", "", [](auto& r) { return r.result.device.seconds; }},
        {"all_wall_seconds", "", [](auto& r) { return r.result.wall.seconds; }},
        {"gb_per_second", "best", kBytesRate, [](auto& r) { return r.bytes / r.seconds(); }},
        {"wall_gb_per_second", "wall", kBytesRate, [](auto& r) { return r.bytes / r.result.wall.best(); }},
        {"error", "error", kRough, [](auto& r) { return r.result.error; }}};
    for (const std::string& peer : sparse_peers()) {
        const bool is_asked = std::ranges::find(peers, peer) != peers.end();
        columns.push_back({peer + "_ratio", is_asked ? peer : "", kFixed<2>, [peer](auto& r) {
                               const auto ratio = r.ratios.find(peer);
                               return ratio != r.ratios.end() ? Value(ratio->second) : Value(nullptr);
                           }});
    }
    return columns;
}

Report spmv_report(const std::string& device, const std::vector<std::string>& peers,
                   const std::vector<Row>& rows) {
    Report report("hgctl bench spmv",
                  "y = A x in the memory of " + device + ", bytes of least traffic a second");
    report.fact("device", device).table("rows", table_of(columns_of(peers), rows));
    report.line(std::string("time and best by the device's own clock") +
                (peers.empty() ? "" : "; under a library's name: its time to this one's"));
    return report;
}

int run_bench_spmv(const Options& options) {
    options.files.check();
    if (options.runs.columns > 1 && !options.peers.empty())
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        "--peer: libraries multiply one vector; leave out --columns");
    const OneDevice device = one_device(options.device);
    const auto kernels = hg::kernels::Database::with_user_results(device.options.cache_folder);
    ResidentDevice resident(make_device(device));
    std::vector<std::string> left_out;
    const Peers peers = load_sparse_peers(options.peers, device.listing.info, left_out);
    report_left_out(left_out);
    ProgressBar bar("starting", options.matrices.size() * options.types.size());
    std::vector<Row> rows;
    for (const std::string& matrix : options.matrices)
        for (const std::string& type : options.types) {
            bar.say(matrix + " " + type);
            hg::with_element_type(*hg::element_type(type), [&]<class T>() {
                if constexpr (hg::Element<T>)
                    add_rows<T>(options, matrix, device, kernels, resident, peers, rows);
            });
            bar.advance();
        }
    options.files.write(spmv_report(device.listing.info.name, options.peers, rows));
    int status = kGood;
    for (const Row& row : rows)
        if (!(row.result.error <= 1)) {
            std::cerr << "hgctl: wrong result: " << row.matrix << " " << row.type << " " << row.format
                      << " by " << row.result.kernels << ", error " << rough(row.result.error)
                      << " times the bound\n";
            status = kCheckFailed;
        }
    return status;
}

void add_format_options(Command& command, Options& options) {
    command.option("--format", options.formats, "How the device holds the matrix")
        .list()
        .one_of(format_words())
        .show_default();
    command.option("--lanes", options.lanes, "Work-items of a row, of csr; else by the rows' lengths")
        .whole_number(1, 32);
    command.option("--slice", options.slice, "Rows of a slice, of sell; else the device's width")
        .whole_number(1, 256);
    command.option("--window", options.window, "Rows that sell sorts together; 1: none").whole_number(1);
    command.option("--width", options.width, "Places of a row in the first part of hybrid").whole_number(1);
}

}  // namespace

void add_bench_spmv(Command& bench, int& status) {
    auto options = std::make_shared<Options>();
    Command command =
        bench.subcommand("spmv", "Products of a sparse matrix with a vector, in the device's memory");
    add_one_device_option(command, options->device);
    command.option("--matrix", options->matrices, std::string("Matrices: ") + kSparseSources)
        .list()
        .show_default();
    command.flag("--transposed", options->transposed, "Use them transposed");
    command.option("--type", options->types, "Element types")
        .list()
        .one_of({"f64", "f32", "c64", "c32"})
        .show_default();
    add_format_options(command, *options);
    command.option("--seed", options->seed, "Of random matrices").show_default();
    command.option("--columns", options->runs.columns, "Vectors of a product; libraries multiply one")
        .whole_number(1, 1024)
        .show_default();
    add_run_options(command, options->runs, "Products");
    command.option("--peer", options->peers, "Libraries to time too, if installed")
        .list()
        .one_of(sparse_peers());
    options->files.add_options(command);
    command.callback([options, &status] { status = run_bench_spmv(*options); });
}

}  // namespace hgctl
