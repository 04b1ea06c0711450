#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/sparse/spmv_tuned.hpp"
#include "runtime/machine/device/discovery.hpp"
#include "support/spmv_samples.hpp"
#include "support/test_devices.hpp"
#include "tools/tuner/sparse/spmv_tuner.hpp"

namespace hg::kernels {
namespace {

using Sample = test::SpmvSample<double>;

SpmvFigures figures_of(const Sample& a) {
    SpmvFigures f{a.rows, static_cast<std::int64_t>(a.column.size()), 0, 0};
    for (std::int64_t i = 0; i < a.rows; ++i) f.longest = std::max(f.longest, a.length(i));
    f.variance = 30;
    return f;
}

/// The first `width` elements of each row, or the others.
Sample part_of(const Sample& a, std::int64_t width, bool first) {
    Sample part{.rows = a.rows, .cols = a.cols};
    for (std::int64_t i = 0; i < a.rows; ++i) {
        const std::int64_t begin = a.row_start[static_cast<std::size_t>(i)];
        const std::int64_t kept = std::min(a.length(i), width);
        for (std::int64_t k = begin + (first ? 0 : kept); k < begin + (first ? kept : a.length(i)); ++k) {
            part.column.push_back(a.column[static_cast<std::size_t>(k)]);
            part.value.push_back(a.value[static_cast<std::size_t>(k)]);
        }
        part.row_start.push_back(static_cast<std::int32_t>(part.column.size()));
    }
    return part;
}

std::vector<SpmvHostArrays::Array> listed(const test::SpmvArrays<double>& made) {
    std::vector<SpmvHostArrays::Array> list;
    for (const auto& array : made.structure) {
        const auto rows = static_cast<std::int64_t>(array.size());
        list.push_back({{ElementType::i32, 0, rows, 1, rows}, array.data()});
    }
    list.push_back({{ElementType::i32, 0, made.rows, made.cols, made.rows}, made.column.data()});
    list.push_back({{ElementType::f64, 0, made.rows, made.cols, made.rows}, made.value.data()});
    return list;
}

/// The arrays as a sample has them; those of one kernel with a wrong value.
SpmvProblem problem_of(const Sample& a, bool is_gpu, SpmvKernel partially_written = SpmvKernel::coo) {
    SpmvProblem problem{figures_of(a), {.is_gpu = is_gpu, .compute_units = 4}, a.cols, {}};
    problem.arrays = [&a, partially_written](const SpmvChoice& choice) {
        const SpmvParameters p{.kernel = choice.kernel, .overwrite = true, .blocking = choice.blocking};
        const std::int64_t width = choice.width > 0 ? choice.width : a.cols;
        const auto made = std::make_shared<std::vector<test::SpmvArrays<double>>>(
            1, test::arrays_of(p, part_of(a, width, true)));
        if (choice.width > 0)
            made->push_back(test::arrays_of({.kernel = SpmvKernel::coo}, part_of(a, width, false)));
        if (choice.kernel == partially_written) made->front().value[0] += 1;
        SpmvHostArrays arrays{.arrays = listed(made->front()), .owner = made};
        if (choice.width > 0) arrays.list = listed(made->back());
        return arrays;
    };
    return problem;
}

TEST(SpmvTuner, TriesEachCandidateOnceAndTheDefaultFirst) {
    const SpmvFigures even{100000, 2700000, 27, 1}, uneven{100000, 2700000, 60000, 1e6};
    for (const bool is_gpu : {false, true}) {
        const SpmvUse use{.is_gpu = is_gpu, .compute_units = 100};
        const auto candidates = spmv_candidates(even, use);
        EXPECT_EQ(candidates.front(), choose_spmv(even, use));
        EXPECT_GE(candidates.size(), 8u);
        for (std::size_t i = 0; i < candidates.size(); ++i)
            EXPECT_EQ(std::ranges::count(candidates, candidates[i]), 1) << i;
        for (const SpmvChoice& choice : spmv_candidates(uneven, use))
            EXPECT_TRUE(choice.kernel != SpmvKernel::sell || choice.width > 0) << "padded to the longest row";
    }
}

TEST(SpmvTuner, FindsKernelsThatAreRight) {
    const Sample a = test::spmv_sample<double>(test::uneven_lengths(200, 20, 3), 90);
    DeviceWork work(std::move(make_devices(test::test_options()).front()));
    std::size_t last = 0;
    // The compiler takes longest elsewhere than on the host: there one kernel is enough.
    const auto trials = tune_spmv(work, problem_of(a, false), test::on_host() ? 60 : 0,
                                  [&](std::size_t count, std::size_t of) {
                                      EXPECT_EQ(count, ++last);
                                      EXPECT_LE(count, of);
                                  });
    ASSERT_EQ(trials.size(), last);
    for (const SpmvTrial& trial : trials) {
        EXPECT_EQ(trial.fault, "");
        EXPECT_GT(trial.seconds, 0);
        EXPECT_LE(trials.front().seconds, trial.seconds);
    }
}

/// Rows that end at a width, and the list of what is beyond.
TEST(SpmvTuner, TriesTwoPartsForLongRows) {
    MachineOptions options = test::test_options();
    options.devices = "host";
    std::vector<int> lengths(300, 5);
    lengths[7] = 3000;
    const Sample a = test::spmv_sample<double>(lengths, 3001);
    DeviceWork work(std::move(make_devices(options).front()));
    int with_list = 0;
    for (const SpmvTrial& trial : tune_spmv(work, problem_of(a, true), 60)) {
        EXPECT_EQ(trial.fault, "") << tuned_name(trial.choice, ElementType::f64);
        if (trial.choice.width > 0) ++with_list;
    }
    EXPECT_GE(with_list, 6);
}

TEST(SpmvTuner, WrongResultsComeLast) {
    MachineOptions options = test::test_options();
    options.devices = "host";  // the same on all devices
    const Sample a = test::spmv_sample<double>(test::uneven_lengths(200, 20, 3), 90);
    DeviceWork work(std::move(make_devices(options).front()));
    const auto trials = tune_spmv(work, problem_of(a, false, SpmvKernel::csr_merge), 60);
    EXPECT_EQ(trials.front().fault, "");
    EXPECT_EQ(trials.back().choice.kernel, SpmvKernel::csr_merge);
    EXPECT_NE(trials.back().fault.find("is wrong"), std::string::npos) << trials.back().fault;
}

TEST(SpmvTuned, ServesItsMatrixAlone) {
    DeviceModel device;
    device.traits.product = "Example 9";
    const SpmvKey key{ElementType::f64, 1000, 900, 27000, 0xfedcba9876543210u, 1};
    const auto result = [&](const std::string& kernel, double rate) {
        TunedKernel made;
        made.product = "Example 9";
        made.routine = kSpmvRoutine;
        made.operation = "n";
        made.extents = key.extents();
        made.kernel = kernel;
        made.rate = rate;
        return made;
    };
    Database database;
    database.merge(std::vector{result("spmv_csr_rows_f64_set_l8_i256_u4_c1", 1e9)}, Rung::device);
    const SpmvFigures figures{1000, 27000, 30, 100};
    ASSERT_TRUE(tuned_spmv(database, key, figures, device));
    EXPECT_EQ(tuned_spmv(database, key, figures, device)->blocking.lanes, 8);
    database.merge(std::vector{result("spmv_sell_f64_set_h32_l2_i256_u4_c1", 1e8)}, Rung::user);
    const auto users = tuned_spmv(database, key, figures, device);
    EXPECT_EQ(users->kernel, SpmvKernel::sell);
    EXPECT_EQ(users->sorted, 1024);
    EXPECT_EQ(users->width, 0);
    database.merge(std::vector{result("spmv_sell_f64_set_h32_l2_i256_u4_c1+8", 1e9)}, Rung::user);
    const auto with_list = tuned_spmv(database, key, figures, device);
    EXPECT_EQ(with_list->width, 8);
    EXPECT_EQ(tuned_name(*with_list, ElementType::f64), "spmv_sell_f64_set_h32_l2_i256_u4_c1+8");
    for (const char* no_kernel :
         {"spmv_sell_f64_set_h32_l2_i256_u4_c1+x", "spmv_csr_rows_f64_set_l4_i256_u4_c1+8"}) {
        database.merge(std::vector{result(no_kernel, 1e9)}, Rung::user);
        EXPECT_EQ(tuned_spmv(database, key, figures, device)->blocking.lanes, 8) << "the one that ships";
    }
    SpmvKey other = key;
    other.fingerprint += 1;
    EXPECT_FALSE(tuned_spmv(database, other, figures, device));
    other = key;
    other.columns = 2;
    EXPECT_FALSE(tuned_spmv(database, other, figures, device));
    other = key;
    other.type = ElementType::f32;
    EXPECT_FALSE(tuned_spmv(database, other, figures, device));
    device.traits.product = "Example 10";
    EXPECT_FALSE(tuned_spmv(database, key, figures, device));
    const auto read = parse_tuned_results(to_json({}, {result("spmv_sell_f64_set_h32_l2_i256_u4_c1", 1e8)}));
    ASSERT_EQ(read.kernels.size(), 1u);
    EXPECT_EQ(read.kernels[0].extents, key.extents());
}

}  // namespace
}  // namespace hg::kernels
