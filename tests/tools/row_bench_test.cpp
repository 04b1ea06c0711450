// What `hgctl bench` makes of a row: operands, the judgement of a result, titles, limits.
#include "tools/hgctl/bench/routines/row_bench.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "blas/generated/arguments.hpp"
#include "tools/workload/rule/routines/rank_k.hpp"

namespace hgctl {
namespace {

enum class Planted { nothing, wrong_element, beside_the_triangle };

/// C := A A^T + beta C in the lower triangle.
template <Planted kPlanted>
struct PlainSyrk {
    static constexpr int kLevel = 3;
    template <class T>
    using Arguments = hg::SyrkArguments<T>;

    template <class T>
    static std::int64_t call(hg::Session& /*session*/, hg::Layout /*layout*/, const Arguments<T>& x) {
        for (std::int64_t j = 0; j < x.n; ++j)
            for (std::int64_t i = j; i < x.n; ++i) {
                T sum = 0;
                for (std::int64_t p = 0; p < x.k; ++p) sum += x.A[i + p * x.lda] * x.A[j + p * x.lda];
                T& c = x.C[i + j * x.ldc];
                c = sum + (x.beta != 0 ? x.beta * c : T{0});
                if (kPlanted == Planted::wrong_element && i > j)
                    c += std::sqrt(std::numeric_limits<T>::epsilon());
            }
        if (kPlanted == Planted::beside_the_triangle) x.C[x.ldc] = 7;
        return 0;
    }
};

const BenchRoutine& routine_called(const std::string& name) {
    return *std::ranges::find(bench_routines(), name, &BenchRoutine::name);
}

BenchCase dsyrk_case(std::int64_t n, std::int64_t k, double beta) {
    BenchCase bench;
    bench.routine = &routine_called("dsyrk");
    bench.n = n;
    bench.k = k;
    bench.beta = beta;
    return bench;
}

template <class T, Planted kPlanted>
double error_with(double beta) {
    RowBench<PlainSyrk<kPlanted>, T> problem(&hg::Session::global(), dsyrk_case(37, 11, beta));
    problem.restore();
    problem.run();
    return problem.error().error;
}

template <class T>
void judge(double beta) {
    const double right = error_with<T, Planted::nothing>(beta);
    EXPECT_GT(right, 0);
    EXPECT_LT(right, 1);
    EXPECT_EQ((error_with<T, Planted::beside_the_triangle>(beta)), right);
    EXPECT_GT((error_with<T, Planted::wrong_element>(beta)), 1);
}

TEST(RowBench, JudgesOneTriangle) {
    for (const double beta : {0.0, -0.5}) {
        judge<double>(beta);
        judge<float>(beta);
    }
}

TEST(RowBench, TitlesAndLimitsFollowFromTheRow) {
    const BenchRoutine& routine = routine_called("dsyrk");
    EXPECT_EQ(routine.title(dsyrk_case(4, 3, 0)), "C := A A^T");
    EXPECT_EQ(routine.title(dsyrk_case(4, 3, 1)), "C := A A^T + beta C");
    hg::Target target;
    target.devices.push_back({});
    target.devices[0].rate_f64 = 1e30;
    target.devices[0].link_in = target.devices[0].link_both = 1;
    target.devices[0].link_out = 1e30;
    BenchCase bench = dsyrk_case(4, 3, 0);
    bench.pinned = true;
    // The links carry A, which is 4 x 3, and the triangle of C twice if it is read.
    EXPECT_DOUBLE_EQ(routine.roofline(bench, target, {}).seconds, 8 * (12 + 10));
    bench.beta = 1;
    EXPECT_DOUBLE_EQ(routine.roofline(bench, target, {}).seconds, 8 * (12 + 20));
}

}  // namespace
}  // namespace hgctl
