#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>

#include "kernels/database/save_results.hpp"
#include "support/expected_error.hpp"
#include "support/odd_files.hpp"
#include "support/sanitized.hpp"
#include "support/tuned_samples.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using test::model;
using test::tuned;

std::vector<TunedGemm> samples() {
    DeviceModel cpu = model("a \"quoted\" CPU\\", "pocl", "");
    cpu.is_gpu = false;
    return {tuned(model("A"), "gemm_blocked_f64_nt", 512, 1024, 64, 1.5e12),
            tuned(model("A"), "gemm_blocked_f64_nn_k4_64x32x16_4x4", 64, 64, 65536, 1.1),
            tuned(cpu, "gemm_global_f32_tn", 1, 2, 3, 1e12 / 3)};
}

void expect_equal(const std::vector<TunedGemm>& got, const std::vector<TunedGemm>& expected) {
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        EXPECT_EQ(name(got[i].parameters), name(expected[i].parameters));
        EXPECT_FALSE(got[i].parameters.overwrite);
        EXPECT_EQ(got[i].shape, expected[i].shape);
        EXPECT_EQ(got[i].rate, expected[i].rate);
        EXPECT_EQ(got[i].product, expected[i].product);
        EXPECT_EQ(got[i].vendor, expected[i].vendor);
        EXPECT_EQ(got[i].architecture, expected[i].architecture);
        EXPECT_EQ(got[i].is_gpu, expected[i].is_gpu);
        EXPECT_EQ(got[i].driver, expected[i].driver);
        EXPECT_EQ(got[i].date, expected[i].date);
    }
}

TEST(TunedJson, ReadsWhatItWrites) {
    expect_equal(parse_tuned(to_json(samples())), samples());
    expect_equal(parse_tuned(to_json({})), {});
}

TEST(TunedJson, WritesNamesInAnyBytes) {
    std::vector<TunedGemm> results = samples();
    results[0].product = "\xff\xfe broken";
    EXPECT_EQ(parse_tuned(to_json(results)).size(), results.size());
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
}

TEST(TunedJson, SkipsKernelsThatThisVersionDoesNotKnow) {
    const std::string text = to_json(samples());
    EXPECT_EQ(parse_tuned(replaced(text, "gemm_blocked_f64_nt", "gemm_quantum_f64_nt")).size(), 2u);
    EXPECT_EQ(parse_tuned(replaced(text, "gemm_blocked_f64_nt", "gemm_blocked_f64_nt_7x5x3_2x2")).size(), 2u);
    EXPECT_EQ(parse_tuned(replaced(text, "gemm_blocked_f64_nt", "")).size(), 2u);
    EXPECT_EQ(parse_tuned(replaced(text, "\"date\"", "\"later\": [{}], \"date\"")).size(), 3u);
}

TEST(TunedJson, KeepsResultsOfEveryRoutine) {
    const std::vector<TunedKernel> kernels{
        test::tuned_kernel(model("A"), "dot", "vector_dot_f64_v2_w4_i64_g1", {1000}, 1e12 / 3),
        test::tuned_kernel(model("A"), "gemv", "gemv_of_tomorrow", {20, 30}, 1, "t")};
    const std::string text = to_json(samples(), kernels);
    const TunedResults results = parse_tuned_results(text);
    expect_equal(results.gemms, samples());
    ASSERT_EQ(results.kernels.size(), 2U);
    EXPECT_EQ(results.kernels[1].extents, (std::vector<std::int64_t>{20, 30}));
    EXPECT_EQ(to_json(results.gemms, results.kernels, results.unread), text);
    for (const auto& [what, with] :
         {std::pair("[20,30]", "[]"), std::pair("[20,30]", "[20,0]"), std::pair("[20,30]", "20"),
          std::pair("[20,30]", "[1,1,1,1,1,1,1,1,1]"), std::pair("\"t\"", "7"),
          std::pair("\"routine\":\"gemv\"", "\"routine\":null")})
        EXPECT_THROW((void)parse_tuned_results(replaced(text, what, with)), Error) << with;
}

