#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "support/planted_routine.hpp"
#include "support/stub_runner.hpp"
#include "tools/tuner/gemm/gemm_routine.hpp"
#include "tools/tuner/results/kernel_file.hpp"
#include "tools/tuner/results/tune_map.hpp"
#include "tools/tuner/results/tune_run_report.hpp"
#include "tools/tuner/vectors/vectors.hpp"

namespace hgctl {
namespace {

using hg::kernels::GemmFamily;
using hg::kernels::GemmParameters;
using hg::kernels::Measured;
using hg::kernels::TunedCell;
using hg::kernels::Verdict;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Measured measured(GemmFamily family, const hg::kernels::GemmShape& shape, Verdict verdict, double seconds) {
    GemmParameters p{.family = family, .type = shape.type};
    p.transpose_a = shape.transpose_a;
    p.transpose_b = shape.transpose_b;
    return {hg::kernels::tunable_gemm(p),
            {verdict, seconds, verdict == Verdict::wrong ? "error <5> times the bound" : ""}};
}

/// f64 nn at 1000 and 2000 (the second without any kernel that works), f64 tn at 1000.
TuneRun sample() {
    TuneRun run;
    run.device.name = "Device <A> & Co";
    run.device.driver = "1.2";
    run.options.routine = &hg::kernels::gemm_routine();
    run.options.types = {hg::ElementType::f64};
    for (const auto& [transpose_a, n] :
         {std::pair(false, 1000), std::pair(false, 2000), std::pair(true, 1000)}) {
        const hg::kernels::GemmShape shape{hg::ElementType::f64, transpose_a, false, n, n, n};
        TunedCell cell{hg::kernels::gemm_problem(shape), {}};
        const bool works = n == 1000;
        if (works) {
            cell.result.measured.push_back(measured(GemmFamily::blocked, shape, Verdict::good, 1e-3));
            cell.result.measured.push_back(measured(GemmFamily::global, shape, Verdict::good, 2e-3));
        }
        cell.result.measured.push_back(measured(GemmFamily::registers, shape, Verdict::wrong, 0));
        cell.result.measured.push_back(measured(GemmFamily::local, shape, Verdict::crashed, 0));
        run.report.cells.push_back(cell);
    }
    return run;
}

nlohmann::json json_of(const TuneRun& run) {
    return nlohmann::json::parse(tune_report({run}).json().text());
}

std::string table_of(const TuneRun& run) {
    std::ostringstream text;
    tune_report({run}).print(text);
    return text.str();
}

TEST(TuneReport, JsonHoldsCellsAndVerdicts) {
    const auto json = json_of(sample());
    ASSERT_EQ(json["cells"].size(), 3U);
    EXPECT_EQ(json["cells"][0]["best"]["kernel"], "gemm_blocked_f64_nn");
    EXPECT_NEAR(json["cells"][0]["best"]["gflops"].get<double>(), 2000, 1e-9);
    EXPECT_EQ(json["cells"][0]["runner_up"]["kernel"], "gemm_global_f64_nn");
    EXPECT_TRUE(json["cells"][1]["best"].is_null());
    EXPECT_EQ(json["cells"][2]["ops"], "tn");
    EXPECT_EQ(json["verdicts"]["good"], 4);
    EXPECT_EQ(json["verdicts"]["wrong"], 3);
    EXPECT_EQ(json["verdicts"]["crashed"], 3);
    EXPECT_EQ(json["wrong"].size(), 3U);
    EXPECT_TRUE(json["saved_to"].is_null());
}

TEST(TuneReport, TableSaysKernelsRatesAndWhereTheyAreKept) {
    TuneRun run = sample();
    const std::string text = table_of(run);
    EXPECT_THAT(text, HasSubstr("1000 x 1000 x 1000  gemm_blocked_f64_tn  2.00 TFLOP/s"));
    EXPECT_THAT(text, HasSubstr("  50.0 %"));
    EXPECT_THAT(text, HasSubstr("none works"));
    EXPECT_THAT(text, HasSubstr("10 measurements: 4 good, 3 wrong, 0 rejected, 3 crashed, 0 timed out"));
    EXPECT_THAT(text, HasSubstr("Not saved"));
    run.saved_to = "/folder/tuned.json";
    EXPECT_THAT(table_of(run), HasSubstr("Saved in /folder/tuned.json"));
}

TEST(TuneReport, KernelsInUseAreComparedWithTheBest) {
    TuneRun run = sample();
    const auto first = json_of(run);
    EXPECT_TRUE(first["in_use"].is_null());
    EXPECT_TRUE(first["cells"][0]["in_use"].is_null());
    run.report.cells[0].in_use = "gemm_global_f64_nn";
    run.report.cells[1].in_use = "gemm_local_f64_nn";  // does not work
    run.report.cells[2].in_use = "gemm_blocked_f64_tn";
    const std::string text = table_of(run);
    EXPECT_THAT(text, AllOf(HasSubstr("the runner-up"), HasSubstr("      2.000\n"), HasSubstr("the best"),
                            HasSubstr("      1.000\n")));
    EXPECT_THAT(
        text,
        HasSubstr(
            "Kernels in use take 1.500 (median) to 2.000 (worst) times the best kernels' time, of 2 cells."));
    const auto json = json_of(run);
    EXPECT_EQ(json["in_use"]["cells"], 2);
    EXPECT_NEAR(json["in_use"]["worst"].get<double>(), 2, 1e-12);
    EXPECT_EQ(json["cells"][0]["in_use"]["kernel"], "gemm_global_f64_nn");
    EXPECT_TRUE(json["cells"][1]["in_use"].is_null());
}

/// A page without the library that draws.
std::string own_part(const std::string& page) {
    return page.substr(0, page.find("<script>\n"));
}

TEST(TunePage, HoldsEveryCellAndNeedsNothingElse) {
    const std::string page = own_part(tune_report({sample()}).page());
    EXPECT_THAT(page, HasSubstr("<h1>Tuned GEMM kernels on "));
    EXPECT_THAT(page, HasSubstr(">m x n x k</th>"));
    for (const char* part :
         {R"(f64 nn, 1000 x 1000 x 1000\ngemm_blocked_f64_nn, 2.00 TFLOP/s)",
          R"(f64 nn, 2000 x 2000 x 2000\nno kernel works)", R"(f64 tn, 1000 x 1000 x 1000)",
          R"(<figure class="map">)", "TFLOP/s", "gemm_blocked_f64<", "prefers-color-scheme: dark"})
        EXPECT_THAT(page, HasSubstr(part));
    for (const char* part : {"src=", "@import", "<A>", "<5>"}) EXPECT_THAT(page, Not(HasSubstr(part)));
    EXPECT_THAT(page, HasSubstr("Device &lt;A&gt; &amp; Co"));
}

TEST(TunePage, KernelsThatDifferInTheirOperationsShareALetter) {
    const TuneRun run = sample();
    const KernelLetters letters(run.report);
    ASSERT_EQ(letters.entries().size(), 1U);
    EXPECT_EQ(letters.entries()[0].kernel, "gemm_blocked_f64");
    EXPECT_EQ(letters.entries()[0].cells, 2U);
    EXPECT_EQ(letters.of(run.report.cells[2]), "A");
}

TEST(TunePage, ARoutineOfVectorsHasMapsOfOneRow) {
    namespace planted = hg::test::planted_routine;
    TuneRun run;
    run.options.routine = &planted::routine();
    run.options.types = {hg::ElementType::f64};
    for (const std::int64_t n : {1000, 2000}) {
        const hg::kernels::TuningProblem problem{&planted::routine(), hg::ElementType::f64, 1, {n}};
        run.report.cells.push_back(
            {problem, {.measured = {{planted::kernel(problem, "direct", {8}), {Verdict::good, 1e-6, ""}}}}});
    }
    const std::string page = tune_report({run}).page();
    for (const char* part :
         {R"({"title":"f64 down","x":{"title":"n","names":["1000","2000"]},"y":{"title":"","names":[""]})",
          R"("title":"f64 down, 2000\nplanted_direct_f64_down_8_4_4, 2.000 GFLOP/s","letter":"A")",
          "planted_direct_f64_8_4_4<", "Tuned PLANTED kernels", ">n</th>"})
        EXPECT_THAT(page, HasSubstr(part));
    const auto json = json_of(run);
    EXPECT_EQ(json["cells"][1]["ops"], "down");
    EXPECT_EQ(json["cells"][1]["n"], 2000);
    EXPECT_FALSE(json["cells"][1].contains("m"));
}

TEST(TunePage, RatesInBytesComeWithTheirShareOfTheMemorys) {
    TuneRun run;
    const hg::kernels::TunableRoutine& axpy = hg::kernels::vector_routine(hg::kernels::VectorOperation::axpy);
    run.options.routine = &axpy;
    run.options.types = {hg::ElementType::f64};
    for (const std::int64_t n : {1000, 10000000}) {
        const hg::kernels::TuningProblem problem{&axpy, hg::ElementType::f64, 0, {n}};
        const double seconds = n == 1000 ? 2.4e-6 : 80e-6;  // 24 bytes for each i: 10 GB/s and 3000 GB/s
        run.report.cells.push_back({problem,
                                    {.measured = {{axpy.default_kernel(problem, hg::test::some_gpu()),
                                                   {Verdict::good, seconds, ""}}}}});
    }
    EXPECT_THAT(own_part(tune_report({run}).page()),
                AllOf(HasSubstr("f64, GB/s"), HasSubstr(R"("text":"10.0")"), HasSubstr(R"("text":"3000")"),
                      HasSubstr("bytes that are moved at least"), Not(HasSubstr(" %"))));
    run.memory_rate = 4e12;
    const std::string page = tune_report({run, run}).page();
    EXPECT_THAT(page,
                AllOf(HasSubstr(R"(f64, 10000000\nvector_axpy_f64_v2_w1_i256_g1048576, 3000.0 GB/s, 75 %)"),
                      HasSubstr(R"("text":"3000, 75 %")"),
                      HasSubstr("4000.0 GB/s that the device's memory carries")));
    EXPECT_THAT(table_of(run), HasSubstr("3000.0 GB/s, 75 %"));
    const auto json = json_of(run);
    EXPECT_NEAR(json["cells"][1]["best"]["gbytes"].get<double>(), 3000, 1e-9);
    EXPECT_NEAR(json["cells"][1]["best"]["share_of_memory"].get<double>(), 0.75, 1e-12);
}

TEST(KernelFile, BeginsWithWhatItIsAndItsMacros) {
    const TuneRun run = sample();
    const TunedCell* cell = main_cell(run);
    ASSERT_NE(cell, nullptr);
    EXPECT_EQ(cell, &run.report.cells[0]);
    const std::string text = kernel_file(run, *cell);
    EXPECT_TRUE(text.starts_with(
        "// gemm_blocked_f64_nn: the fastest kernel found for f64 nn, 1000 x 1000 x 1000\n"));
    for (const char* part : {"2.00 TFLOP/s", "work-groups of ", "#define REAL double\n",
                             "#define TILE_M 64\n", "kernel", "gemm_blocked("})
        EXPECT_THAT(text, HasSubstr(part));
    EXPECT_EQ(main_cell(TuneRun{}), nullptr);
}

}  // namespace
}  // namespace hgctl
