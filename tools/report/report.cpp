#include "tools/report/report.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>

#include "tools/report/page/figure.hpp"
#include "tools/report/page/html_page.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/run_record.hpp"
#include <hg/blas/fall_back.hpp>

namespace hgctl {
namespace {

constexpr int kTitleWidth = 15;  ///< of rows

std::string joined_texts(const ReportTable& table, std::size_t row, const std::vector<std::string>& keys,
                         const char* between) {
    std::string text;
    for (const std::string& key : keys)
        text.append(text.empty() ? "" : between).append(table.text(row, table.column(key)));
    return text;
}

/// The lines of one plot: of the rows that have this heading.
std::vector<PlotLine> lines_of(const ReportTable& table, const Plot& plot, const std::vector<Curve>& curves,
                               const std::string& heading) {
    PlotLines lines;
    for (std::size_t row = 0; row < table.rows().size(); ++row) {
        if (joined_texts(table, row, plot.each, " ") != heading) continue;
        const std::string series = joined_texts(table, row, plot.series, " ");
        const std::string dashes = plot.dashes.empty() ? "" : table.at(row, plot.dashes).json.plain();
        for (const Curve& curve : curves) {
            const std::string between = curve.name.empty() || series.empty() ? "" : ", ";
            if (!table.at(row, curve.y).json.is_null())
                lines.add(curve.name + between + series, plot.dashes.empty() ? curve.dashes : dashes,
                          table.number(row, table.column(plot.x)), table.number(row, table.column(curve.y)));
        }
    }
    return lines.take();
}

std::string heading_of(const std::string& text) {
    return text.empty() ? "" : "<h2>" + escaped(text) + "</h2>\n";
}

/// TFLOP/s instead of many GFLOP/s.
void shorten_rates(std::vector<PlotLine>& lines, std::string& unit) {
    double most = 0;
    for (const PlotLine& line : lines)
        for (const auto& [x, y] : line.points) most = std::max(most, y);
    if (unit != kFlopsRate.name || most < 1e3) return;
    unit = "TFLOP/s";
    for (PlotLine& line : lines)
        for (auto& [x, y] : line.points) y /= 1e3;
}

std::string drawn(const ReportTable& table, const Plot& plot, const std::string& heading) {
    std::vector<PlotLine> lines = lines_of(table, plot, plot.curves, heading);
    std::string unit = plot.y_title;
    if (unit.empty()) unit = table.columns()[table.column(plot.curves.front().y)].unit.name;
    shorten_rates(lines, unit);
    const std::string x_title = plot.x_title.empty() ? plot.x : plot.x_title;
    std::string all = line_plot(x_title, unit, std::move(lines), plot.axes);
    for (const PlotBeside& beside : plot.beside)
        all += line_plot(x_title, beside.y_title, lines_of(table, plot, beside.curves, heading), plot.axes);
    return all.empty() ? all : heading_of(heading) + figures(all);
}

std::string all_plots(const ReportTable& table, const Plot& plot) {
    std::vector<std::string> headings;
    for (std::size_t row = 0; row < table.rows().size(); ++row)
        if (const std::string heading = joined_texts(table, row, plot.each, " ");
            std::ranges::find(headings, heading) == headings.end())
            headings.push_back(heading);
    std::string html;
    for (const std::string& heading : headings) html += drawn(table, plot, heading);
    return html.empty() ? html : heading_of(plot.heading) + html;
}

/// In aligned columns, those whose place in `left` holds to the left.
void print_cells(std::ostream& out, const std::vector<std::vector<std::string>>& rows,
                 const std::vector<bool>& left) {
    std::vector<std::size_t> widths(rows.front().size(), 0);
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string space(widths[i] - row[i].size(), ' ');
            line += i == 0 ? "" : "  ";
            line += left[i] ? row[i] + space : space + row[i];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out << line << '\n';
    }
}

std::string table_part(const ReportTable& table, const std::string& heading) {
    const ReportTable::Cells cells = table.cells();
    if (cells.rows.size() < 2 || cells.left.empty()) return {};
    return heading_of(heading) + html_table(cells.rows, cells.left);
}

}  // namespace

Report::Report(std::string name, std::string headline)
    : name_(std::move(name)), headline_(std::move(headline)) {}

Report& Report::add(Part part) {
    parts_.push_back(std::move(part));
    return *this;
}

Report& Report::fact(const std::string& key, const Value& value) {
    return add({.kind = Kind::fact, .key = key, .text = {}, .value = value.json});
}

Report& Report::devices(const std::vector<std::string>& names) {
    return fact("devices", names).fact("drivers", drivers_of(names)).fall_backs();
}

Report& Report::device(const std::string& name) {
    return fact("device", name).fact("driver", drivers_of({name}).front()).fall_backs();
}

Report& Report::fall_backs() {
    const std::vector<hg::FallBack> list = hg::fall_backs();
    if (list.empty()) return *this;
    Json json = Json::array();
    for (const hg::FallBack& one : list) {
        json.push_back({{"device", one.device},
                        {"reason", one.reason},
                        {"finished_by", one.finished_by},
                        {"times", one.times}});
        line("not done by " + one.device + ": " + one.reason + " (" + count_text(one.times, "time") +
             ", by " + one.finished_by + ")");
    }
    return fact("fall_backs", json);
}

Report& Report::line(const std::string& text) {
    return add({.kind = Kind::line, .key = {}, .text = text});
}

