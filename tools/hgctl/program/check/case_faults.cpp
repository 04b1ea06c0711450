#include "tools/hgctl/program/check/case_faults.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <sstream>

namespace hgctl {
namespace {

std::string element_name(const KernelCase& which, std::size_t operand, std::int64_t i, std::int64_t j) {
    return which.instruction->operands[operand].name + "(" + std::to_string(i) + "," + std::to_string(j) +
           ")";
}

/// Elements of one operand.
struct Found {
    std::int64_t count = 0;
    std::int64_t row = 0, col = 0;  ///< of the first one

    void add(std::int64_t i, std::int64_t j) {
        if (count++ == 0) row = i, col = j;
    }
    /// "Y(37,0), one of 12 elements"
    [[nodiscard]] std::string text(const KernelCase& which, std::size_t operand) const {
        const std::string first = element_name(which, operand, row, col);
        return count == 1 ? first : first + ", one of " + std::to_string(count) + " elements";
    }
};

std::string number_text(const std::vector<double>& parts) {
    std::ostringstream text;
    text.precision(9);
    text << (parts.size() == 2 ? "(" : "") << parts[0];
    if (parts.size() == 2) text << "," << parts[1] << ")";
    return text.str();
}

double magnitude(const std::vector<double>& parts) {
    return parts.size() == 2 ? std::hypot(parts[0], parts[1]) : std::abs(parts[0]);
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) continue;
        const double apart = std::abs(a[i] - b[i]);
        largest = std::max(largest, std::isfinite(apart) ? apart : std::numeric_limits<double>::infinity());
    }
    return largest;
}

double default_tolerance(const KernelCase& which, hg::ElementType type) {
    constexpr double kRoundings = 16;
    std::int64_t longest = 1;
    for (const hg::Register& shape : which.shapes) longest = std::max({longest, shape.rows, shape.cols});
    const double eps = hg::needs_f64(type) ? 0x1p-53 : 0x1p-24;
    return kRoundings * eps * static_cast<double>(longest);
}

/// True if an element declared write holds what it held before both runs.
bool is_unwritten(const KernelCase& which, std::size_t operand, const TwoRuns& runs, std::int64_t i,
                  std::int64_t j) {
    return which.instruction->operands[operand].access == hg::Access::write &&
           runs.first_after[operand].is_pattern(i, j) &&
           std::ranges::equal(runs.second_before[operand].element(i, j),
                              runs.second_after[operand].element(i, j));
}

}  // namespace

std::vector<std::string> wrong_writes(const KernelCase& which, const TwoRuns& runs) {
    std::vector<std::string> faults;
    for (std::size_t o = 0; o < runs.second_before.size(); ++o) {
        const GuardedOperand& before = runs.second_before[o];
        const hg::Operand& operand = which.instruction->operands[o];
        Found outside;
        Found inside;
        before.each([&](std::int64_t i, std::int64_t j) {
            if (std::ranges::equal(before.element(i, j), runs.second_after[o].element(i, j))) return;
            (before.is_inside(i, j) ? inside : outside).add(i, j);
        });
        if (outside.count > 0)
            faults.push_back("writes " + outside.text(which, o) + " outside of " + operand.name +
                             ", which has " + std::to_string(before.rows()) + "x" +
                             std::to_string(before.cols()));
        if (inside.count > 0 && !writes(operand.access))
            faults.push_back("writes " + inside.text(which, o) + " of " + operand.name +
                             ", which is declared read");
    }
    return faults;
}

std::vector<std::string> unsteady_results(const KernelCase& which, const TwoRuns& runs) {
    std::vector<std::string> faults;
    for (std::size_t o = 0; o < runs.first_after.size(); ++o) {
        if (!writes(which.instruction->operands[o].access)) continue;
        Found found;
        runs.first_after[o].each([&](std::int64_t i, std::int64_t j) {
            if (runs.first_after[o].is_inside(i, j) && !is_unwritten(which, o, runs, i, j) &&
                !std::ranges::equal(runs.first_after[o].element(i, j), runs.second_after[o].element(i, j)))
                found.add(i, j);
        });
        if (found.count > 0)
            faults.push_back("gives " + found.text(which, o) + " another value in a second run: it reads " +
                             "what surrounds its operands or what " + which.instruction->operands[o].name +
                             " held before, or its work-items race");
    }
    return faults;
}

std::vector<std::string> missing_writes(const KernelCase& which, const TwoRuns& runs) {
    std::vector<std::string> notes;
    for (std::size_t o = 0; o < runs.first_after.size(); ++o) {
        Found left;
        runs.first_after[o].each([&](std::int64_t i, std::int64_t j) {
            if (runs.first_after[o].is_inside(i, j) && is_unwritten(which, o, runs, i, j)) left.add(i, j);
        });
        if (left.count > 0)
            notes.push_back("leaves " + left.text(which, o) + ", unwritten, though " +
                            which.instruction->operands[o].name + " is declared write");
    }
    return notes;
}

Difference difference(const KernelCase& which, std::size_t operand, const GuardedOperand& result,
                      const GuardedOperand& reference, std::optional<double> tolerance) {
    double largest = 0;
    double scale = 0;
    Found worst;
    result.each([&](std::int64_t i, std::int64_t j) {
        if (!result.is_inside(i, j)) return;
        const std::vector<double> expected = reference.number(i, j);
        const double apart = distance(result.number(i, j), expected);
        if (const double size = magnitude(expected); std::isfinite(size)) scale = std::max(scale, size);
        if (apart <= largest) return;
        largest = apart;
        worst = {1, i, j};
    });
    if (largest == 0) return {};
    const bool is_exact = hg::traits_of(result.type()).kind == hg::NumberKind::integer;
    const double allowed = is_exact ? 0 : scale * tolerance.value_or(default_tolerance(which, result.type()));
    return {allowed > 0 ? largest / allowed : std::numeric_limits<double>::infinity(),
            element_name(which, operand, worst.row, worst.col) + " is " +
                number_text(result.number(worst.row, worst.col)) + ", not " +
                number_text(reference.number(worst.row, worst.col))};
}

}  // namespace hgctl
