#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/any_devices.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/blas/level2.hpp>
#include <hg/blas/symm.hpp>
#include <hg/blas/syr2k.hpp>
#include <hg/blas/syrk.hpp>
#include <hg/blas/trmm.hpp>
#include <hg/blas/trsm.hpp>
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/dsposv.hpp>
#include <hg/lapack/gels.hpp>
#include <hg/lapack/geqrf.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrs.hpp>
#include <hg/lapack/orgqr.hpp>
#include <hg/lapack/ormqr.hpp>
#include <hg/lapack/posv.hpp>
#include <hg/lapack/potrf.hpp>
#include <hg/lapack/potri.hpp>
#include <hg/lapack/potrs.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr Layout kByColumns = Layout::col_major;
using Reals = std::vector<double>;

/// A call of order n on one session: what it writes.
struct LimitedRoutine {
    std::string_view name;
    Reals (*call)(Session& s, std::int64_t n);
    double step = 1.3;         ///< from one limit to the next
    std::int64_t order = 170;  ///< of its matrices
};
/// Of calls that are one program, or several if that takes too much memory.
constexpr double kSmallStep = 1.05;

Reals general(std::int64_t n) {
    Reals a = test::random_elements<double>(n * n, 1);
    for (std::int64_t i = 0; i < n; ++i) a[static_cast<std::size_t>(i * (n + 1))] += 8;
    return a;
}
Reals definite(std::int64_t n) {
    return test::definite_matrix<double>(n, 2);
}
Reals sides(std::int64_t n) {
    return test::random_elements<double>(n * 5, 3);
}
/// A factor of a definite matrix, made without limits.
Reals factor(std::int64_t n) {
    Reals a = definite(n);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < j; ++i) a[static_cast<std::size_t>(i + j * n)] = 0;
    return a;
}

