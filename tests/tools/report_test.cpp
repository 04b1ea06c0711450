// A report said once: its text, JSON, CSV and page.
#include "tools/report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "tools/report/command_text.hpp"
#include "tools/report/page/figure.hpp"
#include "tools/report/run_record.hpp"

namespace hgctl {
namespace {

using testing::HasSubstr;
using testing::Not;

struct ReportedPart {
    double seconds = 0;
    double ratio = 0;
};

struct ReportedRow {
    std::string name;
    double rate = 0;  ///< flop/s
    std::int64_t n = 0;
    std::optional<ReportedPart> part;
};

Columns<ReportedRow> reported_columns() {
    Columns<ReportedRow> columns{
        {"name", "name", &ReportedRow::name},
        {"gflops", "rate", kFlopsRate, &ReportedRow::rate},
        {"n", "", &ReportedRow::n},
        {"", "n doubled", [](auto& row) { return 2 * row.n; }},
        {"odd", "", [](auto& row) { return row.n % 2 == 1 ? Value(true) : Value::absent(); }},
        Column<ReportedRow>::for_plots("line", kPlain, [](auto& row) { return "<" + row.name + ">"; })};
    const Columns<ReportedPart> parts{{"seconds", "peer", kSeconds, &ReportedPart::seconds},
                                      {"ratio", "", &ReportedPart::ratio}};
    add_part(
        columns, "peers/one", parts, [](const ReportedRow& row) { return row.part; }, "left out");
    return columns;
}

ReportTable reported_table() {
    const std::vector<ReportedRow> rows{{"a, \"b\"", 2e9, 3, ReportedPart{0.5, 2}}, {"c", 54.2e12, 4, {}}};
    return table_of(reported_columns(), rows);
}

std::string text_of(const Report& report) {
    std::ostringstream text;
    report.print(text);
    return text.str();
}

TEST(Report, PeopleReadColumnsWithTitlesInTheirUnits) {
    Report report("hgctl test", "Two rows");
    report.line("before").table("rows", reported_table()).row("on", "a device");
    EXPECT_EQ(text_of(report),
              "Two rows\n"
              "before\n"
              "name             rate  n doubled       peer\n"
              "a, \"b\"  2.000 GFLOP/s          6  500.00 ms\n"
              "c       54.20 TFLOP/s          8   left out\n"
              "  on             a device\n");
}

TEST(Report, ProgramsReadColumnsWithKeys) {
    Report report("hgctl test");
    report.fact("device/name", "gfx1").table("rows", reported_table());
    const auto json = nlohmann::json::parse(report.json().text());
    EXPECT_EQ(json["device"]["name"], "gfx1");
    ASSERT_EQ(json["rows"].size(), 2U);
    EXPECT_EQ(json["rows"][0]["gflops"], 2);
    EXPECT_EQ(json["rows"][0]["peers"]["one"]["seconds"], 0.5);
    EXPECT_EQ(json["rows"][0]["odd"], true);
    EXPECT_FALSE(json["rows"][1].contains("odd"));
    EXPECT_FALSE(json["rows"][0].contains("line"));
    EXPECT_TRUE(json["rows"][1]["peers"]["one"].is_null()) << "nothing of it is known";
}

TEST(Report, CsvHasTheRowsOfAllItemsBelowOneHead) {
    Report report("hgctl test");
    report.item("devices", "first").table("rows", reported_table());
    report.item("devices")
        .table("others", ReportTable(std::vector<ColumnHead>{{"x", "x"}}))
        .table("rows", reported_table());
    const std::string rows =
        "\"a, \"\"b\"\"\",2.0,3,true,0.5,2.0\n"
        "c,54200.0,4,,,\n";
    EXPECT_EQ(report.csv(), "name,gflops,n,odd,peers.one.seconds,peers.one.ratio\n" + rows + rows);
    EXPECT_EQ(Report("hgctl test").fact("n", 3).fact("list", std::vector{1, 2}).csv(), "n,list\n3,1 2\n");
}

TEST(Report, APageHasPlotsNamedByColumnsAndTables) {
    Report report("hgctl test", "A <headline>");
    report.plot(
        reported_table(),
        {.x = "n", .curves = {{"gflops", "hg"}}, .series = {"line"}, .each = {"name"}, .heading = "Plots"});
    report.table("rows", reported_table(), "All rows");
    const std::string page = report.page();
    for (const char* part :
         {"<h1>A &lt;headline&gt;</h1>", "<h2>Plots</h2>", "<h2>c</h2>", R"("name":"hg, \u003cc>")",
          R"("title":"GFLOP/s")", R"("title":"TFLOP/s")", R"("points":[[4.0,54.2]])", "<dt>Command</dt>",
          "<h2>All rows</h2>", ">54.20 TFLOP/s</td>"})
        EXPECT_THAT(page, HasSubstr(part));
    EXPECT_THAT(page, Not(HasSubstr("<c>")));
}

TEST(Report, AFigureWithoutTheScriptIsATable) {
    const Json data{{"name", "</script>"}};
    EXPECT_EQ(figure("lines", data, "<table></table>\n", false),
              "<figure class=\"lines\">\n<table></table>\n"
              R"(<script type="application/json">{"name":"\u003c/script>"}</script>)"
              "\n</figure>\n");
    EXPECT_THAT(figure("lines", data, "<table>", true), Not(HasSubstr("<table>")));
}

TEST(Report, PagesAndJsonSayOnWhichDevicesAndHow) {
    Report report("hgctl test");
    report.devices({"no such device", "no such device"});
    EXPECT_EQ(report.json().at("drivers").texts(""), (std::vector<std::string>{"", ""}));
    const std::string page = report.page();
    EXPECT_THAT(page, HasSubstr("<dt>Devices</dt><dd>2 x no such device</dd>"));
    EXPECT_THAT(page, HasSubstr("<dt>Version</dt><dd>hgctl "));
    EXPECT_THAT(page, Not(HasSubstr("<script"))) << "there is nothing to draw";
    EXPECT_EQ(counted_text({"a", "a", "b", "a"}), "2 x a; b; a");
    EXPECT_THAT(command_text(), HasSubstr("_tests"));
}

}  // namespace
}  // namespace hgctl
