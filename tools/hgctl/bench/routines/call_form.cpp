#include "tools/hgctl/bench/routines/call_form.hpp"

#include <cctype>

namespace hgctl {
namespace {

/// "x", "x and y", "x, y and z" with `what` before them; nothing for none.
void add_names(std::string& text, std::string what, const std::vector<std::string_view>& names) {
    if (names.empty()) return;
    if (!text.empty())
        what.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(what.front())));
    text.append(text.empty() ? "" : ", ").append(what).append(" of ");
    for (std::size_t i = 0; i < names.size(); ++i)
        text.append(i == 0 ? "" : i + 1 < names.size() ? ", " : " and ").append(names[i]);
}

/// Of "this (side 'L') or that (side 'R')" what is said of one of the two.
void choose(std::string& text, std::string_view first, std::string_view second, bool takes_first) {
    const std::size_t left = text.find(first), right = text.find(second);
    if (left == std::string::npos || right == std::string::npos) return;
    const std::size_t middle = left + first.size();
    text = (takes_first ? text.substr(0, left) : text.substr(middle, right - middle)) +
           text.substr(right + second.size());
}

/// What alpha multiplies as a whole has no parentheses without it.
void drop_parentheses(std::string& text) {
    const std::size_t open = text.find(":= ("), addend = text.find(" + beta C");
    if (open == std::string::npos) return;
    text.erase(addend == std::string::npos ? text.size() - 1 : addend - 1, 1);
    text.erase(open + 3, 1);
}

void apply_op(std::string& text, char matrix, std::string_view name, hg::Op op) {
    const std::string of = std::string("op(") + matrix + ")", plain(name);
    const char letter = static_cast<char>(op);
    if (op != hg::Op::none) {
        const std::string power = letter == 'C' ? "H" : "T";
        replace_all(text, of + "^-1", plain + "^-" + power);
        replace_all(text, of + "^" + power, plain);
        replace_all(text, of, plain + "^" + power);
    }
    replace_all(text, of, plain);
}

}  // namespace

void replace_all(std::string& text, std::string_view what, std::string_view with) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
}

std::string size_help(const ListedCall& call, std::int64_t value) {
    std::vector<std::string_view> orders, rows, cols, elements;
    for (const ListedOperand* const x : call.operands()) {
        const bool of_rows = x->rows == value, of_cols = x->cols == value;
        if (x->kind == ListedOperand::Kind::vector) {
            if (of_rows) elements.push_back(x->name);
        } else if (of_rows || of_cols) {
            (of_rows && of_cols ? orders : of_rows ? rows : cols).push_back(x->name);
        }
    }
    std::string text;
    add_names(text, "Order", orders);
    add_names(text, "Rows", rows);
    add_names(text, "Columns", cols);
    add_names(text, "Elements", elements);
    return text;
}

std::string formula_of(std::string does, const CallForm& form, const CallSettings& settings) {
    const bool lower = settings.uplo == hg::Uplo::lower;
    choose(does, " (side 'L') or ", " (side 'R')", settings.side == hg::Side::left);
    choose(does, " (uplo 'L') or ", " (uplo 'U')", lower);
    // Of a symmetric matrix either triangle tells all.
    replace_all(does, ", one triangle of C", lower ? " in the lower triangle" : " in the upper triangle");
    does = does.substr(0, does.find(", one triangle"));
    const std::size_t kind = does.find("; A is ");
    const std::string with = kind == std::string::npos || form.has_diag
                                 ? ""
                                 : " with A " + does.substr(kind + std::string("; A is ").size());
    does = does.substr(0, does.find(';'));
    for (const char* const addend : {" + beta C", " + beta y"})
        if (settings.beta == 0) replace_all(does, addend, "");
    if (settings.alpha == 1) {
        replace_all(does, "conj(alpha) ", "");
        replace_all(does, "alpha ", "");
        drop_parentheses(does);
    }
    apply_op(does, 'A', !form.has_diag ? "A" : lower ? "L" : "U", settings.op);
    apply_op(does, 'B', "B", settings.op);
    return does + with + (settings.diag == hg::Diag::unit ? " with a diagonal of ones" : "");
}

}  // namespace hgctl