TEST(TunedJson, SkipsKernelsThatServeNoPlainProduct) {
    const std::string text = to_json(samples());
    for (const char* ending : {"_if", "_cl", "_au", "_if_bl"})
        EXPECT_EQ(
            parse_tuned(replaced(text, "gemm_blocked_f64_nt", std::string("gemm_blocked_f64_nt") + ending))
                .size(),
            2u)
            << ending;
}

TEST(TunedJson, SaysWhatIsWrong) {
    const auto expect_of = [](const std::string& text, const std::string& says) {
        SCOPED_TRACE(text);
        test::expect_error(ErrorCode::invalid_argument, {says}, [&] { return parse_tuned(text); });
    };
    const std::string good = to_json({samples()[0]});
    const auto expect = [&](const std::string& what, const std::string& with, const std::string& says) {
        expect_of(replaced(good, what, with), says);
    };
    expect_of("", "no JSON");
    expect_of("[1, 2]", "format");
    expect_of("{}", "format");
    expect_of("{\"format\": \"hg tuned kernels 1\"}", "results");
    expect("kernels 1", "kernels 2", "the format is not \"hg tuned kernels 1\"");
    expect("\"hg tuned kernels 1\"", "17", "the format is not");
    expect("[", "[7, ", "result 1 is not an object");
    expect("\"m\"", "\"x\"", "result 1 has no 'm'");
    expect("\"m\":512", "\"m\":-512", "'m' that is not a whole number");
    expect("\"m\":512", "\"m\":0", "'m' that is not a whole number");
    expect("\"m\":512", "\"m\":512.0", "'m' that is not a whole number");
    expect("\"m\":512", "\"m\":99999999999999999999999", "'m' that is not a whole number");
    expect("\"m\":512", "\"m\":18446744073709551615", "'m' that is not a whole number");
    expect("\"m\":512", "\"m\":\"512\"", "'m' that is not a whole number");
    expect("\"rate\":1500000000000.0", "\"rate\":-1", "'rate' that is not a number from 1 to 1e18");
    expect("\"rate\":1500000000000.0", "\"rate\":0.5", "'rate' that is not a number from 1 to 1e18");
    expect("\"rate\":1500000000000.0", "\"rate\":1e300", "'rate' that is not a number from 1 to 1e18");
    expect("\"rate\":1500000000000.0", "\"rate\":null", "'rate' that is not a number from 1 to 1e18");
    expect("\"rate\":1500000000000.0", "\"rate\":1e999", "no JSON");
    expect("\"rate\":1500000000000.0", "\"rate\":NaN", "no JSON");
    expect("\"gpu\":true", "\"gpu\":1", "'gpu' that is not true or false");
    expect("\"product\":\"A\"", "\"product\":{}", "'product' that is not a string");
    expect("\"kernel\":\"gemm_blocked_f64_nt\"", "\"kernel\":[]", "'kernel' that is not a string");
}

/// Changes, removes, doubles and swaps bytes; what comes out is often no JSON, and sometimes a wrong one.
std::string mutated(std::string text, std::mt19937& random) {
    static const std::string kPieces[] = {"null",    "-1",      "1e308",
                                          "1e-320",  "\"\"",    "{",
                                          "}",       "[",       "]",
                                          ",",       ":",       "99999999999999999999",
                                          "\\u0000", "\\ud800", "\xff",
                                          "_k0",     "_k1024",  "x",
                                          "0",       "_s99",    std::string(1, '\0')};
    const auto below = [&](std::size_t n) {
        return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
    };
    for (std::size_t changes = 1 + below(2); changes > 0 && !text.empty(); --changes) {
        const std::size_t at = below(text.size());
        switch (below(4)) {
            case 0:
                text[at] = static_cast<char>(below(256));
                break;
            case 1:
                text.erase(at, 1 + below(20));
                break;
            case 2:
                text.insert(at, kPieces[below(std::size(kPieces))]);
                break;
            default:
                text.insert(at, text.substr(below(text.size()), below(40)));
        }
    }
    return text;
}

