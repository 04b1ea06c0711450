// hgctl bench distributed: y = A x with x and y in host memory, and A on all devices or streamed from host
// memory.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "blas/session/model/complete_model.hpp"
#include "sparse/generate/random_element.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/hgctl/bench/bench_columns.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/matrices/format_words.hpp"
#include "tools/workload/matrices/sparse_source.hpp"
#include "tools/workload/rule/spmv_error.hpp"
#include "tools/workload/timing/samples.hpp"
#include <hg/blas/session.hpp>
#include <hg/sparse/distributed_sparse_matrix.hpp>

namespace hgctl {
namespace {

/// Products of a distributed matrix whose arrays are not pinned, if they stay in host memory.
constexpr int kStagedProducts = 3;

struct DistributedOptions {
    std::string devices;
    std::vector<std::string> matrices{"stencil27:64"};
    std::string type = "f64", format = "automatic";
    bool streamed = false;
    int products = 8;
    std::uint64_t seed = 1;
    ReportFiles files;
};

struct DistributedRow {
    std::string matrix, format;
    std::int64_t rows = 0, nonzeros = 0;
    bool is_resident = false;
    double bytes_in = 0;  ///< that cross the links at least
    double placing = 0;   ///< seconds
    Samples products;
    double error = 0;

    Samples copied;  ///< the second product and those after it, up to the last one that copies its arrays
    Samples pinned;  ///< the products after those

