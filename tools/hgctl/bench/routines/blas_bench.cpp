#include "tools/hgctl/bench/routines/blas_bench.hpp"

namespace hgctl {
namespace {

constexpr std::int64_t kLargestIncrement = 1 << 20;

/// The first of the letters is the default.
template <class Letter>
void add_letter(Command& command, const char* name, Letter& choice, const char* help,
                const std::vector<std::string>& letters) {
    const auto set = [&choice](const std::string& given) { choice = static_cast<Letter>(given.front()); };
    command.option_function<std::string>(name, set, help).one_of(letters).show_default(letters.front());
}

void add_op_option(Command& command, BenchCase& bench, const std::vector<std::string>& letters) {
    const char* const help = letters.size() > 2 ? "N, T for transposed factors, or C for conjugates of these"
                             : letters.back() == "T" ? "N, or T for transposed factors"
                                                     : "N, or C for conjugates of transposed factors";
    add_letter(command, "--op", bench.op, help, letters);
}

void add_increment(Command& command, const std::string& vector, std::int64_t& inc) {
    command
        .option("--inc" + vector, inc, "Increment of " + vector + "; below 0 the last element is the first")
        .whole_number(-kLargestIncrement, kLargestIncrement)
        .show_default();
}

}  // namespace

BenchSize bench_size(const std::string& name, const ListedCall& telling) {
    std::int64_t CallSettings::*const value = name == "m"   ? &CallSettings::m
                                              : name == "n" ? &CallSettings::n
                                              : name == "k" ? &CallSettings::k
                                                            : &CallSettings::nrhs;
    BenchSize size{name, value, size_help(telling, kTellingSizes.*value), {}};
    if (name == "nrhs") size.otherwise = 1;
    return size;
}

void add_call_options(Command& command, BenchCase& bench) {
    const CallForm& form = bench.routine->form;
    if (form.has_beta && !bench.routine->chained)
        command.option("--beta", bench.beta, "Factor of C; with 0, C is not read").show_default();
    if (form.has_side) add_letter(command, "--side", bench.side, "Side of A: L or R", {"L", "R"});
    if (form.has_uplo)
        add_letter(command, "--uplo", bench.uplo, "The triangle that is stored: L or U", {"L", "U"});
    if (!form.ops.empty()) add_op_option(command, bench, form.ops);
    if (form.has_diag && bench.routine->chained)
        add_letter(command, "--diag", bench.diag, "N, or U for a diagonal that counts as ones", {"N", "U"});
    if (form.has_incx) add_increment(command, "x", bench.incx);
    if (form.has_incy) add_increment(command, "y", bench.incy);
    if (bench.routine->chained)
        command
            .option("--chain", bench.chain, "Calls of one run; else as many as take a twentieth of a second")
            .whole_number(1, 100000);
}

Json call_settings(const BenchCase& bench) {
    const CallForm& form = bench.routine->form;
    Json json = Json::object();
    if (form.has_beta && !bench.routine->chained) json.set("beta", bench.beta);
    if (form.has_side) json.set("side", letter(bench.side));
    if (form.has_uplo) json.set("uplo", letter(bench.uplo));
    if (!form.ops.empty()) json.set("op", letter(bench.op));
    if (form.has_diag && bench.routine->chained) json.set("diag", letter(bench.diag));
    if (form.has_incx) json.set("incx", bench.incx);
    if (form.has_incy) json.set("incy", bench.incy);
    return json;
}

}  // namespace hgctl