Report& Report::row(const std::string& title, const std::string& text) {
    return add({.kind = Kind::row, .key = title, .text = text});
}

Report& Report::note(const std::string& text) {
    return add({.kind = Kind::note, .key = {}, .text = text});
}

Report& Report::heading(const std::string& text) {
    return add({.kind = Kind::heading, .key = {}, .text = text});
}

Report& Report::table(const std::string& key, ReportTable table, const std::string& page_heading) {
    return add({.kind = Kind::table, .key = key, .text = page_heading, .table = std::move(table)});
}

Report& Report::plot(const ReportTable& table, const Plot& plot) {
    return add({.kind = Kind::plot, .key = {}, .text = {}, .table = table, .plot = plot});
}

Report& Report::page_table(const ReportTable& table, const std::string& page_heading) {
    return add({.kind = Kind::drawing, .key = {}, .text = table_part(table, page_heading)});
}

Report& Report::drawing(const std::string& html, const std::string& page_heading) {
    return add({.kind = Kind::drawing, .key = {}, .text = heading_of(page_heading) + html});
}

Report& Report::item(const std::string& key, const std::string& headline) {
    add({.kind = Kind::item, .key = key, .text = {}, .item = std::make_unique<Report>("", headline)});
    return *parts_.back().item;
}

void Report::print(std::ostream& out) const {
    const Part* before = nullptr;
    print_after(out, before);
}

void Report::print_after(std::ostream& out, const Part*& before) const {
    if (!headline_.empty()) out << headline_ << '\n';
    const Part* mine = nullptr;  // the part before, of this report
    for (const Part& part : parts_) {
        const bool follows_item = mine != nullptr && mine->kind == Kind::item;
        if (part.kind == Kind::line) {
            out << (follows_item ? "\n" : "") << part.text << '\n';
        } else if (part.kind == Kind::row) {
            out << "  " << std::left << std::setw(kTitleWidth) << part.key << part.text << '\n';
        } else if (part.kind == Kind::heading) {
            out << (before != nullptr ? "\n" : "") << part.text << '\n';
        } else if (part.kind == Kind::table) {
            const ReportTable::Cells cells = part.table.cells();
            if (cells.rows.size() < 2 || cells.left.empty()) continue;
            if (mine != nullptr && mine->kind == Kind::table) out << '\n';
            print_cells(out, cells.rows, cells.left);
        } else if (part.kind == Kind::item) {
            if (before != nullptr) out << '\n';
            part.item->print_after(out, before);
        } else {
            continue;
        }
        mine = before = &part;
    }
}

Json Report::json() const {
    Json json = Json::object();
    for (const Part& part : parts_) {
        if (part.kind == Kind::fact) json.place(part.key, part.value);
        if (part.kind == Kind::table && !part.key.empty()) json.place(part.key, part.table.json());
        if (part.kind == Kind::item) json.append(part.key, part.item->json());
    }
    return json;
}

std::string Report::csv() const {
    std::string text;
    const std::string key = first_key();
    if (!key.empty()) {
        add_csv(key, text);
        return text;
    }
    std::vector<ColumnHead> columns;
    std::vector<Value> row;
    for (const Part& part : parts_)
        if (part.kind == Kind::fact) {
            columns.push_back({part.key, ""});
            row.emplace_back(part.value);
        }
    ReportTable facts(columns);
    facts.add(row);
    return facts.csv_head() + facts.csv_rows();
}

std::string Report::first_key() const {
    for (const Part& part : parts_) {
        if (part.kind == Kind::table && !part.key.empty()) return part.key;
        if (part.kind != Kind::item) continue;
        if (const std::string key = part.item->first_key(); !key.empty()) return key;
    }
    return {};
}

void Report::add_csv(const std::string& key, std::string& text) const {
    for (const Part& part : parts_) {
        if (part.kind == Kind::item) part.item->add_csv(key, text);
        if (part.kind != Kind::table || part.key != key || key.empty()) continue;
        if (text.empty()) text = part.table.csv_head();
        text += part.table.csv_rows();
    }
}

std::string Report::page_parts() const {
    std::string html;
    for (const Part& part : parts_) {
        if (part.kind == Kind::line || part.kind == Kind::note) html += "<p>" + escaped(part.text) + "</p>\n";
        if (part.kind == Kind::row) html += "<p>" + escaped(part.key + ": " + part.text) + "</p>\n";
        if (part.kind == Kind::heading) html += heading_of(part.text);
        if (part.kind == Kind::table) html += table_part(part.table, part.text);
        if (part.kind == Kind::plot) html += all_plots(part.table, part.plot);
        if (part.kind == Kind::drawing) html += part.text;
        if (part.kind == Kind::item) html += heading_of(part.item->headline_) + part.item->page_parts();
    }
    return html;
}

std::string Report::page_record() const {
    const Json facts = json();
    const auto texts = [&](const std::string& one, const std::string& list, const std::string& member) {
        const Json alone = facts.at(one);
        return (alone.is_null() ? facts.at(list) : alone).texts(member);
    };
    std::vector<std::string> drivers = texts("driver", "drivers", "driver");
    if (drivers.empty()) drivers = facts.at("devices").texts("driver");
    return record_html(texts("device", "devices", "name"), drivers);
}

std::string Report::page() const {
    const std::string body =
        "<h1>" + escaped(headline_.empty() ? name_ : headline_) + "</h1>\n" + page_record() + page_parts();
    return page_head(name_) + body + page_end(body);
}

}  // namespace hgctl
