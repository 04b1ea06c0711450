// hgctl bench spmv: y = A x in the memory of one device.
#include <complex>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/hgctl/cli/json_report.hpp"
#include "tools/hgctl/cli/progress_bar.hpp"
#include "tools/hgctl/cli/quantity.hpp"
#include "tools/hgctl/cli/table.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/matrices/element_types.hpp"
#include "tools/hgctl/sparse/format_words.hpp"
#include "tools/hgctl/sparse/sparse_source.hpp"
#include "tools/hgctl/sparse/spmv_bench.hpp"
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
    JsonReport json;

    [[nodiscard]] hg::SpmvOptions of_format(const std::string& word) const {
        return {.format = format_of(word),
                .lanes = static_cast<int>(lanes),
                .slice = static_cast<int>(slice),
                .window = window,
                .width = width};
    }
};

/// A matrix in one format, or by cuSPARSE.
struct Row {
    std::string matrix, type, format;
    hg::SparseStructure structure;
    double bytes = 0;  ///< see least_bytes()
    SpmvResult result;
    std::optional<double> ratio;  ///< cuSPARSE's time to this

    [[nodiscard]] double seconds() const { return result.device.best(); }
};

/// The rows of one matrix in one type. A format that the device does not hold is told, and the others go on; if it holds none, the last
/// error is thrown.
template <hg::Element T>
void add_rows(const Options& options, const std::string& source, const OneDevice& device,
              const hg::kernels::Database& kernels, ResidentDevice& resident, Cusparse* cusparse,
              std::vector<Row>& rows) {
    hg::SparseMatrix<T> A = sparse_matrix<T>(source, options.seed);
    if (options.transposed) A = A.transposed();
    const hg::ElementType type = hg::element_type_of<T>();
    Row row{.matrix = source + (options.transposed ? " transposed" : ""),
            .type = std::string(hg::name(type)),
            .format = {},
            .structure = A.structure(),
            .bytes = least_bytes(A.rows(), A.cols(), A.nonzeros(), type),
            .result = {},
            .ratio = {}};
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
    if (cusparse == nullptr) return;
    row.result = bench_cusparse(*cusparse, A, options.runs, rows.back().result.chain);
    row.format = "cusparse";
    for (std::size_t i = first; i < rows.size(); ++i) rows[i].ratio = row.seconds() / rows[i].seconds();
    rows.push_back(row);
}

std::unique_ptr<Cusparse> load_cusparse(const Options& options) {
    if (options.peers.empty()) return nullptr;
    std::string reason;
    std::unique_ptr<Cusparse> cusparse = Cusparse::load(reason);
    if (!cusparse) std::cerr << "hgctl: peer cusparse is left out: " << reason << '\n';
    return cusparse;
}

Json json_of(const Row& row) {
    const SpmvResult& result = row.result;
    return {{"matrix", row.matrix},
            {"type", row.type},
            {"format", row.format},
            {"kernels", result.kernels},
            {"tuned", result.tuned},
            {"rows", row.structure.rows},
            {"columns", row.structure.columns},
            {"nonzeros", row.structure.nonzeros},
            {"longest_row", row.structure.longest},
            {"mean_row", row.structure.mean},
            {"bytes", row.bytes},
            {"matrix_bytes", result.matrix_bytes},
            {"chain", result.chain},
            {"seconds", row.seconds()},
            {"wall_seconds", result.wall.best()},
            {"all_seconds", result.device.seconds},
            {"all_wall_seconds", result.wall.seconds},
            {"gb_per_second", row.bytes / row.seconds() / 1e9},
            {"wall_gb_per_second", row.bytes / result.wall.best() / 1e9},
            {"cusparse_ratio", row.ratio ? Json(*row.ratio) : Json()},
            {"error", result.error}};
}

void print(const std::string& device, const std::vector<Row>& rows) {
    std::cout << "y = A x in the memory of " << device << ", bytes of least traffic a second\n";
    std::vector<std::vector<std::string>> cells{
        {"matrix", "type", "format", "rows", "nonzeros", "time", "best", "wall", "error", "cusparse"}};
    for (const Row& row : rows)
        cells.push_back({row.matrix, row.type, row.format + (row.result.tuned ? ", tuned" : ""),
                         std::to_string(row.structure.rows), std::to_string(row.structure.nonzeros),
                         seconds_text(row.seconds()), bytes_rate_text(row.bytes / row.seconds()),
                         bytes_rate_text(row.bytes / row.result.wall.best()), rough(row.result.error),
                         row.ratio ? fixed(*row.ratio, 2) : "-"});
    print_table(std::cout, cells, {0, 1, 2});
    std::cout << "time and best by the device's own clock; cusparse: its time to this one's\n";
}

int run_bench_spmv(const Options& options) {
    options.json.check();
    const OneDevice device = one_device(options.device);
    const auto kernels = hg::kernels::Database::with_user_results(device.options.cache_folder);
    ResidentDevice resident(make_device(device));
    const std::unique_ptr<Cusparse> cusparse = load_cusparse(options);
    ProgressBar bar("starting", options.matrices.size() * options.types.size());
    std::vector<Row> rows;
    for (const std::string& matrix : options.matrices)
        for (const std::string& type : options.types) {
            bar.say(matrix + " " + type);
            hg::with_element_type(*hg::element_type(type), [&]<class T>() {
                if constexpr (hg::Element<T>)
                    add_rows<T>(options, matrix, device, kernels, resident, cusparse.get(), rows);
            });
            bar.advance();
        }
    Json list = Json::array();
    for (const Row& row : rows) list.push_back(json_of(row));
    options.json.write({{"device", device.listing.info.name}, {"rows", list}});
    if (!options.json.replaces_text()) print(device.listing.info.name, rows);
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
    command.option("--runs", options->runs.runs, "Timed runs").whole_number(1, 100000).show_default();
    command.option("--warm-up", options->runs.warm_up, "Runs before those")
        .whole_number(0, 100000)
        .show_default();
    command
        .option("--chain", options->runs.chain,
                "Products of one run; else as many as take a twentieth of a second")
        .whole_number(1, 100000);
    command.option("--peer", options->peers, "Libraries to time too, if installed: cusparse")
        .list()
        .one_of({"cusparse"});
    options->json.add_option(command);
    command.callback([options, &status] { status = run_bench_spmv(*options); });
}

}  // namespace hgctl