TEST(TunedJson, AnyBytesAreSafe) {
    std::mt19937 random(7);
    const std::string good = to_json(samples());
    const DeviceModel device = model("A");
    int refused = 0, read = 0;
    constexpr int kTexts = test::kIsSanitized ? 5000 : 20000;
    for (int i = 0; i < kTexts; ++i) {
        const std::string text = mutated(good, random);
        try {
            const std::vector<TunedGemm> results = parse_tuned(text);
            ++read;
            Database database;
            database.merge(results, Rung::user);
            for (const TunedGemm& r : results) {
                const GemmChoice choice = database.choose(r.shape, device);
                ASSERT_NO_THROW((void)gemm(choice.parameters)) << text;
                ASSERT_EQ(fault_on(choice.parameters, device.traits), "") << text;
            }
        } catch (const Error& error) {
            ASSERT_EQ(error.code(), ErrorCode::invalid_argument) << text;
            ++refused;
        }
    }
    EXPECT_GT(refused, kTexts / 20);
    EXPECT_GT(read, kTexts / 20) << "mutations of values leave a file that can be read";
    EXPECT_THROW((void)parse_tuned(std::string(1 << 20, '[')), Error) << "nesting does not cost the stack";
}

class TunedFile : public ::testing::Test {
  protected:
    [[nodiscard]] std::filesystem::path file() const { return folder_ / "tuned.json"; }
    void write(const std::string& text) const {
        std::filesystem::create_directories(folder_);
        std::ofstream(file(), std::ios::binary) << text;
    }
    Database read() {
        warnings_.clear();
        return Database::with_user_results(folder_, [this](const std::string& w) { warnings_.push_back(w); });
    }

    test::TestFolder parent_;
    std::filesystem::path folder_ = parent_.file("hg");  ///< that is not there yet
    std::vector<std::string> warnings_;
};

TEST_F(TunedFile, HoldsTheUsersResultsAndKeepsTheBetter) {
    const DeviceModel device = model("A");
    save_user_results(folder_, {tuned(device, "gemm_blocked_f64_nn_64x32x16_4x4", 512, 512, 512, 2e12)});
    save_user_results(folder_, {tuned(device, "gemm_blocked_f64_nn_32x32x8_4x4", 512, 512, 512, 1e12),
                                tuned(device, "gemm_blocked_f64_nt_32x32x8_4x4", 512, 512, 512, 1e12)});
    const Database d = read();
    EXPECT_TRUE(warnings_.empty());
    EXPECT_EQ(d.results().size(), Database::shipped().results().size() + 2);
    GemmShape shape{ElementType::f64, false, false, 500, 500, 500};
    EXPECT_EQ(name(d.choose(shape, device).parameters), "gemm_blocked_f64_nn_64x32x16_4x4");
    EXPECT_EQ(d.choose(shape, device).rung, Rung::user);
    shape.transpose_b = true;
    EXPECT_EQ(name(d.choose(shape, device).parameters), "gemm_blocked_f64_nt_32x32x8_4x4");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 2)
        << "no temporary file stays beside the results and their lock";
}

TEST_F(TunedFile, KeepsWhatThisVersionCannotUse) {
    const DeviceModel device = model("A");
    const std::string ours =
        to_json(samples(), {test::tuned_kernel(device, "gemv", "gemv_of_tomorrow", {2, 3})});
    write(replaced(replaced(ours, "gemm_blocked_f64_nt", "gemm_quantum_f64_nt"), "\"date\"",
                   "\"later\": [1], \"deep\": [[2]], \"date\""));
    save_user_results(
        folder_,
        {.gemms = {}, .kernels = {test::tuned_kernel(device, "dot", "vector_dot_f64_v2_w4_i64_g1", {1000})}});
    std::ifstream file(this->file());
    const std::string saved((std::istreambuf_iterator<char>(file)), {});
    for (const char* part : {"gemm_quantum_f64_nt", "\"later\":[1]", "gemv_of_tomorrow", "gemm_global_f32_tn",
                             "vector_dot_f64_v2_w4_i64_g1"})
        EXPECT_NE(saved.find(part), std::string::npos) << part;
    EXPECT_EQ(saved.find("deep"), std::string::npos) << "nesting is not kept";
    const Database d = read();
    EXPECT_TRUE(warnings_.empty());
    EXPECT_EQ(d.choose_kernel("dot", ElementType::f64, "", {10}, device)->rung, Rung::user);
    EXPECT_FALSE(d.choose_kernel("gemv", ElementType::f64, "", {2, 3}, device));
}