constexpr std::array kLimited{
    LimitedRoutine{"gemm",
                   [](Session& s, std::int64_t n) {
                       const Reals a = general(n), b = definite(n);
                       Reals c = a;
                       gemm<double>(s, kByColumns, Op::none, Op::trans, n, n, n, 1, a.data(), n, b.data(), n,
                                    0.5, c.data(), n);
                       return c;
                   }},
    LimitedRoutine{"symm",
                   [](Session& s, std::int64_t n) {
                       const Reals a = definite(n), b = general(n);
                       Reals c = b;
                       symm<double>(s, kByColumns, Side::left, Uplo::lower, n, n, 1, a.data(), n, b.data(), n,
                                    0.5, c.data(), n);
                       return c;
                   }},
    LimitedRoutine{"syrk",
                   [](Session& s, std::int64_t n) {
                       const Reals a = general(n);
                       Reals c = definite(n);
                       syrk<double>(s, kByColumns, Uplo::lower, Op::none, n, n, 1, a.data(), n, 0.5, c.data(),
                                    n);
                       return c;
                   }},
    LimitedRoutine{"syr2k",
                   [](Session& s, std::int64_t n) {
                       const Reals a = general(n), b = definite(n);
                       Reals c = b;
                       syr2k<double>(s, kByColumns, Uplo::upper, Op::trans, n, n, 1, a.data(), n, b.data(), n,
                                     0.5, c.data(), n);
                       return c;
                   }},
    LimitedRoutine{"trmm",
                   [](Session& s, std::int64_t n) {
                       const Reals a = definite(n);
                       Reals b = general(n);
                       trmm<double>(s, kByColumns, Side::left, Uplo::lower, Op::none, Diag::non_unit, n, n, 1,
                                    a.data(), n, b.data(), n);
                       return b;
                   }},
    LimitedRoutine{"trsm",
                   [](Session& s, std::int64_t n) {
                       const Reals a = definite(n);
                       Reals b = general(n);
                       trsm<double>(s, kByColumns, Side::right, Uplo::upper, Op::none, Diag::non_unit, n, n,
                                    1, a.data(), n, b.data(), n);
                       return b;
                   }},
    LimitedRoutine{"gemv",
                   [](Session& s, std::int64_t n) {
                       const Reals a = general(n), x = sides(n);
                       Reals y = x;
                       gemv<double>(s, kByColumns, Op::trans, n, n, 1, a.data(), n, x.data(), 1, 0.5,
                                    y.data(), 1);
                       return y;
                   }},
    LimitedRoutine{"trsv",
                   [](Session& s, std::int64_t n) {
                       const Reals a = definite(n);
                       Reals x = sides(n);
                       trsv<double>(s, kByColumns, Uplo::lower, Op::none, Diag::non_unit, n, a.data(), n,
                                    x.data(), 1);
                       return x;
                   }},
    LimitedRoutine{"getrf",
                   [](Session& s, std::int64_t n) {
                       Reals a = general(n);
                       std::vector<std::int64_t> pivots(static_cast<std::size_t>(n));
                       EXPECT_EQ(getrf<double>(s, n, n, a.data(), n, pivots.data()), 0);
                       return a;
                   }},
    LimitedRoutine{"gesv",
                   [](Session& s, std::int64_t n) {
                       Reals a = general(n), b = sides(n);
                       std::vector<std::int64_t> pivots(static_cast<std::size_t>(n));
                       EXPECT_EQ(gesv<double>(s, n, 5, a.data(), n, pivots.data(), b.data(), n), 0);
                       return b;
                   },
                   kSmallStep, 420},
    LimitedRoutine{"getrs",
                   [](Session& s, std::int64_t n) {
                       const Reals a = definite(n);
                       Reals b = sides(n);
                       std::vector<std::int64_t> pivots(static_cast<std::size_t>(n));
                       for (std::int64_t i = 0; i < n; ++i) pivots[static_cast<std::size_t>(i)] = i + 1;
                       getrs<double>(s, Op::trans, n, 5, a.data(), n, pivots.data(), b.data(), n);
                       return b;
                   },
                   kSmallStep},
    LimitedRoutine{"dsgesv",
                   [](Session& s, std::int64_t n) {
                       Reals a = general(n), x = sides(n);
                       const Reals b = x;
                       std::vector<std::int64_t> pivots(static_cast<std::size_t>(n));
                       std::int64_t iter = 0;
                       EXPECT_EQ(dsgesv(s, n, 5, a.data(), n, pivots.data(), b.data(), n, x.data(), n, &iter),
                                 0);
                       return x;
                   }},
    LimitedRoutine{"potrf",
                   [](Session& s, std::int64_t n) {
                       Reals a = definite(n);
                       EXPECT_EQ(potrf<double>(s, Uplo::upper, n, a.data(), n), 0);
                       return a;
                   }},
    LimitedRoutine{"posv",
                   [](Session& s, std::int64_t n) {
                       Reals a = definite(n), b = sides(n);
                       EXPECT_EQ(posv<double>(s, Uplo::lower, n, 5, a.data(), n, b.data(), n), 0);
                       return b;
                   },
                   kSmallStep},
    LimitedRoutine{"potrs",
                   [](Session& s, std::int64_t n) {
                       const Reals a = factor(n);
                       Reals b = sides(n);
                       potrs<double>(s, Uplo::lower, n, 5, a.data(), n, b.data(), n);
                       return b;
                   },
                   kSmallStep},
    LimitedRoutine{"potri",
                   [](Session& s, std::int64_t n) {
                       Reals a = factor(n);
                       EXPECT_EQ(potri<double>(s, Uplo::lower, n, a.data(), n), 0);
                       return a;
                   },
                   kSmallStep},
    LimitedRoutine{"dsposv",
                   [](Session& s, std::int64_t n) {
                       Reals a = definite(n), x = sides(n);
                       const Reals b = x;
                       std::int64_t iter = 0;
                       EXPECT_EQ(dsposv(s, Uplo::lower, n, 5, a.data(), n, b.data(), n, x.data(), n, &iter),
                                 0);
                       return x;
                   },
                   kSmallStep},
    LimitedRoutine{"geqrf",
                   [](Session& s, std::int64_t n) {
                       Reals a = general(n), tau(static_cast<std::size_t>(n));
                       EXPECT_EQ(geqrf<double>(s, n, n, a.data(), n, tau.data()), 0);
                       return a;
                   }},
    LimitedRoutine{"orgqr and ormqr",
                   [](Session& s, std::int64_t n) {
                       Reals a = general(n), b = sides(n);
                       for (double& x : a) x /= 64;  // of any reflectors: the product is what counts
                       const Reals tau(static_cast<std::size_t>(n), 1.0);
                       EXPECT_EQ(ormqr<double>(s, Side::left, Op::trans, n, 5, n, a.data(), n, tau.data(),
                                               b.data(), n),
                                 0);
                       EXPECT_EQ(orgqr<double>(s, n, n, n, a.data(), n, tau.data()), 0);
                       a.insert(a.end(), b.begin(), b.end());
                       return a;
                   }},
    LimitedRoutine{"gels",
                   [](Session& s, std::int64_t n) {
                       Reals a = general(n), b = sides(n);
                       EXPECT_EQ(gels<double>(s, Op::none, n, n / 2, 5, a.data(), n, b.data(), n), 0);
                       return b;
                   },
                   kSmallStep},
};

