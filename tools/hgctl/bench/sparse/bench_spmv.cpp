// hgctl bench spmv: y = A x in the memory of one device.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sparse/generate/random_element.hpp"
#include "sparse/spmv/append_product.hpp"
#include "sparse/spmv/block_arrays.hpp"
#include "sparse/spmv/spmv_plan.hpp"
#include "sparse/spmv/tuned_choice.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/bench/resident/resident_times.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/peer_loader.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/matrices/format_words.hpp"
#include "tools/workload/matrices/sparse_source.hpp"
#include "tools/workload/matrices/spmv_bytes.hpp"
#include "tools/workload/rule/spmv_error.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/sparse/sparse_matrix.hpp>
#include <hg/sparse/spmv_options.hpp>

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
    std::int64_t columns = 1;  ///< vectors of a product
    ResidentRuns runs;
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
    ResidentTimes result{};
    bool tuned = false;                      ///< by what was tuned for this matrix
    std::int64_t matrix_bytes = 0;           ///< of the format's arrays
    std::map<std::string, double> ratios{};  ///< of a peer's time to this, by its name

    [[nodiscard]] double seconds() const { return result.device.best(); }
};

using Peers = std::vector<std::unique_ptr<SparsePeer>>;

template <hg::Element T>
std::vector<T> random_x(std::int64_t n) {
    std::vector<T> x(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i)
        x[static_cast<std::size_t>(i)] = hg::sparse::random_element<T>(1, i, 0);
    return x;
}

/// Of each vector's product alone, the largest.
template <hg::Element T>
double largest_error(const hg::SparseMatrix<T>& A, std::int64_t vectors, const std::vector<T>& x,
                     const std::vector<T>& y) {
    double error = 0;
    for (std::int64_t c = 0; c < vectors; ++c)
        error = std::max(
            error, spmv_error<T>(T{1}, A, x.data() + c * A.cols(), T{0}, nullptr, y.data() + c * A.rows()));
    return error;
}

/// Y := A X in a device's memory, on registers of X, Y and the arrays of A.
template <hg::Element T>
ResidentProgram program_of(ResidentDevice& device, const hg::DeviceModel& model,
                           const hg::sparse::SpmvPlan& plan, const std::vector<hg::sparse::BlockPart>& parts,
                           const hg::SparseMatrix<T>& A, std::int64_t vectors) {
    std::vector<ResidentProgram::Operand> operands{{plan.use.type, A.cols(), vectors, A.cols()},
                                                   {plan.use.type, A.rows(), vectors, A.rows()}};
    for (const auto& part : parts)
        for (const auto& array : part.arrays)
            operands.push_back({array.type, array.rows, array.cols, array.rows});
    return {device, model, operands, [&](hg::ProgramBuilder& builder, auto registers) {
                const hg::RegisterId x = hg::sparse::turned_x(builder, plan, registers[0]);
                const hg::RegisterId* next = registers.data() + 2;
                for (const auto& part : parts) {
                    const hg::RegisterId* const first = next;
                    next += part.arrays.size();
                    hg::sparse::append_product(builder, plan, part, {first, next}, x, registers[1], {});
                }
            }};
}

/// Checks a product, then times runs of several. What the options leave open is chosen as sessions choose it:
/// by what `kernels` have for this matrix, or else by its rows.
template <hg::Element T>
void time_format(const Options& options, const std::string& format, const OneDevice& device,
                 const hg::kernels::Database& kernels, ResidentDevice& resident, const hg::SparseMatrix<T>& A,
                 Row& row) {
    const hg::DeviceModel& model = device.model;
    const hg::kernels::SpmvUse use{hg::element_type_of<T>(), 1, model.is_gpu, model.traits.compute_units};
    const hg::sparse::SpmvPlan plan =
        hg::sparse::spmv_plan(hg::sparse::spmv_figures(A), use, options.of_format(format),
                              hg::sparse::tuned_choice(A, kernels, model));
    const auto parts =
        hg::sparse::block_arrays(A, {0, A.rows()}, hg::sparse::ColumnRanges(0, A.cols()), plan);
    row.format = hg::name(plan.format);
    row.tuned = plan.tuned.has_value();
    row.matrix_bytes = hg::sparse::bytes_of(parts);
    row.result = {};
    ResidentProgram program = program_of(resident, model, plan, parts, A, row.vectors);
    const std::vector<T> x = random_x<T>(A.cols() * row.vectors);
    std::vector<T> y(static_cast<std::size_t>(A.rows() * row.vectors));
    resident.load(program.operand(0), x.data());
    std::size_t next = 2;
    for (const auto& part : parts)
        for (const auto& array : part.arrays) resident.load(program.operand(next++), array.data);
    program.run_once();
    resident.store(program.operand(1), y.data());
    row.result.kernels = program.steps().kernels();
    row.result.error = largest_error(A, row.vectors, x, y);
    time_chains(
        options.runs, [&](int times) { return program.run(times); }, row.result);
}

