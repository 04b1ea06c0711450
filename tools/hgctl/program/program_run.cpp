// hgctl program run: a program's text on the devices of this machine.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/cli/repeat_options.hpp"
#include "tools/cli/run_progress.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/report/comparison/comparable.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/matrices/npy.hpp"
#include "tools/workload/matrices/npy_order.hpp"
#include "tools/workload/operands/random_matrix.hpp"
#include "tools/workload/operands/scalar_text.hpp"
#include "tools/workload/timing/samples.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/trace.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hgctl {
namespace {

struct RunOptions {
    ProgramFile file;
    std::string trace;
    std::vector<std::string> bind, scalars, out;
    std::uint64_t seed = 1;
    int repeat = 1, warmup = 0;
    ReportFiles files;

    void add_options(Command& command) {
        file.add_options(command);
        command
            .option("--bind", bind,
                    "MATRIX=FILE.npy: contents of a matrix or resident register (default: random)")
            .value_name("NAME=FILE");
        command
            .option("--scalar", scalars,
                    "SCALAR=NUMBER: value of a scalar, (REAL,IMAGINARY) if complex (default: 1)")
            .value_name("NAME=NUMBER");
        command.option("-o,--out", out, "MATRIX=FILE.npy: write this matrix after the run, in Fortran order")
            .value_name("NAME=FILE");
        command.option("--seed", seed, "Seed of the random numbers").show_default();
        add_repeat_options(command, repeat, warmup,
                           "Timed runs, each on the same matrices; the best one counts");
        add_trace_option(command, trace);
        files.add_options(command);
    }
};

/// The resident registers of a program as matrices, in its order.
std::vector<hg::MatrixParameter> resident_matrices(const hg::Program& program) {
    std::vector<hg::MatrixParameter> matrices;
    for (const hg::ResidentParameter& resident : program.residents()) {
        const hg::Register& shape = program.reg(resident.reg);
        matrices.push_back({resident.name, shape.type, shape.rows, shape.cols});
    }
    return matrices;
}

enum class Direction { in, out };

/// Moves every matrix to its resident register, or back.
hg::Program transfers(const hg::Program& program, Direction direction) {
    hg::ProgramBuilder builder(program.target());
    for (const hg::ResidentParameter& resident : program.residents()) {
        const hg::Register& shape = program.reg(resident.reg);
        const hg::ParameterId matrix = builder.matrix(resident.name, shape.type, shape.rows, shape.cols);
        const hg::RegisterId reg =
            builder.resident(resident.name, shape.device, shape.type, shape.rows, shape.cols, shape.ld);
        const hg::HostTile tile{matrix, 0, 0, shape.rows, shape.cols};
        if (direction == Direction::in)
            builder.load(reg, tile);
        else
            builder.store(tile, reg);
    }
    return std::move(builder).finish();
}

void move(hg::Machine& machine, const hg::Program& program, const hg::Bindings& bound,
          std::map<std::string, NpyMatrix>& matrices, Direction direction) {
    hg::Bindings bindings;
    for (const hg::MatrixParameter& matrix : resident_matrices(program)) {
        bindings.resident(matrix.name, bound.residents().at(matrix.name));
        hg::with_element_type(matrix.type, [&]<class T>() {
            bindings.matrix(matrix.name, matrices.at(matrix.name).as<T>(), matrix.rows);
        });
    }
    machine.run_untraced(transfers(program, direction), bindings);
}

/// Binds each resident register to memory that holds the matrix of its name.
void bind_residents(hg::Machine& machine, const hg::Program& program,
                    std::map<std::string, NpyMatrix>& matrices, hg::Bindings& bindings) {
    if (program.residents().empty()) return;
    for (const hg::ResidentParameter& resident : program.residents()) {
        const hg::Register& shape = program.reg(resident.reg);
        bindings.resident(resident.name,
                          machine.allocate_resident(shape.device, shape.type, shape.ld * shape.cols));
    }
    move(machine, program, bindings, matrices, Direction::in);
}

/// The matrices get what the bound memory holds.
void read_residents(hg::Machine& machine, const hg::Program& program, const hg::Bindings& bindings,
                    std::map<std::string, NpyMatrix>& matrices) {
    if (!program.residents().empty()) move(machine, program, bindings, matrices, Direction::out);
}

/// A program's matrices are column-major: a file in C order is turned.
NpyMatrix read_column_major(const std::string& path, const hg::MatrixParameter& matrix) {
    NpyMatrix file = read_npy(path);
    if (file.type != matrix.type || file.rows != matrix.rows || file.cols != matrix.cols)
        refuse(path + " holds " + std::to_string(file.rows) + " x " + std::to_string(file.cols) + " of " +
               std::string(name(file.type)) + "; matrix " + matrix.name + " of the program is " +
               std::to_string(matrix.rows) + " x " + std::to_string(matrix.cols) + " of " +
               std::string(name(matrix.type)));
    set_order(file, true);
    return file;
}

NpyMatrix random_matrix(const hg::MatrixParameter& matrix, std::uint64_t seed) {
    NpyMatrix result = make_matrix(matrix.type, matrix.rows, matrix.cols, true);
    const std::int64_t count = matrix.rows * matrix.cols;
    RandomNumbers numbers(seed);
    hg::with_element_type(matrix.type, [&]<class T>() {
        if constexpr (std::is_integral_v<T>)
            for (std::int64_t i = 0; i < count; ++i)
                result.as<T>()[i] = static_cast<T>(numbers.between(-9, 9));
        else if constexpr (std::is_floating_point_v<T>)
            fill_random(result.as<T>(), count, seed);
        else
            fill_random(result.as<typename T::value_type>(), 2 * count, seed);
    });
    return result;
}

void bind_matrix(hg::Bindings& bindings, const std::string& name, const NpyMatrix& matrix) {
    const std::int64_t ld = std::max<std::int64_t>(1, matrix.rows);
    hg::with_element_type(matrix.type, [&]<class T>() { bindings.matrix(name, matrix.as<T>(), ld); });
}

/// What a run gets: the caller's matrices and scalars, and made-up ones for the rest.
struct Inputs {
    std::map<std::string, NpyMatrix> matrices;  ///< of resident registers, too
    hg::Bindings bindings;
    std::vector<std::string> made_up;  ///< a line for each, for the report
};

void require_known(const Assignments& given, const std::vector<std::string>& known, const std::string& what) {
    const auto unknown = std::find_if(given.begin(), given.end(), [&](const auto& entry) {
        return std::find(known.begin(), known.end(), entry.first) == known.end();
    });
    if (unknown == given.end()) return;
    std::string message = "the program has no " + what + " '" + unknown->first + "'; it has";
    for (const std::string& name : known) message.append(" ").append(name);
    refuse(known.empty() ? message + " none" : message);
}

Inputs make_inputs(const hg::Program& program, const RunOptions& options) {
    Inputs inputs;
    const Assignments files = assignments(options.bind, "--bind");
    const Assignments scalars = assignments(options.scalars, "--scalar");
    std::vector<hg::MatrixParameter> all = resident_matrices(program);
    all.insert(all.begin(), program.matrices().begin(), program.matrices().end());
    std::vector<std::string> names;
    for (const hg::MatrixParameter& matrix : all) names.push_back(matrix.name);
    require_known(files, names, "matrix");
    require_known(assignments(options.out, "--out"), names, "matrix");
    require_known(scalars, {program.scalars().begin(), program.scalars().end()}, "scalar");
    std::uint64_t seed = options.seed;
    for (const hg::MatrixParameter& matrix : all) {
        const auto file = files.find(matrix.name);
        if (file == files.end()) inputs.made_up.push_back(matrix.name + " is filled with random numbers");
        inputs.matrices[matrix.name] =
            file == files.end() ? random_matrix(matrix, seed++) : read_column_major(file->second, matrix);
    }
    for (const hg::MatrixParameter& matrix : program.matrices())
        bind_matrix(inputs.bindings, matrix.name, inputs.matrices[matrix.name]);
    for (const std::string& scalar : program.scalars()) {
        const auto value = scalars.find(scalar);
        if (value == scalars.end()) inputs.made_up.push_back(scalar + " is 1");
        inputs.bindings.scalar(scalar, value == scalars.end()
                                           ? hg::ScalarValue(1)
                                           : scalar_value("--scalar " + scalar, value->second));
    }
    return inputs;
}

struct Totals {
    double flops = 0;
    std::int64_t loaded = 0;
    std::int64_t stored = 0;
};

Totals totals(const hg::Program& program) {
    Totals sum;
    for (std::size_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<hg::CommandId>(c);
        const hg::Operation operation = program.command(id).operation;
        if (operation == hg::Operation::load) sum.loaded += program.transfer_bytes(id);
        if (operation == hg::Operation::store) sum.stored += program.transfer_bytes(id);
        if (operation == hg::Operation::exec) sum.flops += program.cost(id).flops;
    }
    return sum;
}

Report report_of(const RunOptions& options, const hg::Program& program, const Inputs& inputs,
                 const std::vector<std::string>& devices, const Samples& times) {
    const Totals sum = totals(program);
    const double seconds = times.best();
    const double rate = seconds > 0 ? sum.flops / seconds : 0;
    Report report("hgctl program run");
    for (const std::string& line : inputs.made_up) report.line("  " + line);
    report.devices(devices).fact("commands", program.size()).fact("seconds", seconds);
    report.fact("gflops", rate / 1e9).fact("bytes_loaded", sum.loaded).fact("bytes_stored", sum.stored);
    report.line("ran " + count_text(program.size(), "command") + " in " + seconds_text(seconds) + ": " +
                flops_rate_text(rate) + ", " + bytes_text(sum.loaded) + " loaded, " + bytes_text(sum.stored) +
                " stored");
    if (options.repeat > 1)
        report.line("best of " + std::to_string(options.repeat) + " runs; median " +
                    seconds_text(times.median()) + ", interquartile range " + fixed(100 * times.spread(), 1) +
                    " %");
    add_comparable(report, {.rows = "", .keys = {}, .samples = {"all_seconds"}});
    report.fact("median_seconds", times.median()).fact("quartiles_seconds", times.quartiles());
    report.fact("all_seconds", times.seconds);
    for (const auto& [matrix, path] : assignments(options.out, "--out"))
        report.line(matrix + " is in " + path);
    if (!options.trace.empty()) report.line("trace in " + options.trace + kTraceHint);
    return report;
}

void check_files(const RunOptions& options, const Assignments& matrices) {
    std::vector<OutputFile> outputs{{"--trace", options.trace}};
    std::vector<InputFile> inputs{{"FILE", options.file.path}};
    // A matrix may take the place of one that was read, not of the program.
    for (const auto& [matrix, path] : matrices) outputs.push_back({"--out " + matrix, path});
    options.files.check(outputs, inputs);
    for (const auto& [matrix, path] : assignments(options.bind, "--bind"))
        inputs.push_back({"--bind " + matrix, path});
    for (OutputFile& output : outputs) output.may_replace_input = output.option.starts_with("--out");
    options.files.check(outputs, inputs);
}

/// What matrices hold, to be put back.
class MatrixCopies {
  public:
    explicit MatrixCopies(const std::map<std::string, NpyMatrix>& matrices) {
        for (const auto& [name, matrix] : matrices) {
            const char* const data = matrix.as<char>();
            copies_[name].assign(data, data + matrix.bytes());
        }
    }
    void restore(std::map<std::string, NpyMatrix>& matrices) const {
        for (const auto& [name, copy] : copies_) std::ranges::copy(copy, matrices.at(name).as<char>());
    }

