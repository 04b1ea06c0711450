#include "tools/hgctl/bench/routines/call_form.hpp"

#include <cctype>

namespace hgctl {
namespace {

void replace_all(std::string& text, std::string_view what, std::string_view with) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
}

/// "x", "x and y", "x, y and z" with `what` before them; nothing for none.
void add_names(std::string& text, std::string what, const std::vector<std::string_view>& names) {
    if (names.empty()) return;
    if (!text.empty())
        what.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(what.front())));
    text.append(text.empty() ? "" : ", ").append(what).append(" of ");
    for (std::size_t i = 0; i < names.size(); ++i)
        text.append(i == 0 ? "" : i + 1 < names.size() ? ", " : " and ").append(names[i]);
}

/// What is said of the side that A is on.
void choose_side(std::string& text, hg::Side side) {
    constexpr std::string_view kLeft = " (side 'L') or ", kRight = " (side 'R')";
    const std::size_t left = text.find(kLeft), right = text.find(kRight);
    if (left == std::string::npos || right == std::string::npos) return;
    const std::size_t second = left + kLeft.size();
    text = (side == hg::Side::left ? text.substr(0, left) : text.substr(second, right - second)) +
           text.substr(right + kRight.size());
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
    choose_side(does, settings.side);
    does = does.substr(0, does.find(", one triangle"));
    const std::size_t kind = does.find("; A is ");
    const std::string with = kind == std::string::npos || form.has_diag
                                 ? ""
                                 : " with A " + does.substr(kind + std::string("; A is ").size());
    does = does.substr(0, kind);
    if (settings.beta == 0) replace_all(does, " + beta C", "");
    replace_all(does, "conj(alpha) ", "");
    replace_all(does, "alpha ", "");
    // What alpha multiplied as a whole.
    if (const std::size_t open = does.find(":= ("); open != std::string::npos) {
        const std::size_t addend = does.find(" + beta C");
        does.erase(addend == std::string::npos ? does.size() - 1 : addend - 1, 1);
        does.erase(open + 3, 1);
    }
    apply_op(does, 'A', !form.has_diag ? "A" : settings.uplo == hg::Uplo::lower ? "L" : "U", settings.op);
    apply_op(does, 'B', "B", settings.op);
    return does + with;
}

}  // namespace hgctl
