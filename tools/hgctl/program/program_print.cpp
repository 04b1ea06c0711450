// hgctl program print: the program that a routine would run.
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "blas/call/call_devices.hpp"
#include "tools/cli/atomic_file.hpp"
#include "tools/cli/output_files.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/program/device_models.hpp"
#include "tools/hgctl/program/printed_solver.hpp"
#include "tools/hgctl/program/target_rates.hpp"
#include "tools/report/quantity.hpp"
#include "tools/workload/matrices/sparse_source.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include "tools/workload/operands/pivoting_words.hpp"
#include <hg/blas/gemm_program.hpp>
#include <hg/blas/rank_k_program.hpp>
#include <hg/blas/trmm_program.hpp>
#include <hg/blas/trsm_program.hpp>
#include <hg/lapack/getrf_program.hpp>
#include <hg/lapack/potrf_program.hpp>
#include <hg/lapack/potri_program.hpp>
#include <hg/lapack/qr_programs.hpp>
#include <hg/lapack/substitution_program.hpp>
#include <hg/runtime/program/analysis.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/text.hpp>

namespace hgctl {
namespace {

struct PrintOptions {
    std::string routine = "gemm", type = "f64", op_a = "N", op_b = "N", side = "L", uplo = "L", diag = "N";
    std::string gpu = "generic", memory, arithmetic, output, dot;
    std::string matrix = "stencil27:64";
    std::int64_t n = 0, block = 0, nrhs = 1;
    std::optional<std::int64_t> m, k;
    double beta = 0;
    hg::Pivoting pivoting = hg::Pivoting::partial;
    bool pinned = false;
    std::optional<int> devices;
    TargetRates rates;
};

/// What a program is built for.
struct Site {
    hg::Target target;
    const hg::kernels::Database& kernels;
    hg::Arithmetic arithmetic = hg::Arithmetic::native;  ///< of products
};

hg::Program gemm_of(const PrintOptions& options, const Site& site) {
    const hg::GemmProblem problem{.type = type_of(options.type),
                                  .op_a = static_cast<hg::Op>(options.op_a.front()),
                                  .op_b = static_cast<hg::Op>(options.op_b.front()),
                                  .m = options.m.value_or(options.n),
                                  .n = options.n,
                                  .k = options.k.value_or(options.n),
                                  .product = true,
                                  .reads_c = options.beta != 0,
                                  .arithmetic = site.arithmetic,
                                  .pinned = options.pinned,
                                  .block = options.block};
    return hg::gemm_program(problem, site.target, site.kernels);
}

hg::Program syrk_of(const PrintOptions& options, const Site& site) {
    if (options.m) throw hg::Error(hg::ErrorCode::invalid_argument, "--m: syrk's C is square, of order --n");
    const hg::RankKProblem problem{.type = type_of(options.type),
                                   .uplo = static_cast<hg::Uplo>(options.uplo.front()),
                                   .op = static_cast<hg::Op>(options.op_a.front()),
                                   .n = options.n,
                                   .k = options.k.value_or(options.n),
                                   .reads_c = options.beta != 0,
                                   .arithmetic = site.arithmetic,
                                   .pinned = options.pinned};
    return hg::rank_k_program(problem, site.target, site.kernels);
}

/// Of a solve with a triangle or a product with one.
template <class Problem>
Problem triangle_problem(const PrintOptions& options, const Site& site) {
    return {.type = type_of(options.type),
            .side = static_cast<hg::Side>(options.side.front()),
            .uplo = static_cast<hg::Uplo>(options.uplo.front()),
            .op = static_cast<hg::Op>(options.op_a.front()),
            .diag = static_cast<hg::Diag>(options.diag.front()),
            .m = options.m.value_or(options.n),
            .n = options.n,
            .arithmetic = site.arithmetic,
            .pinned = options.pinned};
}

hg::Program trsm_of(const PrintOptions& options, const Site& site) {
    return hg::trsm_program(triangle_problem<hg::TrsmProblem>(options, site), site.target, site.kernels);
}

hg::Program trmm_of(const PrintOptions& options, const Site& site) {
    return hg::trmm_program(triangle_problem<hg::TrmmProblem>(options, site), site.target, site.kernels);
}

hg::Program getrf_of(const PrintOptions& options, const Site& site) {
    const hg::LuProblem problem{.type = type_of(options.type),
                                .m = options.m.value_or(options.n),
                                .n = options.n,
                                .pivoting = options.pivoting,
                                .arithmetic = site.arithmetic,
                                .pinned = options.pinned};
    return hg::getrf_program(problem, site.target, site.kernels);
}

/// Of getrs and potrs.
hg::Program substitution_of(const PrintOptions& options, const Site& site, hg::Factors factors) {
    if (options.m)
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        "--m: " + options.routine + "'s A is square, of order --n");
    return hg::substitution_program({.type = type_of(options.type),
                                     .factors = factors,
                                     .op = options.op_a == "N" ? hg::Op::none : hg::Op::trans,
                                     .n = options.n,
                                     .nrhs = options.nrhs,
                                     .pinned = options.pinned},
                                    site.target, site.kernels);
}

hg::Program getrs_of(const PrintOptions& options, const Site& site) {
    return substitution_of(options, site, hg::Factors::lu);
}

hg::Program potrs_of(const PrintOptions& options, const Site& site) {
    return substitution_of(options, site, options.uplo == "U" ? hg::Factors::upper : hg::Factors::lower);
}

hg::Program potrf_of(const PrintOptions& options, const Site& site) {
    if (options.m) throw hg::Error(hg::ErrorCode::invalid_argument, "--m: potrf's A is square, of order --n");
    const hg::CholeskyProblem problem{.type = type_of(options.type),
                                      .uplo = static_cast<hg::Uplo>(options.uplo.front()),
                                      .n = options.n,
                                      .arithmetic = site.arithmetic,
                                      .pinned = options.pinned};
    return hg::potrf_program(problem, site.target, site.kernels);
}

hg::Program potri_of(const PrintOptions& options, const Site& site) {
    if (options.m) throw hg::Error(hg::ErrorCode::invalid_argument, "--m: potri's A is square, of order --n");
    const hg::InverseProblem problem{.type = type_of(options.type),
                                     .uplo = static_cast<hg::Uplo>(options.uplo.front()),
                                     .n = options.n,
                                     .pinned = options.pinned};
    return hg::potri_program(problem, site.target, site.kernels);
}

hg::Program geqrf_of(const PrintOptions& options, const Site& site) {
    const hg::QrProblem problem{.type = type_of(options.type),
                                .m = options.m.value_or(options.n),
                                .n = options.n,
                                .arithmetic = site.arithmetic,
                                .pinned = options.pinned};
    return hg::geqrf_program(problem, site.target, site.kernels);
}

void require_reflectors(std::int64_t k, std::int64_t most, const std::string& limit) {
    if (k > most)
        throw hg::Error(hg::ErrorCode::invalid_argument, "--k: " + std::to_string(k) + " reflectors, and " +
                                                             limit + " is " + std::to_string(most));
}

hg::Program ormqr_of(const PrintOptions& options, const Site& site) {
    hg::QProductProblem problem{.type = type_of(options.type),
                                .side = static_cast<hg::Side>(options.side.front()),
                                .op = options.op_a == "N" ? hg::Op::none : hg::Op::trans,
                                .m = options.m.value_or(options.n),
                                .n = options.n,
                                .arithmetic = site.arithmetic,
                                .pinned = options.pinned};
    problem.k = options.k.value_or(problem.order());
    require_reflectors(problem.k, problem.order(), "the order of Q");
    return hg::ormqr_program(problem, site.target, site.kernels);
}

hg::Program orgqr_of(const PrintOptions& options, const Site& site) {
    const hg::QColumnsProblem problem{.type = type_of(options.type),
                                      .m = options.m.value_or(options.n),
                                      .n = options.n,
                                      .k = options.k.value_or(options.n),
                                      .arithmetic = site.arithmetic,
                                      .pinned = options.pinned};
    if (problem.m < problem.n)
        throw hg::Error(hg::ErrorCode::invalid_argument, "--m: orgqr's A has no more columns than rows");
    require_reflectors(problem.k, problem.n, "the number of columns");
    return hg::orgqr_program(problem, site.target, site.kernels);
}

hg::Program cg_of(const PrintOptions& options, const Site& site) {
    if (options.m) throw hg::Error(hg::ErrorCode::invalid_argument, "--m: cg's A is given by --matrix");
    return cg_program(options.matrix, type_of(options.type), options.n, site.target, site.kernels);
}

/// A routine whose program can be printed, with the options that are its own.
struct Routine {
    std::string name;
    hg::Program (*program)(const PrintOptions& options, const Site& site);
    bool host_helps;  ///< as CallDevices has it
    std::vector<std::string> options;
};

const std::vector<Routine>& routines() {
    static const std::vector<Routine> list{
        {"gemm", gemm_of, false, {"--arithmetic", "--k", "--op-a", "--op-b", "--beta", "--block"}},
        {"syrk", syrk_of, false, {"--arithmetic", "--uplo", "--k", "--op-a", "--beta"}},
        {"trsm", trsm_of, false, {"--arithmetic", "--side", "--uplo", "--op-a", "--diag"}},
        {"trmm", trmm_of, false, {"--arithmetic", "--side", "--uplo", "--op-a", "--diag"}},
        {"getrf", getrf_of, true, {"--arithmetic", "--pivoting"}},
        {"getrs", getrs_of, false, {"--op-a", "--nrhs"}},
        {"potrf", potrf_of, false, {"--arithmetic", "--uplo"}},
        {"potrs", potrs_of, false, {"--uplo", "--nrhs"}},
        {"potri", potri_of, false, {"--uplo"}},
        {"geqrf", geqrf_of, false, {"--arithmetic"}},
        {"ormqr", ormqr_of, false, {"--arithmetic", "--side", "--op-a", "--k"}},
        {"orgqr", orgqr_of, false, {"--arithmetic", "--k"}},
        {"cg", cg_of, false, {"--matrix"}}};
    return list;
}

std::vector<std::string> routine_names() {
    std::vector<std::string> names;
    for (const Routine& routine : routines()) names.push_back(routine.name);
    return names;
}

const Routine& routine_of(const PrintOptions& options) {
    return *std::find_if(routines().begin(), routines().end(),
                         [&](const Routine& routine) { return routine.name == options.routine; });
}

/// An option of other routines would be ignored: it is refused.
void require_own_options(const Command& command, const Routine& routine) {
    const auto has = [](const Routine& one, const std::string& option) {
        return std::find(one.options.begin(), one.options.end(), option) != one.options.end();
    };
    for (const Routine& other : routines())
        for (const std::string& option : other.options)
            if (!has(routine, option) && command.has(option))
                throw hg::Error(hg::ErrorCode::invalid_argument,
                                option + " is an option of " + other.name + ", not of " + routine.name);
}

/// Equal devices of a model: none is asked.
hg::Target model_target(const PrintOptions& options) {
    hg::Target target = node_model(options.gpu, static_cast<std::size_t>(options.devices.value_or(1)));
    for (hg::DeviceModel& device : target.devices) {
        if (options.memory.empty()) break;
        device.memory = parse_bytes(options.memory, "--memory");
        device.largest_slot = std::min(device.largest_slot, device.memory);
    }
    options.rates.apply(target);
    return target;
}

hg::Program program_of(const PrintOptions& options, const Routine& routine) {
    const hg::MachineOptions machine = machine_options("", options.arithmetic);
    if (options.devices || !options.memory.empty() || options.gpu != "generic")
        return routine.program(options,
                               {model_target(options), hg::kernels::Database::shipped(), machine.arithmetic});
    hg::Session session(machine);
    hg::CallDevices devices(session, type_of(options.type), routine.host_helps);
    return devices.program("printed", [&](const hg::Target& target) {
        Site site{target, session.kernels(), machine.arithmetic};
        options.rates.apply(site.target);
        return routine.program(options, site);
    });
}

void write_file(const std::string& path, const std::string& text) {
    AtomicFile file(path);
    file.write(text.data(), text.size());
    file.commit();
}

void run(const Command& command, const PrintOptions& options) {
    const Routine& routine = routine_of(options);
    require_own_options(command, routine);
    check_outputs({{"--output", options.output}, {"--dot", options.dot}});
    const hg::Program program = program_of(options, routine);
    if (!options.dot.empty()) {
        std::ostringstream picture;
        hg::print_dot(program, picture);
        write_file(options.dot, picture.str());
    }
    const std::string text = hg::print(program);
    if (options.output.empty())
        std::cout << text;
    else
        write_file(options.output, text);
}

void add_problem_options(Command& command, PrintOptions& options) {
    const auto add_letter = [&](const char* name, std::string& letter, const char* help,
                                const std::vector<std::string>& letters) {
        command.option(name, letter, help).one_of(letters).show_default();
    };
    command.option("--routine", options.routine, "The routine").one_of(routine_names()).show_default();
    command
        .option("--n", options.n,
                "Columns of the matrix that is written: gemm's and ormqr's C, trsm's and trmm's B, else "
                "those of A; rows "
                "too, and the sum's length, unless --m, --k are given; cg: iterations")
        .whole_number(1)
        .required();
    command.option("--m", options.m, "Rows of that matrix").whole_number(1);
    command.option("--k", options.k, "gemm, syrk: length of the sum; ormqr, orgqr: reflectors (default: all)")
        .whole_number(1);
    add_letter("--type", options.type, "Element type", type_words());
    add_letter("--op-a", options.op_a, "gemm, syrk, trsm, trmm, getrs: op(A); ormqr: op(Q): N, T or C",
               {"N", "T", "C"});
    command.option("--nrhs", options.nrhs, "getrs, potrs: columns of B").whole_number(1).show_default();
    add_letter("--op-b", options.op_b, "gemm: op(B): N, T or C", {"N", "T", "C"});
    command.option("--beta", options.beta, "gemm, syrk: with 0, C is not loaded").show_default();
    command.option("--block", options.block, "gemm: block size, in the place of the library's choice")
        .whole_number(1);
    add_letter("--side", options.side, "trsm, trmm, ormqr: side of A or Q, L or R", {"L", "R"});
    add_letter("--uplo", options.uplo, "trsm, trmm, potrf, potrs: triangle of A, syrk: of C, L or U",
               {"L", "U"});
    add_letter("--diag", options.diag, "trsm, trmm: diagonal of A, N or U for ones", {"N", "U"});
    add_pivoting_option(command, options.pivoting);
    add_arithmetic_option(command, options.arithmetic);
    command.option("--matrix", options.matrix, std::string("cg: its matrix: ") + kSparseSources)
        .show_default();
    command.flag("--pinned", options.pinned, "Matrices lie in pinned memory: nothing is staged");
}

}  // namespace

void add_program_print(Command& app, int& status) {
    auto options = std::make_shared<PrintOptions>();
    Command command =
        app.subcommand("print", "Print the program of a routine for this machine, or for a model of one");
    add_problem_options(command, *options);
    command
        .option(
            "--model-devices", options->devices,
            "For this number of equal devices of a model, none of which is asked (default: this machine's)")
        .whole_number(1, 1024);
    command.option("--devices", options->devices).whole_number(1, 1024).hide();
    command.option("--gpu", options->gpu, "What those devices are: " + joined(device_model_names()))
        .one_of(device_model_names())
        .show_default();
    command.option(
        "--memory", options->memory,
        "For a device of a model with so much memory, for example 512M (default: the model's, generic 16G)");
    options->rates.add_options(command);
    command.option("-o,--output", options->output, "File to write to (default: standard output)")
        .value_name("FILE");
    command.option("--dot", options->dot, "Write a picture of it, too, for GraphViz: dot -Tsvg FILE")
        .value_name("FILE");
    command.callback([options, command, &status] {
        run(command, *options);
        status = kGood;
    });
}

}  // namespace hgctl
