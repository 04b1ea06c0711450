#include "tools/report/page/html_page.hpp"

#include <string_view>

namespace hgctl {
namespace {

constexpr std::string_view kBegin = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline';
      img-src data: blob:; script-src 'unsafe-inline' 'unsafe-eval'">
)";

constexpr std::string_view kStyle = R"(<style>
:root { color-scheme: light dark; --text: #1b2026; --soft: #5b6670; --line: #d5dbe1; --page: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e8ec; --soft: #9aa5b0; --line: #39424c; --page: #14181d; }
}
body { margin: 2rem clamp(0.75rem, 3vw, 3rem); background: var(--page); color: var(--text);
       font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin-bottom: 0.25rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 0.75rem 0 0.25rem; }
p, .soft { color: var(--soft); }
p { max-width: 75rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 0.75rem 0; font-size: 13px; }
dt { color: var(--soft); }
dd { margin: 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
           gap: 1rem 2rem; }
figure { margin: 0; min-width: 0; }
figure .drawn { overflow: hidden; }
figcaption { text-align: right; }
figcaption button { font: inherit; font-size: 12px; color: var(--soft); background: none;
                    border: 1px solid var(--line); border-radius: 4px; cursor: pointer; }
#bubble { position: fixed; z-index: 1; white-space: pre-line; pointer-events: none; background: var(--page);
          border: 1px solid var(--line); border-radius: 4px; padding: 0.2rem 0.5rem; font-size: 13px;
          box-shadow: 0 1px 6px #0004; }
#bubble[hidden] { display: none; }
table { border-collapse: collapse; }
.wide { overflow-x: auto; max-width: 100%; }
th, td { text-align: left; padding: 0.2rem 1rem 0.2rem 0; border-bottom: 1px solid var(--line);
         white-space: nowrap; }
td.number, th.number { text-align: right; }
code { font: 13px ui-monospace, monospace; }
)";

void append_row(std::string& html, const std::vector<std::string>& row, const char* element,
                const std::vector<bool>& left) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
        html += std::string("<") + element + (left[i] ? ">" : " class=\"number\">") + escaped(row[i]) + "</" +
                element + ">";
    html += "</tr>\n";
}

}  // namespace

std::string page_head(const std::string& title, const std::string& style) {
    std::string head(kBegin);
    head += "<title>" + escaped(title) + "</title>\n";
    head += kStyle;
    return head + style + "</style>\n</head>\n<body>\n";
}

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '"')
            result += "&quot;";
        else
            result += c < ' ' || c > '~' ? '?' : c;
    }
    return result;
}

std::string wide(const std::string& content) {
    return "<div class=\"wide\">" + content + "</div>\n";
}

std::string html_table(const std::vector<std::vector<std::string>>& rows, const std::vector<bool>& left) {
    std::string html = "<table>\n";
    for (std::size_t i = 0; i < rows.size(); ++i) append_row(html, rows[i], i == 0 ? "th" : "td", left);
    return wide(html + "</table>");
}

}  // namespace hgctl
