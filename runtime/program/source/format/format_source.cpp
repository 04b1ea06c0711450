#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/program/source/format/formatted_lines.hpp"
#include "runtime/program/source/format/spacing.hpp"
#include "runtime/program/source/parse/lexer.hpp"
#include "runtime/program/source/parse/parser.hpp"
#include "runtime/program/source/source_text.hpp"
#include "runtime/program/source/syntax_tree.hpp"
#include <hg/runtime/program/source_format.hpp>

namespace hg::source {
namespace {

/// The text between two tokens: blanks, line ends and comments.
struct Gap {
    explicit Gap(std::string_view text);

    std::string_view comment;  ///< after the first token, in its line; may be empty
    std::vector<std::string_view>
        lines;               ///< the lines between those of the two tokens; each is a comment or empty
    bool has_break = false;  ///< the tokens are in different lines
    /// Returns true if it contains a comment.
    [[nodiscard]] bool has_comment() const noexcept;
};

constexpr std::string_view kSpace = " \t\r";

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
    return text.substr(0, text.find_last_not_of(kSpace) + 1);  // npos + 1 is 0
}

Gap::Gap(std::string_view text) {
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(end + 1);
        if (has_break)
            lines.push_back(line);
        else
            comment = line;
        has_break = true;
    }
    // The source may end with a comment.
    const std::string_view rest = trimmed(text);
    if (rest.empty()) return;
    if (has_break)
        lines.push_back(rest);
    else
        comment = rest;
}

bool Gap::has_comment() const noexcept {
    return !comment.empty() ||
           std::any_of(lines.begin(), lines.end(), [](std::string_view line) { return !line.empty(); });
}

constexpr std::size_t kIndent = 4;

/// Writes a source token by token.
class Formatter {
  public:
    explicit Formatter(const SourceText& source) : source_(&source), lexer_(source) {}

    std::string run() && {
        for (Token token = lexer_.next(); token.kind != TokenKind::end; token = next()) {
            if (token.kind == TokenKind::line_end)
                has_line_end_ = true;
            else
                write(token);
        }
        const Gap gap = gap_before(source_->text().size());
        lines_.end(gap.comment);
        lines_between(gap, 0);
        lines_.drop_blank();
        return std::move(lines_).take();
    }

  private:
    Token next() {
        if (std::exchange(describes_, false)) description();
        // Instruction names may contain characters that are symbols elsewhere.
        return std::exchange(names_instruction_, false) ? lexer_.instruction_name() : lexer_.next();
    }

    void write(const Token& token) {
        const Gap gap = gap_before(token.place);
        const bool begins = has_line_end_ || last_.is("{") || last_.is("}") || token.is("}");
        if (last_.is("}") && token.is("else") && !gap.has_comment())
            join(token);
        else if (begins && spacing_.is_clause(token))
            begin_clause(token, gap);
        else if (begins || last_.kind == TokenKind::end)
            begin_statement(token, gap);
        else
            go_on(token, gap);
        has_line_end_ = false;
        last_ = token;
        end_ = token.place + text_of(token).size();
        if (token.is("{")) indent_ += kIndent;
    }

    void begin_statement(const Token& token, const Gap& gap) {
        lines_.end(gap.comment);
        lines_between(gap, indent_);
        if (token.is("}")) {
            lines_.drop_blank();
            indent_ -= kIndent;
        }
        line_indent_ = indent_;
        lines_.begin(line_indent_);
        lines_.add(text_of(token));
        spacing_.begin_statement(token);
        names_instruction_ = token.is("EXEC") || token.is("EXEC2") || token.is("instruction");
        describes_ = token.is("device") || token.is("machine");
    }

    /// Writes `else` in the line in which the block ends.
    void join(const Token& token) {
        lines_.add(" else");
        spacing_.begin_statement(token);
    }

    /// Begins a line below the first one of an instruction's declaration.
    void begin_clause(const Token& token, const Gap& gap) {
        line_indent_ = indent_ + kIndent;
        begin_line(token, gap, line_indent_);
    }

    /// Continues the line, or begins another one if the token begins a line in the source.
    void go_on(const Token& token, const Gap& gap) {
        if (gap.has_break) {
            begin_line(token, gap, line_indent_ + kIndent);
            return;
        }
        lines_.add(spacing_.before(token));
        lines_.add(text_of(token));
    }

    /// Begins a line within a statement. Keeps the comments above it, but no blank lines.
    void begin_line(const Token& token, const Gap& gap, std::size_t indent) {
        lines_.end(gap.comment);
        for (const std::string_view line : gap.lines)
            if (!line.empty()) lines_.comment(indent, line);
        lines_.begin(indent);
        spacing_.before(token);
        lines_.add(text_of(token));
    }

    /// Writes the description of a device or machine as in a program's text: words, numbers, texts in quotes.
    void description() {
        const Token name = lexer_.next();
        std::string_view code = lexer_.rest_of_line();
        end_ = name.place + text_of(name).size();
        lines_.add(" ");
        lines_.add(text_of(name));
        for (;;) {
            const std::size_t space = std::min(code.find_first_not_of(kSpace), code.size());
            code.remove_prefix(space);
            if (code.empty() || code.front() == '#') return;
            const std::size_t quote = code.front() == '"' ? code.find('"', 1) : std::string_view::npos;
            const std::size_t length =
                quote == std::string_view::npos ? code.find_first_of(" \t\r#") : quote + 1;
            const std::string_view word = code.substr(0, length);
            end_ += space + word.size();
            lines_.add(" ");
            lines_.add(word);
            code.remove_prefix(word.size());
        }
    }

    /// Writes comments and blank lines, but no blank lines at the beginning of a block.
    void lines_between(const Gap& gap, std::size_t indent) {
        bool is_first = last_.is("{");
        for (const std::string_view line : gap.lines) {
            if (!line.empty())
                lines_.comment(indent, line);
            else if (!is_first)
                lines_.blank();
            is_first = is_first && line.empty();
        }
    }

    [[nodiscard]] Gap gap_before(std::size_t place) const {
        return Gap(source_->text().substr(end_, place - end_));
    }
    /// Returns the token's text, with its quotes.
    [[nodiscard]] std::string_view text_of(const Token& token) const {
        const std::size_t quotes = token.kind == TokenKind::text ? 2 : 0;
        return source_->text().substr(token.place, token.text.size() + quotes);
    }

    const SourceText* source_;
    Lexer lexer_;
    FormattedLines lines_;
    Spacing spacing_;
    Token last_;           ///< `end` before the first token
    std::size_t end_ = 0;  ///< the end of the last token
    std::size_t indent_ = 0;
    std::size_t line_indent_ = 0;  ///< the indentation of the line that may continue
    bool has_line_end_ = false;    ///< a line end follows the last token
    bool names_instruction_ = false;
    bool describes_ = false;
};

}  // namespace

}  // namespace hg::source

namespace hg {

std::string format_source(const std::string& text, const std::string& file) {
    const auto tree = source::parse_source(text, file);
    return source::Formatter(tree->source).run();
}

}  // namespace hg
