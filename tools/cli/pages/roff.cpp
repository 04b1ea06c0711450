#include "tools/cli/pages/roff.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace hgctl {
namespace {

/// man(7) gives these letters another look, or a meaning.
std::string_view escape_of(char letter) {
    switch (letter) {
        case '\\':
            return "\\e";
        case '-':
            return "\\-";
        case '\'':
            return "\\(aq";
        case '"':
            return "\\(dq";
        case '^':
            return "\\(ha";
        case '~':
            return "\\(ti";
        case '`':
            return "\\(ga";
        default:
            return {};
    }
}

/// roff sets more space after a sentence if its line ends there.
std::vector<std::string_view> sentences_of(std::string_view text) {
    std::vector<std::string_view> list;
    std::size_t begin = 0;
    for (std::size_t i = 0; i + 2 < text.size(); ++i) {
        if (text[i] != '.' || text[i + 1] != ' ' ||
            std::isupper(static_cast<unsigned char>(text[i + 2])) == 0)
            continue;
        list.push_back(text.substr(begin, i + 1 - begin));
        begin = i + 2;
    }
    list.push_back(text.substr(begin));
    return list;
}

}  // namespace

std::string plain(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        const std::string_view escape = escape_of(letter);
        if (escape.empty())
            result += letter;
        else
            result += escape;
    }
    return result.starts_with('.') ? "\\&" + result : result;
}

std::string bold(std::string_view text) {
    return "\\fB" + plain(text) + "\\fR";
}

std::string italic(std::string_view text) {
    return "\\fI" + plain(text) + "\\fR";
}

RoffPage::RoffPage(std::string_view title, std::string_view source) {
    text_.append(".TH ").append(plain(title)).append(" 1 \"\" \"").append(plain(source)).append("\"\n");
    text_ += ".nh\n.ad l\n";  // file names and options stay whole, spaces single
}

void RoffPage::section(std::string_view heading) {
    text_.append(".SH ").append(plain(heading)).append("\n");
    begins_ = true;
}

void RoffPage::subsection(std::string_view heading) {
    text_.append(".SS ").append(plain(heading)).append("\n");
    begins_ = true;
}

void RoffPage::paragraphs(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (!begins_) text_ += ".PP\n";
        sentences(text.substr(begin, end - begin));
        begin = end + 1;
    }
}

void RoffPage::item(std::string_view tag, std::string_view text) {
    text_.append(".TP\n").append(tag).append("\n");
    sentences(text);
}

void RoffPage::bullet(std::string_view tag, std::string_view text) {
    text_ += ".RS\n.IP \\(bu 2\n";
    if (!tag.empty()) text_.append(tag).append(":\n");
    sentences(text);
    text_ += ".RE\n";
}

void RoffPage::command(std::string_view line) {
    text_.append(".IP\n.EX\n").append(plain(line)).append("\n.EE\n");
}

void RoffPage::line(std::string_view marked_up) {
    if (!begins_) text_ += ".br\n";
    text_.append(marked_up).append("\n");
    begins_ = false;
}

void RoffPage::sentences(std::string_view text) {
    for (const std::string_view sentence : sentences_of(text)) text_.append(plain(sentence)).append("\n");
    begins_ = false;
}

}  // namespace hgctl