TEST_F(TunedFile, KeepsAllResultsThatAreSavedAtOnce) {
    constexpr int kThreads = 8;
    constexpr int kSaves = 5;
    const DeviceModel device = model("A");
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
        threads.emplace_back([&, t] {
            for (int i = 1; i <= kSaves; ++i)
                save_user_results(
                    folder_, {tuned(device, "gemm_blocked_f64_nn_64x32x16_4x4", 100 * t + i, 8, 8, 1e9)});
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(read().results().size(), Database::shipped().results().size() + kThreads * kSaves);
}

TEST_F(TunedFile, WhoseLockIsNoFileIsAnError) {
    for (const test::OddFile kind : test::odd_files()) {
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        test::make(kind, file().string() + ".lock");
        EXPECT_THROW(save_user_results(folder_, samples()), Error) << name(kind);
    }
}

TEST_F(TunedFile, WhoseLockIsHeldForLongIsAnError) {
    std::filesystem::create_directories(folder_);
    const FileLock other(file().string() + ".lock");
    int told = 0;
    const LockWait wait{.limit = std::chrono::milliseconds(60),
                        .moment = std::chrono::milliseconds(5),
                        .told = [&] { ++told; }};
    EXPECT_THROW(save_user_results(folder_, TunedResults{.gemms = samples(), .kernels = {}}, wait), Error);
    EXPECT_EQ(told, 1);
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(TunedFile, ThatIsMissingCountsAsEmpty) {
    EXPECT_EQ(read().results().size(), Database::shipped().results().size());
    EXPECT_TRUE(warnings_.empty());
    EXPECT_FALSE(std::filesystem::exists(folder_)) << "reading makes no folder";
    const Database none = Database::with_user_results("", [](const std::string& w) { ADD_FAILURE() << w; });
    EXPECT_EQ(none.results().size(), Database::shipped().results().size());
}

TEST_F(TunedFile, ThatIsDamagedOrForeignIsIgnoredWithOneWarning) {
    const std::string good = to_json(samples());
    for (const std::string& text :
         {std::string(), good.substr(0, good.size() / 2), std::string("not JSON"), std::string("{\"a\": 1}"),
          replaced(replaced(good, "\"m\":512", "\"m\":true"), "\"m\":64", "\"m\":true")}) {
        write(text);
        EXPECT_EQ(read().results().size(), Database::shipped().results().size());
        ASSERT_EQ(warnings_.size(), 1u) << text;
        EXPECT_NE(warnings_[0].find(file().string()), std::string::npos) << warnings_[0];
        EXPECT_NO_THROW((void)Database::with_user_results(folder_)) << "without anyone to warn";
    }
    save_user_results(folder_, samples());
    EXPECT_EQ(read().results().size(), Database::shipped().results().size() + samples().size());
    EXPECT_TRUE(warnings_.empty()) << "saving replaces a damaged file";
}

TEST_F(TunedFile, ThatIsNoFileIsIgnoredWithOneWarningAndLeftAlone) {
    for (const test::OddFile kind : test::odd_files()) {
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        test::make(kind, file());
        EXPECT_EQ(read().results().size(), Database::shipped().results().size()) << name(kind);
        ASSERT_EQ(warnings_.size(), 1u) << name(kind);
        EXPECT_NE(warnings_[0].find(file().string()), std::string::npos) << warnings_[0];
        EXPECT_THROW(save_user_results(folder_, samples()), Error) << name(kind);
        std::filesystem::remove(file().string() + ".lock");
        EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1) << name(kind);
    }
}

TEST_F(TunedFile, ThatCannotBeWrittenIsAnError) {
    write("");
    const std::string under_a_file = file() / "folder";
    test::expect_error(ErrorCode::io, {under_a_file}, [&] { save_user_results(under_a_file, samples()); });
}

}  // namespace
}  // namespace hg::kernels
