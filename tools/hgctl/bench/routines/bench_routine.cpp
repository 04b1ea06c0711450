#include "tools/hgctl/bench/routines/bench_routine.hpp"

#include <algorithm>
#include <iterator>

#include "tools/report/quantity.hpp"
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
                command.count("--inc" + vector, bench.*of,
                              "Increment of " + vector + "; below 0 the last element is the first", -kLargest,
                              kLargest);
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
                command.option("--beta", bench.beta, "Factor of C; if 0, C is not read").show_default();
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

bool follows_from_n(const BenchCase& bench) {
    return std::ranges::all_of(bench.routine->sizes, [&](const BenchSize& size) {
        return bench.*size.value == size.otherwise.value_or(bench.n);
    });
}

std::string sizes_joined(const BenchCase& bench, const auto& text_of) {
    std::string text;
    for (const BenchSize& size : bench.routine->sizes)
        text.append(text.empty() ? "" : " x ").append(text_of(size));
    return text;
}

/// Adds what devices need of an operand that is not divided among them.
void add_whole(Work& work, const ListedOperand& x, double bytes, const BenchCase& bench) {
    const CallForm& form = bench.routine->form;
    if (form.solves) {  // each device needs all of the triangle
        work.shared_in += bytes;
    } else if (!bench.routine->is_lapack &&
               !form.has_side) {  // it is both factors of a product, or half of them
        work.rows_in += bytes / 2;
        work.cols_in += bytes / 2;
    } else {  // beside A on a side stands the other factor
        const bool by_rows = bench.routine->is_lapack || (x.name == "A") == (bench.side == hg::Side::left);
        (by_rows ? work.rows_in : work.cols_in) += bytes;
    }
}

/// Of a case whose operands cross the links. A part of what is written comes back from each device.
Work work_of(const BenchCase& bench) {
    const BenchRoutine& routine = *bench.routine;
    Work work{.type = routine.type, .flops = routine.flops(bench), .pinned = bench.pinned};
    for (const ListedOperand& x : routine.operands(bench)) {
        if (x.kind != ListedOperand::Kind::matrix) continue;
        const auto rows = static_cast<double>(x.rows);
        const double elements = x.is_triangle ? rows * (rows + 1) / 2 : rows * static_cast<double>(x.cols);
        const double bytes = static_cast<double>(hg::size_of(routine.type)) * elements;
        if (x.written) work.divided_out += bytes;
        const bool is_divided = x.written && (routine.is_lapack || routine.form.solves || x.name == "C");
        if (!x.read) continue;
        if (is_divided)
            work.divided_in += bytes;
        else
            add_whole(work, x, bytes, bench);
    }
    return work;
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
        list.push_back(
            count("chain", &BenchCase::chain, "Calls per run (default: as many as take 1/20 s)", 100000));
    if (routine.row == "gemm")
        list.push_back(count("block", &BenchCase::block, "Block size instead of the library's choice",
                             std::int64_t{1} << 30));
    return list;
}

std::string BenchRoutine::title(const BenchCase& bench) const {
    std::string text = formula_of(bench.refine ? refined_help : help, form, bench);
    if (!hg::is_complex(type)) replace_all(text, "^H", "^T");
    if (!form.has_pivoting || bench.refine) return text;
    replace_all(text, " with partial pivoting", "");
    return text + (bench.pivoting == hg::Pivoting::none ? " without pivoting"
                                                        : " with " + word_of(bench.pivoting) + " pivoting");
}

hg::Traffic BenchRoutine::traffic(const CallSettings& settings) const {
    return hg::traffic(row, type, form.has_m() ? settings.m : settings.n, settings.n);
}

double BenchRoutine::amount(const CallSettings& settings) const {
    if (!moves_memory()) return flops(settings);
    const hg::Traffic least = traffic(settings);
    return least.read + least.written;
}

/// With gaps. What levels 1 and 2 write is there once more when results are checked.
double BenchRoutine::host_bytes(const BenchCase& bench) const {
    double bytes = 0;
    for (const ListedOperand& x : operands(bench)) {
        const double copies = moves_memory() && x.written ? 2 : 1;
        if (x.has_stride())
            bytes += copies * static_cast<double>(x.elements()) * static_cast<double>(hg::size_of(type));
    }
    return bytes;
}

Roofline BenchRoutine::roofline(const BenchCase& bench, const hg::Target& target,
                                const hg::HostRates& host) const {
    if (moves_memory()) return memory_roofline(type, traffic(bench), bench.pinned, target, host);
    if (row != "gemm") return hgctl::roofline(work_of(bench), target);
    return gemm_roofline({.type = type,
                          .m = bench.m,
                          .n = bench.n,
                          .k = bench.k,
                          .reads_c = bench.beta != 0,
                          .pinned = bench.pinned},
                         target);
}

const std::vector<BenchRoutine>& bench_routines() {
    static const std::vector<BenchRoutine> routines = [] {
        std::vector<BenchRoutine> list = blas_benches();
        std::ranges::move(lapack_benches(), std::back_inserter(list));
        // Level 3 and LAPACK come first.
        std::ranges::stable_partition(list, [](const BenchRoutine& x) { return !x.moves_memory(); });
        return list;
    }();
    return routines;
}

const BenchRoutine& bench_routine(const std::string& name) {
    return *std::ranges::find(bench_routines(), name, &BenchRoutine::name);
}

std::string size_text(const BenchCase& bench) {
    if (follows_from_n(bench)) return std::to_string(bench.n);
    return sizes_joined(bench, [&](const BenchSize& size) { return std::to_string(bench.*size.value); });
}

std::string size_name(const BenchCase& bench) {
    return follows_from_n(bench) ? "n" : sizes_joined(bench, [](const BenchSize& size) { return size.name; });
}

std::string title(const BenchCase& bench) {
    return bench.routine->name + " " + (follows_from_n(bench) ? "n = " : "") + size_text(bench) + ", " +
           count_text(static_cast<std::size_t>(bench.devices), "device") + ", " +
           (bench.pinned ? "pinned" : "pageable");
}

}  // namespace hgctl
