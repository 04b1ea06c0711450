#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "tools/report/json.hpp"
#include "tools/report/page/line_plot.hpp"
#include "tools/report/report_table.hpp"

namespace hgctl {

/// Lines of a plot, by the columns of a table.
struct Curve {
    std::string y;            ///< the column's key
    std::string name = {};    ///< of the lines; what `series` has follows it
    std::string dashes = {};  ///< as in PlotLine
};

/// A further plot of the same rows beside the first.
struct PlotBeside {
    std::vector<Curve> curves;
    std::string y_title;
};

/// Plots of a table, by its columns' keys.
struct Plot {
    std::string x;
    std::vector<Curve> curves;
    std::vector<std::string> series = {};  ///< rows that differ here have lines of their own
    std::vector<std::string> each = {};    ///< rows that differ here have plots of their own, which it heads
    Axes axes = Axes::linear;
    std::string x_title = {};  ///< else the key of x
    std::string y_title = {};  ///< else the unit of the first curve
    std::string heading = {};  ///< above all of them
    std::string dashes = {};   ///< a column that says how its rows are drawn, in place of the curves
    std::vector<PlotBeside> beside = {};
};

/// What a command found, said once: print() writes it for people, json() and csv() for programs, page() for
/// browsers. Its parts stand in the order in which they are added.
class Report {
  public:
    /// `name` is the command's: "hgctl probe peak". The headline may be empty: then the name heads the page.
    explicit Report(std::string name, std::string headline = "");

    /// A member of JSON alone.
    Report& fact(const std::string& key, const Value& value);
    /// The names of the devices that did the work, with their drivers: members `devices` and `drivers` of
    /// JSON, and on the page among what made_by_json() has. If work of a device fell back to others so far in
    /// this process, `fall_backs` and a line for each says why.
    Report& devices(const std::vector<std::string>& names);
    /// The same of a command that uses one: `device` and `driver`.
    Report& device(const std::string& name);
    /// For people: a line of text, a paragraph of the page.
    Report& line(const std::string& text);
    /// For people: a line of text whose title has a column of its own.
    Report& row(const std::string& title, const std::string& text);
    /// A paragraph of the page alone.
    Report& note(const std::string& text);
    /// For people.
    Report& heading(const std::string& text);
    /// A list of objects in JSON, unless the key is empty. People see its columns that have titles, if it has
    /// rows, on the page below `page_heading`.
    Report& table(const std::string& key, ReportTable table, const std::string& page_heading = "");
    /// The same on the page alone.
    Report& page_table(const ReportTable& table, const std::string& page_heading);
    /// On the page alone. Points without a number are left out, and plots without points.
    Report& plot(const ReportTable& table, const Plot& plot);
    /// HTML for the page alone.
    Report& drawing(const std::string& html, const std::string& page_heading = "");
    /// A further element of the list `key` in JSON. For people, its parts follow here.
    Report& item(const std::string& key, const std::string& headline = "");

    void print(std::ostream& out) const;
    /// Without the facts of all reports, which ReportFiles adds.
    [[nodiscard]] Json json() const;
    /// The tables that have the key of the first one, items' too, below one head. If there is none, a line of
    /// the facts.
    [[nodiscard]] std::string csv() const;
    /// A page of HTML that needs nothing but itself.
    [[nodiscard]] std::string page() const;

  private:
    struct Part {
        enum class Kind { fact, line, row, note, heading, table, plot, drawing, item };
        Kind kind;
        std::string key;   ///< in JSON, or the title of a row
        std::string text;  ///< or the heading of a table or drawing
        Json value = {};
        ReportTable table = {};
        Plot plot = {};
        std::unique_ptr<Report> item = {};
    };
    using Kind = Part::Kind;

    Report& add(Part part);
    Report& fall_backs();
    void print_after(std::ostream& out, const Part*& before) const;
    [[nodiscard]] std::string page_parts() const;
    /// Version, date, host, devices and command, as the page has them.
    [[nodiscard]] std::string page_record() const;
    /// The key of the first table; empty if there is none.
    [[nodiscard]] std::string first_key() const;
    void add_csv(const std::string& key, std::string& text) const;

    std::string name_;
    std::string headline_;
    std::vector<Part> parts_;
};

}  // namespace hgctl
