#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "runtime/machine/device/discovery.hpp"
#include "runtime/machine/measure/peak_survey.hpp"
#include "support/test_devices.hpp"

namespace hg {
namespace {

constexpr double kKibi = 1024;

/// Seconds of a memory whose caches of so many bytes each have a latency and a rate.
struct Level {
    double largest, latency, rate;
};

std::vector<MovedBytes> planted(const std::vector<Level>& levels, double scatter) {
    std::vector<MovedBytes> measured;
    std::size_t level = 0;
    int i = 0;
    for (double size = 4 * kKibi; size <= levels.back().largest; size *= 2, ++i) {
        while (size > levels[level].largest) ++level;
        const double seconds = levels[level].latency + 2 * size / levels[level].rate;
        measured.push_back({size, 2 * size, seconds * (1 + scatter * std::sin(7.0 * i))});
    }
    return measured;
}

TEST(Plateaus, RecoverPlantedLatenciesAndRates) {
    const std::vector<Level> levels{{256 * kKibi, 2e-6, 8e11},
                                    {32 * kKibi * kKibi, 3e-6, 5e12},
                                    {32 * kKibi * kKibi * kKibi, 4e-6, 3.8e12}};
    for (const double scatter : {0.0, 0.005}) {
        const std::vector<Plateau> found = plateaus(planted(levels, scatter));
        ASSERT_EQ(found.size(), 3u) << scatter;
        for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_NEAR(found[i].rate, levels[i].rate, (0.001 + 8 * scatter) * levels[i].rate) << i;
            EXPECT_EQ(found[i].largest, levels[i].largest) << i;
        }
        EXPECT_NEAR(found[0].latency, 2e-6, 0.1e-6);
        EXPECT_NEAR(found[1].latency, 3e-6, 0.3e-6);
        EXPECT_EQ(found[0].smallest, 4 * kKibi);
        EXPECT_EQ(found[1].smallest, 512 * kKibi);
    }
}

TEST(Plateaus, OneMemoryIsOnePlateau) {
    const std::vector<Plateau> found = plateaus(planted({{1 * kKibi * kKibi * kKibi, 1e-5, 2e10}}, 0.01));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].rate, 2e10, 0.03 * 2e10);
    EXPECT_NEAR(found[0].latency, 1e-5, 0.1e-5);
}

TEST(Plateaus, NoLatencyIsNegativeAndFlatTimesHaveNoRate) {
    const std::vector<Plateau> bent = plateaus({{1, 1, 1}, {2, 2, 2.2}, {4, 4, 5}});
    ASSERT_EQ(bent.size(), 1u);
    EXPECT_EQ(bent[0].latency, 0);
    const std::vector<Plateau> flat = plateaus({{1, 1, 3}, {2, 2, 3}, {4, 4, 2.9}});
    ASSERT_EQ(flat.size(), 1u);
    EXPECT_EQ(flat[0].rate, 0);
    EXPECT_NEAR(flat[0].latency, 3, 0.1);
    EXPECT_TRUE(plateaus({{1, 1, 1}, {2, 2, 2}}).empty());
}

DeviceWork some_work() {
    return DeviceWork(std::move(make_devices(test::test_options()).front()));
}

const auto kGoOn = [](const std::string&, double) { return true; };

TEST(MemorySurvey, MeasuresWhatIsAskedFor) {
    DeviceWork work = some_work();
    EXPECT_EQ(work.device().info().is_host, test::on_host());
    const MemorySurvey survey = survey_memory(
        work,
        {{MemoryOperation::copy, MemoryOperation::gathered}, {ElementType::f64}, {4096, 10000, 65536}, false},
        kGoOn);
    ASSERT_EQ(survey.results.size(), 6u);
    const auto copies = survey.of(MemoryOperation::copy, ElementType::f64);
    ASSERT_EQ(copies.size(), 3u);
    EXPECT_EQ(copies[1]->size, 10000);
    EXPECT_EQ(copies[1]->bytes, 20000);
    EXPECT_EQ(survey.memory_rate(), copies[2]->rate());
    EXPECT_EQ(survey.of(MemoryOperation::gathered, ElementType::f64)[1]->bytes, 8192)
        << "a power of two of elements";
    EXPECT_TRUE(survey.of(MemoryOperation::copy, ElementType::f32).empty());
    for (const MemoryResult& r : survey.results) {
        EXPECT_GT(r.times.best, 0);
        EXPECT_LE(r.times.best, r.times.mean);
        EXPECT_LE(r.times.mean, r.times.worst);
        EXPECT_GE(r.times.samples, 3);
    }
}

TEST(MemorySurvey, CurvesAreOfMatricesThatFit) {
    DeviceWork work = some_work();
    const MemorySurvey survey =
        survey_memory(work, {{MemoryOperation::set}, {ElementType::f32}, {200 * 200 * 4}}, kGoOn);
    EXPECT_TRUE(survey.sread.empty()) << "read was not asked for";
    ASSERT_EQ(survey.smset.size(), 2u);
    EXPECT_EQ(order_of(survey.smset[0]), 100);
    EXPECT_EQ(order_of(survey.smset[1]), 200);
}

TEST(MemorySurvey, EndsWhereItIsToldTo) {
    DeviceWork work = some_work();
    int asked = 0;
    const MemorySurvey survey =
        survey_memory(work, {{MemoryOperation::copy}, {ElementType::f64}, {4096, 8192, 16384}, false},
                      [&](const std::string&, double) { return ++asked < 3; });
    EXPECT_EQ(survey.results.size(), 2u);
}

TEST(MemorySurvey, SizesDouble) {
    EXPECT_THAT(survey_sizes(20000), testing::ElementsAre(4096, 8192, 16384));
}

TEST(PeakSurvey, MeasuresLatenciesAndEndsWhereItIsToldTo) {
    DeviceWork work = some_work();
    int asked = 0;
    const PeakSurvey survey = survey_peak(work, [&](const std::string&, double) { return ++asked < 2; });
    EXPECT_GT(survey.latencies.launch, 0);
    EXPECT_GT(survey.latencies.event, 0);
    EXPECT_TRUE(survey.rates.empty());
}

TEST(PeakSurvey, KnowsWhatTheMakerPromises) {
    DeviceInfo h200;
    h200.compute_units = 132;
    h200.largest_clock = 1980;
    EXPECT_EQ(makers_peak(h200, "fma", "f64"), 0) << "no maker that is known";
    h200.traits.nvidia_capability = 90;
    EXPECT_NEAR(makers_peak(h200, "matrix", "f64"), 66.9e12, 0.1e12);
    EXPECT_NEAR(makers_peak(h200, "fma", "f32"), 66.9e12, 0.1e12);
    EXPECT_NEAR(makers_peak(h200, "fma", "f64"), 33.5e12, 0.1e12);
    const PeakSurvey survey{
        {{"fma", "f64", 1, 3e12, 0, ""}, {"fma", "f64", 2, 4e12, 0, ""}, {"fma", "f32", 2, 9e12, 0, ""}}, {}};
    EXPECT_EQ(survey.best("fma", "f64"), 4e12);
}

}  // namespace
}  // namespace hg
