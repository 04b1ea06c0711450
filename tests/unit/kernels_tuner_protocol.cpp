#include <gtest/gtest.h>

#include <cmath>

#include "tools/tuner/gemm/gemm_routine.hpp"
#include "tools/tuner/tunable_routines.hpp"
#include "tools/tuner/worker/protocol.hpp"

namespace hg::kernels {
namespace {

Candidate sample(int split_k = 1, int tile_m = 32) {
    return {tunable_gemm({.family = GemmFamily::blocked,
                          .type = ElementType::f32,
                          .transpose_b = true,
                          .split_k = split_k,
                          .tile_m = tile_m}),
            gemm_problem({.type = ElementType::f32, .transpose_b = true, .m = 100, .n = 4096, .k = 7})};
}

std::optional<Candidate> parse_candidate(std::string_view line) {
    return parse_candidate(line, tunable_routines());
}

TEST(TunerProtocol, CandidatesSurviveTheirLine) {
    for (const int split_k : {1, 4}) {
        const Candidate candidate = sample(split_k);
        const std::string line = to_line(candidate);
        EXPECT_EQ(line.find('\n'), std::string::npos);
        const auto read = parse_candidate(line);
        ASSERT_TRUE(read) << line;
        EXPECT_EQ(read->kernel, candidate.kernel);
        EXPECT_EQ(gemm_parameters(read->kernel).split_k, split_k);
        EXPECT_EQ(read->problem, candidate.problem);
        EXPECT_TRUE(is_began_line(began_line(candidate), candidate));
    }
}

TEST(TunerProtocol, OutcomesSurviveTheirLine) {
    for (const Outcome& outcome :
         {Outcome{Verdict::good, 1.25e-5, ""}, Outcome{Verdict::wrong, 0, "C(1, 2) is nan, not 3"},
          Outcome{Verdict::rejected, 0, "line 1\nline \"2\"\t"}, Outcome{Verdict::crashed, 0, "lost"},
          Outcome{Verdict::timed_out, 0, "10 s"}}) {
        const std::string line = to_line(sample(), outcome);
        EXPECT_EQ(line.find('\n'), std::string::npos);
        const auto read = parse_outcome(line, sample());
        ASSERT_TRUE(read) << line;
        EXPECT_EQ(read->verdict, outcome.verdict);
        EXPECT_EQ(read->seconds, outcome.seconds);
        EXPECT_EQ(read->detail, outcome.detail);
    }
}

TEST(TunerProtocol, BytesThatAreNoTextAreReplaced) {
    const auto read = parse_outcome(to_line(sample(), {Verdict::rejected, 0, "driver: \xff\xfe!"}), sample());
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->detail.starts_with("driver: ")) << read->detail;
}

TEST(TunerProtocol, CandidatesThatAreNoneAreRefused) {
    const std::string good = to_line(sample());
    EXPECT_TRUE(parse_candidate(good));
    EXPECT_FALSE(parse_candidate(""));
    EXPECT_FALSE(parse_candidate("[1, 2]"));
    EXPECT_FALSE(parse_candidate(good.substr(0, good.size() - 1)));
    EXPECT_FALSE(parse_candidate(R"({"kernel": "gemm_no_such_f64_nn", "shape": {"m": 1, "n": 1, "k": 1}})"));
    EXPECT_FALSE(parse_candidate(R"({"kernel": "gemm_global_f64_nn"})"));
    EXPECT_FALSE(parse_candidate(R"({"kernel": "gemm_global_f64_nn", "shape": {"m": 1, "n": 1}})"));
    EXPECT_FALSE(parse_candidate(R"({"kernel": "gemm_global_f64_nn", "shape": {"m": 0, "n": 1, "k": 1}})"));
    EXPECT_FALSE(parse_candidate(R"({"kernel": "gemm_global_f64_nn", "shape": {"m": "8", "n": 1, "k": 1}})"));
    EXPECT_FALSE(parse_candidate(R"({"kernel": 7, "shape": {"m": 1, "n": 1, "k": 1}})"));
    EXPECT_FALSE(
        parse_candidate(R"({"kernel": "gemm_global_f64_nn_if", "shape": {"m": 1, "n": 1, "k": 1}})"));
    EXPECT_FALSE(kernels::parse_candidate(good, {})) << "of no routine that is known";
}

TEST(TunerProtocol, OutcomesThatAreNoneAreRefused) {
    const Candidate other = sample(1, 64);
    const std::string good = to_line(sample(), {Verdict::good, 1.0, ""});
    EXPECT_TRUE(parse_outcome(good, sample()));
    EXPECT_FALSE(parse_outcome(good, other)) << "an answer to another question";
    EXPECT_FALSE(parse_outcome(good.substr(1), sample()));
    EXPECT_FALSE(parse_outcome(to_line(sample(), {Verdict::good, 0, ""}), sample())) << "no time at all";
    EXPECT_FALSE(parse_outcome(to_line(sample(), {Verdict::good, -1, ""}), sample()));
    EXPECT_FALSE(parse_outcome(to_line(sample(), {Verdict::good, std::nan(""), ""}), sample()));
    std::string excellent = good;
    excellent.replace(excellent.find("\"good\""), 6, "\"best\"");
    EXPECT_FALSE(parse_outcome(excellent, sample()));
}

}  // namespace
}  // namespace hg::kernels