    [[nodiscard]] double best_copied() const { return copied.best(); }
    [[nodiscard]] double best_pinned() const { return pinned.best(); }
};

template <hg::Element T>
DistributedRow distributed_row(const DistributedOptions& options, const std::string& source,
                               hg::Session& session, ProgressBar& bar) {
    const hg::SparseMatrix<T> A = sparse_matrix<T>(source, options.seed);
    std::vector<T> x(static_cast<std::size_t>(A.cols())), y(static_cast<std::size_t>(A.rows()));
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = hg::sparse::random_element<T>(options.seed, static_cast<std::int64_t>(i), 0);
    DistributedRow row{.matrix = source,
                       .format = {},
                       .rows = A.rows(),
                       .nonzeros = A.nonzeros(),
                       .products = {},
                       .copied = {},
                       .pinned = {}};
    Stopwatch placing;
    hg::DistributedSparseMatrix<T> distributed(
        A, hg::Op::none, {.format = format_of(options.format), .streamed = options.streamed}, &session);
    row.placing = placing.lap();
    row.format = hg::name(distributed.format());
    row.is_resident = distributed.is_resident();
    const auto size = static_cast<double>(sizeof(T));
    row.bytes_in = static_cast<double>(A.cols()) * size;
    if (!row.is_resident)
        row.bytes_in += static_cast<double>(A.nonzeros()) * (size + 4) + 4 * static_cast<double>(A.rows());
    for (int product = 0; product < options.products; ++product) {
        Stopwatch watch;
        distributed.multiply(T{1}, x, T{0}, y);
        const double seconds = watch.lap();
        bar.advance();
        row.products.seconds.push_back(seconds);
        if (product > 0) (product < kStagedProducts ? row.copied : row.pinned).seconds.push_back(seconds);
    }
    row.error = spmv_error<T>(T{1}, A, x.data(), T{0}, nullptr, y.data());
    return row;
}

/// What all links bring in together, measured now.
double links_in(hg::Session& session) {
    hg::MachineModel model;
    hg::complete(model, session.machine(), session.kernels(), {.links = true, .kernels = false});
    hg::Target target = session.machine().target();
    hg::set_rates(target, model);
    double rate = 0;
    for (const hg::DeviceModel& device : target.devices) rate += device.link_in;
    return std::min(rate, target.links_in);
}

Report distributed_report(const DistributedOptions& options, const std::vector<DistributedRow>& rows,
                          const std::vector<std::string>& devices, double links) {
    const auto share = [links](double (DistributedRow::*seconds)() const) {
        return [=](const DistributedRow& r) { return r.bytes_in / (r.*seconds)() / links; };
    };
    Report report("hgctl bench distributed",
                  "y = A x with x and y in host memory, on " + count_text(devices.size(), "device") + ": " +
                      devices.front() + "; links " + bytes_rate_text(links) + " in");
    report.devices(devices).fact("type", options.type).fact("links_in", links);
    add_comparable(report, {.keys = {"matrix", "type", "format", "resident"},
                            .samples = {"all_seconds/copied", "all_seconds/pinned"}});
    const auto pinned = [](const DistributedRow& r) { return &r.pinned; };
    Columns<DistributedRow> columns{
        {"matrix", "matrix", &DistributedRow::matrix},
        {"format", "format", &DistributedRow::format},
        {"resident", "A", [](auto& r) { return Value(r.is_resident, r.is_resident ? "devices" : "host"); }},
        {"rows", "", &DistributedRow::rows},
        {"nonzeros", "nonzeros", &DistributedRow::nonzeros},
        {"bytes_in", "", &DistributedRow::bytes_in},
        {"placing_seconds", "distributed in", kSeconds, &DistributedRow::placing},
        {"seconds", "first",
         [](auto& r) { return Value(r.products.seconds, seconds_text(r.products.seconds.front())); }},
        {"", "copied", kSeconds, &DistributedRow::best_copied},
        {"copied_gb_per_second", "rate", kBytesRate, [](auto& r) { return r.bytes_in / r.best_copied(); }},
        {"", "of links", kFixed<2>, share(&DistributedRow::best_copied)},
        {"", "pinned", kSeconds, &DistributedRow::best_pinned},
        {"pinned_gb_per_second", "rate", kBytesRate, [](auto& r) { return r.bytes_in / r.best_pinned(); }},
        {"", "of links", kFixed<2>, share(&DistributedRow::best_pinned)},
        {"error", "error", kRough, &DistributedRow::error}};
    add_samples(columns, spread_columns(), pinned);
    add_samples(
        columns, sample_columns(), [](auto& r) { return &r.copied; }, "copied");
    add_samples(columns, sample_columns(), pinned, "pinned");
    report.table("rows", table_of(columns, rows));
    report.line(
        "rate: bytes of x, and of A if it is in host memory, over the links; copied: products 2 and 3; "
        "pinned: those after "
        "them, if devices pin memory; median and IQR are those of the pinned ones");
    return report;
}

std::vector<DistributedRow> run_rows(const DistributedOptions& options, hg::Session& session) {
    ProgressBar bar("starting", options.matrices.size() * static_cast<std::size_t>(options.products));
    std::vector<DistributedRow> rows;
    for (const std::string& matrix : options.matrices) {
        bar.say(matrix);
        hg::with_element_type(*hg::element_type(options.type), [&]<class T>() {
            if constexpr (hg::Element<T>) rows.push_back(distributed_row<T>(options, matrix, session, bar));
        });
    }
    return rows;
}

int run_bench_distributed(const DistributedOptions& options) {
    options.files.check();
    hg::Session session(machine_options(options.devices));
    const double links = links_in(session);
    const std::vector<DistributedRow> rows = run_rows(options, session);
    options.files.write(distributed_report(options, rows, device_names(session.machine()), links));
    const bool right = std::ranges::all_of(rows, [](const DistributedRow& row) { return row.error <= 1; });
    return right ? kGood : kCheckFailed;
}

}  // namespace

void add_bench_distributed(Command& bench) {
    auto options = std::make_shared<DistributedOptions>();
    Command command = bench.subcommand(
        "distributed",
        "Products of a sparse matrix on all devices, with vectors in host memory; A may be streamed");
    add_devices_option(command, options->devices);
    command.option("--matrix", options->matrices, std::string("Matrices: ") + kSparseSources)
        .list()
        .show_default();
    command.words("--type", options->type, {"f64", "f32", "c64", "c32"}, "Element type");
    command.words("--format", options->format, format_words(), "Format of the matrix on the devices");
    command.flag("--streamed", options->streamed,
                 "Keep A in host memory, as if it did not fit in device memory");
    command.count("--repeat", options->products, "Timed products; the first one is reported apart",
                  kStagedProducts + 1, 100000);
    command.option("--products", options->products).whole_number(kStagedProducts + 1, 100000).hide();
    command.option("--seed", options->seed, "Seed of random matrices").show_default();
    options->files.add_options(command);
    command.callback([options] { return run_bench_distributed(*options); });
}

}  // namespace hgctl
