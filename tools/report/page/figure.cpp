#include "tools/report/page/figure.hpp"

namespace hgctl {
namespace {

constexpr std::string_view kEnd = "</body>\n</html>\n";

constexpr const char* kSave =
    R"(<figcaption><button data-type="svg" title="Save as SVG">SVG</button>
<button data-type="png" title="Save as PNG">PNG</button></figcaption>
)";

/// JSON that may stand in a page: no tag begins in it.
std::string in_page(const Json& data) {
    std::string text;
    for (const char c : data.plain()) c == '<' ? text += "\\u003c" : text += c;
    return text;
}

}  // namespace

std::string figure(const std::string& kind, const Json& data, const std::string& instead, bool has_script) {
    return "<figure class=\"" + kind + "\">\n" +
           (has_script ? "<div class=\"drawn\"></div>\n" + std::string(kSave) : instead) +
           "<script type=\"application/json\">" + in_page(data) + "</script>\n</figure>\n";
}

std::string figures(const std::string& content) {
    return "<div class=\"figures\">\n" + content + "</div>\n";
}

std::string page_end(std::string_view body) {
    if (body.find("<figure ") == std::string_view::npos) return std::string(kEnd);
    if (page_script().empty())
        return "<p>This hgctl was built without Vega: the page has tables instead of plots.</p>\n" +
               std::string(kEnd);
    return "<p>Drag over a plot to zoom in; double-click to see all again.</p>\n<script>\n" +
           std::string(page_script()) + "</script>\n" + std::string(kEnd);
}

}  // namespace hgctl