/// The largest difference of two results, in terms of the largest element.
double difference(const Reals& x, const Reals& y) {
    double most = 0, largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        most = std::max(most, std::fabs(x[i] - y[i]));
        largest = std::max(largest, std::fabs(y[i]));
    }
    return most / largest;
}

class MemoryLimits : public testing::TestWithParam<LimitedRoutine> {
  protected:
    /// What a call gives with so much memory on each of some devices; nothing if that is too little.
    static std::optional<Reals> with_memory(std::int64_t limit, std::size_t devices, std::int64_t n) {
        MachineOptions options = test::first_test_devices(devices);
        options.memory_limit = limit;
        Session session(options);
        try {
            return GetParam().call(session, n);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::out_of_memory) << error.what();
            EXPECT_NE(std::string_view(error.what()).find(" bytes"), std::string_view::npos) << error.what();
            return std::nullopt;
        }
    }
    static void sweep(std::int64_t n, std::initializer_list<std::size_t> counts, double least, double most,
                      double step);
};

/// Once there is enough memory, more is enough, too.
void MemoryLimits::sweep(std::int64_t n, std::initializer_list<std::size_t> counts, double least, double most,
                         double step) {
    const std::optional<Reals> expected = with_memory(0, 1, n);
    ASSERT_TRUE(expected);
    for (const std::size_t devices : counts) {
        std::int64_t enough = 0;
        for (double limit = least; limit < most; limit *= step) {
            const auto bytes = static_cast<std::int64_t>(limit);
            const std::optional<Reals> found = with_memory(bytes, devices, n);
            if (found) {
                EXPECT_LT(difference(*found, *expected), 1e-10) << bytes << " bytes on " << devices;
                if (enough == 0) enough = bytes;
            }
            EXPECT_TRUE(found || enough == 0) << bytes << " bytes on each of " << devices
                                              << " devices are too little, " << enough << " were enough";
        }
        EXPECT_GT(enough, 0);
    }
}

/// From where all of it is too much to where all of it fits.
TEST_P(MemoryLimits, MoreMemoryIsNeverTooLittle) {
    const std::int64_t n = GetParam().order;
    const double matrix = static_cast<double>(n * n) * sizeof(double);
    sweep(n, {1, 3}, matrix / 4, 16 * matrix, GetParam().step);
}

/// In steps of a twentieth for every routine: minutes, which ./hg test long_limits takes.
TEST_P(MemoryLimits, DISABLED_From1To64MiB) {
    sweep(723, {1, 2, 3}, 1 << 20, 64 << 20, kSmallStep);
}

INSTANTIATE_TEST_SUITE_P(All, MemoryLimits, testing::ValuesIn(kLimited), [](const auto& routine) {
    std::string name(routine.param.name);
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
});

}  // namespace
}  // namespace hg
