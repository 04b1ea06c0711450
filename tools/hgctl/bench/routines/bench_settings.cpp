#include "tools/hgctl/bench/routines/bench_settings.hpp"

#include "tools/workload/operands/pivoting_words.hpp"

namespace hgctl {
namespace {

/// The first of the letters is the default.
template <class Letter>
BenchSetting letter(const std::string& name, Letter CallSettings::*of, const std::string& help,
                    const std::vector<std::string>& letters) {
    return {name,
            [=](Command& command, BenchCase& bench) {
                const auto set = [&bench, of](const std::string& given) {
                    bench.*of = static_cast<Letter>(given.front());
                };
                command.option_function<std::string>("--" + name, set, help)
                    .one_of(letters)
                    .show_default(letters.front());
            },
            [of](const BenchCase& bench) { return std::string(1, static_cast<char>(bench.*of)); }};
}

BenchSetting increment(const std::string& vector, std::int64_t CallSettings::*of) {
    constexpr std::int64_t kLargest = 1 << 20;
    return {"inc" + vector,
            [=](Command& command, BenchCase& bench) {
                command
                    .option("--inc" + vector, bench.*of,
                            "Increment of " + vector + "; below 0 the last element is the first")
                    .whole_number(-kLargest, kLargest)
                    .show_default();
            },
            [of](const BenchCase& bench) { return bench.*of; }};
}

/// One that the row of results tells by itself, or not at all.
template <class Number>
BenchSetting count(const std::string& name, Number BenchCase::*of, const std::string& help,
                   std::int64_t most) {
    return {name,
            [=](Command& command, BenchCase& bench) {
                command.option("--" + name, bench.*of, help).whole_number(1, most);
            },
            {}};
}

std::string op_help(const std::vector<std::string>& letters) {
    if (letters.size() > 2) return "N, T for transposed factors, or C for conjugates of these";
    return letters.back() == "T" ? "N, or T for transposed factors"
                                 : "N, or C for conjugates of transposed factors";
}

BenchSetting beta() {
    return {"beta",
            [](Command& command, BenchCase& bench) {
                command.option("--beta", bench.beta, "Factor of C; with 0, C is not read").show_default();
            },
            [](const BenchCase& bench) { return bench.beta; }};
}

BenchSetting pivoting() {
    return {"pivoting",
            [](Command& command, BenchCase& bench) { add_pivoting_option(command, bench.pivoting); },
            [](const BenchCase& bench) { return word_of(bench.pivoting); }};
}

BenchSetting refine(const std::string& row) {
    return {"refine",
            [row](Command& command, BenchCase& bench) {
                command.flag("--refine", bench.refine,
                             "Factor in single precision and refine (ds" + row + ", zc" + row + ")");
            },
            [](const BenchCase& bench) { return bench.refine; }};
}

}  // namespace

std::vector<BenchSetting> settings_of(const BenchRoutine& routine) {
    const CallForm& form = routine.form;
    const bool chained = routine.moves_memory();
    std::vector<BenchSetting> list;
    if (form.has_beta && !chained) list.push_back(beta());
    if (form.has_side) list.push_back(letter("side", &BenchCase::side, "Side of A: L or R", {"L", "R"}));
    if (form.has_uplo)
        list.push_back(letter("uplo", &BenchCase::uplo, "The triangle that is stored: L or U", {"L", "U"}));
    if (!form.ops.empty()) list.push_back(letter("op", &BenchCase::op, op_help(form.ops), form.ops));
    if (form.has_diag && chained)
        list.push_back(
            letter("diag", &BenchCase::diag, "N, or U for a diagonal that counts as ones", {"N", "U"}));
    if (form.has_incx) list.push_back(increment("x", &BenchCase::incx));
    if (form.has_incy) list.push_back(increment("y", &BenchCase::incy));
    if (form.has_pivoting) list.push_back(pivoting());
    if (routine.refined != nullptr) list.push_back(refine(routine.row));
    if (chained)
        list.push_back(count("chain", &BenchCase::chain,
                             "Calls of one run; else as many as take a twentieth of a second", 100000));
    if (routine.row == "gemm")
        list.push_back(count("block", &BenchCase::block, "Block size, in the place of the library's choice",
                             std::int64_t{1} << 30));
    return list;
}

}  // namespace hgctl
