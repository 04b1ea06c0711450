#include "tools/hgctl/bench/routines/level3_bench.hpp"

namespace hgctl {
namespace {

/// The first of the letters is the default.
template <class Letter>
void add_letter(Command& command, const char* name, Letter& choice, const char* help,
                const std::vector<std::string>& letters) {
    const auto set = [&choice](const std::string& given) { choice = static_cast<Letter>(given.front()); };
    command.option_function<std::string>(name, set, help).one_of(letters).show_default(letters.front());
}

void add_transposed_option(Command& command, BenchCase& bench) {
    add_letter(command, "--op", bench.op, "N, or T for transposed factors", {"N", "T"});
}

}  // namespace

void add_beta_option(Command& command, BenchCase& bench) {
    command.option("--beta", bench.beta, "Factor of C; with 0, C is not read").show_default();
}

Json beta_setting(const BenchCase& bench) {
    return {{"beta", bench.beta}};
}

void add_side_option(Command& command, BenchCase& bench) {
    add_letter(command, "--side", bench.side, "Side of A: L or R", {"L", "R"});
}

void add_uplo_option(Command& command, BenchCase& bench) {
    add_letter(command, "--uplo", bench.uplo, "The triangle that is stored: L or U", {"L", "U"});
}

void add_op_option(Command& command, BenchCase& bench) {
    if (hg::is_complex(bench.routine->type))
        add_letter(command, "--op", bench.op, "N, T for transposed factors, or C for conjugates of these",
                   {"N", "T", "C"});
    else
        add_transposed_option(command, bench);
}

void add_diag_option(Command& command, BenchCase& bench) {
    add_letter(command, "--diag", bench.diag, "N, or U for a diagonal that counts as ones", {"N", "U"});
}

std::string power_of(hg::Op op) {
    return op == hg::Op::none ? "" : op == hg::Op::trans ? "^T" : "^H";
}

std::string adjoint_power(const BenchCase& bench) {
    return hg::is_complex(bench.routine->type) ? "^H" : "^T";
}

bool is_left(const BenchCase& bench) {
    return bench.side == hg::Side::left;
}

std::int64_t order_of_a(const BenchCase& bench) {
    return is_left(bench) ? bench.m : bench.n;
}

std::int64_t vectors(const BenchCase& bench) {
    return is_left(bench) ? bench.n : bench.m;
}

Needed needed_of_a(const BenchCase& bench) {
    return is_left(bench) ? Needed::rows : Needed::cols;
}

Needed needed_of_b(const BenchCase& bench) {
    return is_left(bench) ? Needed::cols : Needed::rows;
}

BenchOperand update_factor(const BenchCase& bench) {
    const bool as_it_is = bench.op == hg::Op::none;
    return {.rows = as_it_is ? bench.n : bench.k,
            .cols = as_it_is ? bench.k : bench.n,
            .needed = Needed::factors};
}

BenchOperand updated_triangle(const BenchCase& bench, bool is_hermitian) {
    return {.rows = bench.n,
            .cols = bench.n,
            .part = is_hermitian ? hermitian(bench.uplo) : symmetric(bench.uplo),
            .read = bench.beta != 0};
}

void add_update_options(Command& command, BenchCase& bench) {
    add_beta_option(command, bench);
    add_uplo_option(command, bench);
    add_transposed_option(command, bench);
}

void add_hermitian_update_options(Command& command, BenchCase& bench) {
    add_beta_option(command, bench);
    add_uplo_option(command, bench);
    add_letter(command, "--op", bench.op, "N, or C for conjugates of transposed factors", {"N", "C"});
}

Json update_settings(const BenchCase& bench) {
    return {{"beta", bench.beta}, {"uplo", letter(bench.uplo)}, {"op", letter(bench.op)}};
}

std::string updated(const std::string& product, const BenchCase& bench) {
    return "C := " + product + (bench.beta != 0 ? " + beta C" : "");
}

}  // namespace hgctl
