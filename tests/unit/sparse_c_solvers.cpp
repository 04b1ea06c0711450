// The functions of C that solve systems iteratively, and those for files.
#include <unistd.h>

#include <complex>
#include <filesystem>
#include <fstream>
#include <limits>
#include <utility>
#include <vector>

#include "support/c_sparse.hpp"
#include "support/solver_samples.hpp"
#include "support/sparse_samples.hpp"

namespace hg {
namespace {

using test::expect_refused;
using test::held;
using test::HeldSparse;
using test::in_c;
using test::out_of_c;

constexpr std::pair<const char*, decltype(&hg_solve_cg)> kSolversOfC[] = {
    {"cg", &hg_solve_cg}, {"bicgstab", &hg_solve_bicgstab}, {"gmres", &hg_solve_gmres}};

template <class T>
class SolveOfC : public test::OnTestDevices {};
TYPED_TEST_SUITE(SolveOfC, test::ElementTypes);
class SolveOfCInDouble : public test::OnTestDevices {};

TYPED_TEST(SolveOfC, AllMethodsConverge) {
    using T = TypeParam;
    const SparseMatrix<T> A = test::definite_matrix<T>();
    const HeldSparse in = in_c(A);
    const std::vector<T> b = test::some_vector<T>(A.rows());
    hg_solver_options options = HG_SOLVER_OPTIONS;
    options.tolerance = std::is_same_v<RealOf<T>, float> ? 1e-4 : 1e-10;
    for (const auto& [method, solve] : kSolversOfC)
        for (const char* preconditioner : {"none", "block_jacobi"}) {
            options.preconditioner = preconditioner;
            std::vector<T> x(b.size());
            std::vector<double> history(1001, -1);
            hg_solve_report report = HG_SOLVE_REPORT;
            report.history = history.data();
            report.room = std::ssize(history);
            ASSERT_EQ(solve(in.get(), b.data(), x.data(), &options, &report), 0)
                << method << ": " << hg_last_error();
            EXPECT_STREQ(report.reason, "converged") << method;
            EXPECT_GT(report.iterations, 3) << method;
            EXPECT_GT(report.seconds, 0) << method;
            EXPECT_NEAR(report.residual, test::residual_of(A, b, x), 0.1 * options.tolerance) << method;
            const auto last = static_cast<std::size_t>(report.iterations);
            EXPECT_NEAR(history[0], 1, 1e-6) << method;
            EXPECT_LE(history[last], options.tolerance) << method;
            EXPECT_GT(history[last - 1], options.tolerance) << method;
            EXPECT_EQ(history[last + 1], -1) << method;
        }
}

TEST_F(SolveOfCInDouble, PolynomialsHaveTheirDegree) {
    const SparseMatrix<double> A = test::definite_matrix<double>();
    const HeldSparse in = in_c(A);
    const std::vector<double> b = test::some_vector<double>(A.rows());
    std::vector<double> x(b.size());
    hg_solver_options options = HG_SOLVER_OPTIONS;
    options.preconditioner = "chebyshev";
    std::int64_t before = 1000;
    for (const std::int64_t degree : {1, 6}) {
        options.degree = degree;
        hg_solve_report report = HG_SOLVE_REPORT;
        ASSERT_EQ(hg_solve_cg(in.get(), b.data(), x.data(), &options, &report), 0) << hg_last_error();
        EXPECT_LT(report.iterations, before);
        before = report.iterations;
    }
    options.degree = 33;
    EXPECT_EQ(hg_solve_cg(in.get(), b.data(), x.data(), &options, nullptr), -4);
}

TEST_F(SolveOfCInDouble, EndsWithTheReason) {
    const HeldSparse good = in_c(laplacian<double>(5, 20, 20));
    const HeldSparse bad = in_c(test::diagonal_matrix<double>({1, 2, -3, 4}));
    const std::vector<double> b(400, 1);
    std::vector<double> x(400);
    hg_solver_options options = HG_SOLVER_OPTIONS;
    options.most_iterations = 3;
    double history[2] = {-1, -1};
    hg_solve_report report = HG_SOLVE_REPORT;
    report.history = history;
    report.room = 1;
    EXPECT_EQ(hg_solve_cg(good.get(), b.data(), x.data(), &options, &report), HG_LIMIT);
    EXPECT_STREQ(report.reason, "limit");
    EXPECT_EQ(report.iterations, 3);
    EXPECT_EQ(history[0], 1);
    EXPECT_EQ(history[1], -1) << "there was room for one number";
    options.preconditioner = "none";
    EXPECT_EQ(hg_solve_cg(bad.get(), b.data(), x.data(), &options, &report), HG_INDEFINITE);
    EXPECT_STREQ(report.reason, "indefinite");
    std::vector<double> with_nan = b;
    with_nan[1] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(hg_solve_bicgstab(good.get(), with_nan.data(), x.data(), nullptr, nullptr), HG_BREAKDOWN);
    const HeldSparse small = in_c(laplacian<double>(5, 4, 4));
    const std::vector<double> any = test::some_vector<double>(16);
    options.most_iterations = 1000;
    options.tolerance = 1e-20;
    for (const auto& [method, solve] : kSolversOfC) {
        EXPECT_EQ(solve(small.get(), any.data(), x.data(), &options, &report), HG_STAGNATED) << method;
        EXPECT_STREQ(report.reason, "stagnated") << method;
        EXPECT_LT(report.residual, 1e-13) << method;
    }
}

TEST_F(SolveOfCInDouble, GoesOnFromAFirstGuess) {
    const SparseMatrix<double> A = laplacian<double>(5, 10, 10);
    const HeldSparse in = in_c(A);
    const std::vector<double> b(100, 1);
    std::vector<double> x(100, std::numeric_limits<double>::quiet_NaN());
    ASSERT_EQ(hg_solve_gmres(in.get(), b.data(), x.data(), nullptr, nullptr), 0) << "x is not read";
    hg_solver_options options = HG_SOLVER_OPTIONS;
    options.starts_from_x = 1;
    options.tolerance = 1e-9;
    hg_solve_report report = HG_SOLVE_REPORT;
    ASSERT_EQ(hg_solve_cg(in.get(), b.data(), x.data(), &options, &report), 0);
    EXPECT_EQ(report.iterations, 0);
}

TEST_F(SolveOfCInDouble, TellsAnObserver) {
    const HeldSparse A = in_c(laplacian<double>(5, 10, 10));
    const std::vector<double> b(100, 1);
    std::vector<double> x(100, -7);
    std::vector<std::int64_t> told;
    hg_solver_options options = HG_SOLVER_OPTIONS;
    options.stride = 5;
    options.context = &told;
    options.observe = [](std::int64_t iterations, double, void* context) {
        static_cast<std::vector<std::int64_t>*>(context)->push_back(iterations);
        return 0;
    };
    hg_solve_report report = HG_SOLVE_REPORT;
    ASSERT_EQ(hg_solve_cg(A.get(), b.data(), x.data(), &options, &report), 0);
    EXPECT_THAT(told, testing::Contains(5));
    EXPECT_EQ(told.back(), report.iterations);
    EXPECT_GT(report.begin_seconds, 0);
    EXPECT_GT(report.iteration_seconds, 0);
    options.observe = [](std::int64_t, double, void*) { return 1; };
    expect_refused(hg_solve_cg(A.get(), b.data(), x.data(), &options, &report), HG_FAILED, "observe()");
}

TEST_F(SolveOfCInDouble, CountsWrongArguments) {
    const HeldSparse A = in_c(laplacian<double>(5, 3, 3)),
                     wide = in_c(random_rows_matrix<double>(9, 8, 1, 3, 1));
    const std::vector<double> b(9, 1);
    std::vector<double> x(9, -7);
    for (const auto& [method, solve] : kSolversOfC) {
        const auto refused = [&, &solve = solve](const std::string& words, auto change) {
            hg_solver_options options = HG_SOLVER_OPTIONS;
            change(options);
            expect_refused(solve(A.get(), b.data(), x.data(), &options, nullptr), -4, words);
        };
        refused("size = 8", [](auto& options) { options.size = 8; });
        refused("preconditioner 'ilu'", [](auto& options) { options.preconditioner = "ilu"; });
        refused("(tolerance) must be 0 or more", [](auto& options) { options.tolerance = -1; });
        refused("(most_iterations)", [](auto& options) { options.most_iterations = -1; });
        refused("(block) is 33", [](auto& options) { options.block = 33; });
        refused("(block)", [](auto& options) { options.block = (std::int64_t{1} << 32) + 1; });
        refused("(restart) is 0", [](auto& options) { options.restart = 0; });
        refused("(stride) is 2000", [](auto& options) { options.stride = 2000; });
        expect_refused(solve(wide.get(), b.data(), x.data(), nullptr, nullptr), -1, "must be square");
        EXPECT_EQ(solve(nullptr, b.data(), x.data(), nullptr, nullptr), -1) << method;
        EXPECT_EQ(solve(A.get(), nullptr, x.data(), nullptr, nullptr), -2) << method;
        EXPECT_EQ(solve(A.get(), b.data(), nullptr, nullptr, nullptr), -3) << method;
        expect_refused(solve(A.get(), x.data(), x.data(), nullptr, nullptr), -3, "overlaps b");
        hg_solve_report report = HG_SOLVE_REPORT;
        report.size = 0;
        expect_refused(solve(A.get(), b.data(), x.data(), nullptr, &report), -5, "size = 0");
    }
    EXPECT_EQ(x, std::vector<double>(9, -7));
}

/// A file that goes with the test.
class FilesOfC : public testing::Test {
  protected:
    std::string written(const std::string& text) {
        const std::string path = folder_ / "file.mtx";
        std::ofstream(path) << text;
        return path;
    }
    void SetUp() override { std::filesystem::create_directories(folder_); }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    const std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) / ("hg_files_of_c_" + std::to_string(::getpid()));
};

TEST_F(FilesOfC, MatricesComeBackAsTheyWere) {
    const std::string path = folder_ / "A.mtx";
    const auto check = [&]<class T>(const SparseMatrix<T>& A) {
        ASSERT_EQ(hg_sparse_write(in_c(A).get(), path.c_str()), 0) << hg_last_error();
        for (const char* type : {test::type_word<T>(), static_cast<const char*>(nullptr)}) {
            if (type == nullptr && sizeof(RealOf<T>) == 4) continue;  // without a type it is double precision
            const HeldSparse read = held(hg_sparse_read, path.c_str(), type, 0);
            EXPECT_TRUE(test::same_matrix(A, out_of_c<T>(read.get())));
        }
    };
    check(laplacian<double>(7, 4, 3, 3));
    check(rmat_matrix<float>(5, 4, 1));
    check(banded_matrix<std::complex<float>>(12, 2, 2));
    check(empty_rows_matrix<std::complex<double>>(30, 20, 0, 5, 3));
}

TEST_F(FilesOfC, SaysWhatIsWrong) {
    hg_sparse* made = nullptr;
    const std::string twice =
        written("%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 1\n1 1 2\n2 2 5\n");
    EXPECT_EQ(hg_sparse_read(twice.c_str(), nullptr, 0, &made), HG_FAILED);
    EXPECT_EQ(made, nullptr);
    const HeldSparse summed = held(hg_sparse_read, twice.c_str(), "f32", HG_SUM_DUPLICATES);
    EXPECT_EQ(static_cast<const float*>(hg_sparse_csr(summed.get())->value)[0], 3);
    expect_refused(hg_sparse_read(twice.c_str(), "f16", 0, &made), -2, "'f16'");
    expect_refused(hg_sparse_read(twice.c_str(), nullptr, HG_SORT, &made), -3, "HG_SUM_DUPLICATES");
    EXPECT_EQ(hg_sparse_read(nullptr, nullptr, 0, &made), -1);
    EXPECT_EQ(hg_sparse_read(twice.c_str(), nullptr, 0, nullptr), -4);
    const std::string wrong = written("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 3 1\n");
    expect_refused(hg_sparse_read(wrong.c_str(), nullptr, 0, &made), HG_FAILED, "file.mtx:3");
    expect_refused(hg_sparse_read((folder_ / "none.mtx").c_str(), nullptr, 0, &made), HG_FAILED, "none.mtx");
    EXPECT_EQ(hg_sparse_write(nullptr, "A.mtx"), -1);
    EXPECT_EQ(hg_sparse_write(summed.get(), nullptr), -2);
    expect_refused(hg_sparse_write(summed.get(), (folder_ / "no/such/A.mtx").c_str()), HG_FAILED, "no/such");
}

}  // namespace
}  // namespace hg