/// The same by another library.
template <hg::Element T>
void time_peer(SparsePeer& peer, const hg::SparseMatrix<T>& A, int chain, int runs, Row& row) {
    const std::vector<T> x = random_x<T>(A.cols());
    std::vector<T> y(static_cast<std::size_t>(A.rows()));
    row.format = peer.name();
    row.tuned = false;
    row.matrix_bytes = 0;
    row.result = {};
    row.result.kernels = peer.function();
    row.result.chain = chain;
    row.result.wall.seconds = peer.run(SparseCall<T>{A, x.data(), y.data(), chain, runs});
    row.result.device = row.result.wall;
    row.result.error = largest_error(A, 1, x, y);
}

/// The rows of one matrix in one type. A format that the device does not hold is told, and the others go on;
/// if it holds none, the last error is thrown.
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
            .vectors = options.columns,
            .bytes = least_bytes(A.rows(), A.cols(), A.nonzeros(), type, options.columns)};
    const std::size_t first = rows.size();
    for (const std::string& format : options.formats) try {
            time_format(options, format, device, kernels, resident, A, row);
            rows.push_back(row);
        } catch (const hg::Error& error) {
            if (rows.size() == first && format == options.formats.back()) throw;
            std::cerr << "hgctl: " << row.matrix << " as " << format << " is left out: " << error.what()
                      << '\n';
        }
    const std::size_t ours = rows.size();
    const int chain = rows.back().result.chain;
    for (const auto& peer : peers) try {
            time_peer(*peer, A, chain, options.runs.repeat, row);
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
        {"format", "format", [](auto& r) { return Value(r.format, r.format + (r.tuned ? ", tuned" : "")); }},
        {"kernels", "", [](auto& r) { return r.result.kernels; }},
        {"tuned", "", &Row::tuned},
        {"rows", "rows", [](auto& r) { return r.structure.rows; }},
        {"columns", "", [](auto& r) { return r.structure.columns; }},
        {"vectors", "", &Row::vectors},
        {"nonzeros", "nonzeros", [](auto& r) { return r.structure.nonzeros; }},
        {"longest_row", "", [](auto& r) { return r.structure.longest; }},
        {"mean_row", "", [](auto& r) { return r.structure.mean; }},
        {"bytes", "", &Row::bytes},
        {"matrix_bytes", "", &Row::matrix_bytes}};
    add_times<Row>(columns, kBytesWords, [](auto& r) { return r.bytes; });
    for (const std::string& peer : kSparsePeers) {
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
    report.device(device).table("rows", table_of(columns_of(peers), rows));
    add_comparable(report, {.keys = {"matrix", "type", "format", "vectors"}, .samples = {"all_seconds"}});
    report.line(kClocks);
    if (!peers.empty()) report.line("Under a library's name: its time to this one's.");
    return report;
}

int run_bench_spmv(const Options& options) {
    options.files.check();
    if (options.columns > 1 && !options.peers.empty())
        refuse("--peer: libraries multiply one vector; leave out --columns");
    const OneDevice device = one_device(options.device);
    const auto kernels = hg::kernels::Database::with_user_results(device.options.cache_folder);
    ResidentDevice resident(make_device(device));
    const Peers peers = load_sparse_peers(options.peers, device.listing.info);
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
        status = std::max(status, status_of(row.result.error, row.matrix + " " + row.type + " " + row.format +
                                                                  " by " + row.result.kernels));
    return status;
}

void add_format_options(Command& command, Options& options) {
    command.words("--format", options.formats, format_words(), "Format of the matrix on the device");
    command.option("--lanes", options.lanes, "csr: work-items per row (default: by the lengths of the rows)")
        .whole_number(1, 32);
    command.option("--slice", options.slice, "sell: rows per slice (default: the device's width)")
        .whole_number(1, 256);
    command.option("--window", options.window, "sell: rows sorted together; 1 sorts none").whole_number(1);
    command.option("--width", options.width, "hybrid: places per row in the first part").whole_number(1);
}

}  // namespace

void add_bench_spmv(Command& bench) {
    auto options = std::make_shared<Options>();
    Command command = bench.subcommand("spmv", "Products of a sparse matrix and a vector in device memory");
    add_one_device_option(command, options->device);
    command.option("--matrix", options->matrices, std::string("Matrices: ") + kSparseSources)
        .list()
        .show_default();
    command.flag("--transposed", options->transposed, "Use the transposes");
    command.words("--type", options->types, {"f64", "f32", "c64", "c32"}, "Element types");
    add_format_options(command, *options);
    command.option("--seed", options->seed, "Seed of random matrices").show_default();
    command.count("--columns", options->columns, "Vectors per product; other libraries multiply one", 1,
                  1024);
    add_run_options(command, options->runs, "Products");
    command.words("--peer", options->peers, kSparsePeers, "Other libraries to time, if installed");
    options->files.add_options(command);
    command.callback([options] { return run_bench_spmv(*options); });
}

}  // namespace hgctl