  private:
    std::map<std::string, std::vector<char>> copies_;
};

/// Runs the program as often as the options say, each time on the same matrices, which hold the last run's
/// results in the end. The trace keeps the last run.
Samples run_repeatedly(hg::Machine& machine, const hg::Program& program, Inputs& inputs,
                       const RunOptions& options, hg::Trace& trace) {
    RunProgress progress("running", &trace);
    Samples times;
    std::optional<MatrixCopies> copies;
    if (options.warmup + options.repeat > 1) copies.emplace(inputs.matrices);
    bind_residents(machine, program, inputs.matrices, inputs.bindings);
    machine.prepare(program);
    for (int run = -options.warmup; run < options.repeat; ++run) {
        if (run > -options.warmup) {
            static_cast<void>(trace.take());
            copies->restore(inputs.matrices);
            if (!program.residents().empty())
                move(machine, program, inputs.bindings, inputs.matrices, Direction::in);
        }
        machine.run(program, inputs.bindings, &progress);
        if (run >= 0) times.seconds.push_back(trace.seconds());
    }
    read_residents(machine, program, inputs.bindings, inputs.matrices);
    return times;
}

void run_program(const RunOptions& options) {
    const Assignments outputs = assignments(options.out, "--out");
    check_files(options, outputs);
    const hg::Program program = read_sound_program(options.file);
    Inputs inputs = make_inputs(program, options);
    hg::Machine machine(machine_options(options.file.devices));
    hg::Trace trace;
    trace.set_target(machine.target());
    const Samples times = run_repeatedly(machine, program, inputs, options, trace);
    for (const auto& [matrix, path] : outputs) write_npy(path, inputs.matrices.at(matrix));
    options.files.write(report_of(options, program, inputs, device_names(machine), times));
    // Last: a disk that is full takes no more than the trace.
    if (!options.trace.empty()) trace.write(options.trace);
}

}  // namespace

void add_program_run(Command& app) {
    add_verb(app, "run", "Run a program on the devices of this machine", run_program);
}

}  // namespace hgctl
