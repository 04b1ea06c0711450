#include "check_gemm.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <sstream>
#include <vector>

#include "gemm_call.hpp"
#include "gemm_reference.hpp"
#include "random_matrix.hpp"
#include "runtime/program/error.hpp"

namespace hgctl {
namespace {

constexpr std::int64_t kGuard = 64;

/// A matrix as it is stored (ld along its contiguous dimension), between guard zones. All that is no element
/// of the matrix holds NaN.
template <class T>
class GuardedMatrix {
  public:
    GuardedMatrix(std::int64_t contiguous, std::int64_t lines, std::int64_t ld)
        : contiguous_(contiguous),
          lines_(lines),
          ld_(ld),
          all_(static_cast<std::size_t>(2 * kGuard + ld * lines), std::numeric_limits<T>::quiet_NaN()) {}

    void fill(std::uint64_t seed) {
        for (std::int64_t line = 0; line < lines_; ++line)
            fill_random(data() + line * ld_, contiguous_, seed + static_cast<std::uint64_t>(line));
    }
    [[nodiscard]] T* data() { return all_.data() + kGuard; }
    /// From the first element on, as gemm_error() takes C0.
    [[nodiscard]] std::vector<T> copy() const { return {all_.begin() + kGuard, all_.end()}; }
    [[nodiscard]] const std::vector<T>& all() const { return all_; }

    /// True where everything but the matrix's elements has the same bits as `before`.
    [[nodiscard]] bool same_outside(const std::vector<T>& before) const {
        const auto same = [&](std::int64_t first, std::int64_t count) {
            return std::memcmp(all_.data() + first, before.data() + first,
                               static_cast<std::size_t>(count) * sizeof(T)) == 0;
        };
        bool intact = same(0, kGuard) && same(kGuard + ld_ * lines_, kGuard);
        for (std::int64_t line = 0; line < lines_; ++line)
            intact = intact && same(kGuard + line * ld_ + contiguous_, ld_ - contiguous_);
        return intact;
    }

  private:
    std::int64_t contiguous_;
    std::int64_t lines_;
    std::int64_t ld_;
    std::vector<T> all_;
};

std::int64_t draw_size(RandomNumbers& numbers, std::int64_t n_max) {
    switch (numbers.between(0, 15)) {
        case 0:
            return 0;
        case 1:
            return 1;
        case 2:  // beside the powers of two that tiles are cut at
        case 3:
            return std::min(n_max, (std::int64_t{1} << numbers.between(2, 8)) + numbers.between(-1, 1));
        default:
            return numbers.between(1, n_max);
    }
}

double draw_scalar(RandomNumbers& numbers) {
    constexpr double kSpecial[] = {0, 1, -1, 0.5};
    const std::int64_t choice = numbers.between(0, 5);
    return choice < 4 ? kSpecial[choice] : numbers.unit();
}

hg::Op draw_op(RandomNumbers& numbers) {
    constexpr hg::Op kOps[] = {hg::Op::none, hg::Op::trans, hg::Op::conj_trans};
    return kOps[numbers.between(0, 2)];
}

/// How a matrix of rows x cols elements is stored in a layout.
struct Stored {
    std::int64_t contiguous, lines, ld;
};

Stored draw_stored(RandomNumbers& numbers, hg::Layout layout, std::int64_t rows, std::int64_t cols) {
    const bool columns = layout == hg::Layout::col_major;
    const std::int64_t contiguous = columns ? rows : cols;
    const std::int64_t gap = numbers.between(0, 1) * numbers.between(0, 9);
    return {contiguous, columns ? cols : rows, std::max<std::int64_t>(1, contiguous + gap)};
}

template <class T>
std::string describe(const GemmCall<T>& call, std::int64_t block) {
    std::ostringstream text;
    text.precision(9);
    text << (sizeof(T) == 8 ? "dgemm" : "sgemm")
         << (call.layout == hg::Layout::col_major ? " col_major " : " row_major ")
         << static_cast<char>(call.op_a) << ' ' << static_cast<char>(call.op_b) << " m=" << call.m
         << " n=" << call.n << " k=" << call.k << " alpha=" << call.alpha << " beta=" << call.beta
         << " lda=" << call.lda << " ldb=" << call.ldb << " ldc=" << call.ldc;
    if (block > 0) text << " block=" << block;
    return text.str();
}

template <class T>
CheckResult run_and_compare(hg::Session& session, GemmCall<T> call, const Stored& stored_c,
                            std::int64_t block, std::uint64_t seed) {
    GuardedMatrix<T> c(stored_c.contiguous, stored_c.lines, stored_c.ld);
    if (call.beta != 0) c.fill(seed);
    const std::vector<T> before = c.all();
    const std::vector<T> c0 = c.copy();
    call.c = c.data();
    CheckResult result;
    result.problem = describe(call, block);
    const std::uint64_t failed_runs = session.statistics().failed_runs;
    try {
        run(session, call, block);
    } catch (const hg::Error& error) {
        result.fault = error.what();
        return result;
    }
    result.error = gemm_error(col_major(call), c0);
    if (!c.same_outside(before))
        result.fault = "wrote outside the m x n elements of C";
    else if (!(result.error <= 1))
        result.fault = "error " + std::to_string(result.error) + " times the bound";
    else if (session.statistics().failed_runs != failed_runs)
        result.fault = "a device failed, and others finished the product; with HG_LOG=warn the log says why";
    result.passed = result.fault.empty();
    return result;
}

}  // namespace

template <class T>
CheckResult check_gemm(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    RandomNumbers numbers(seed);
    GemmCall<T> call;
    call.layout = numbers.between(0, 1) == 0 ? hg::Layout::col_major : hg::Layout::row_major;
    call.op_a = draw_op(numbers);
    call.op_b = draw_op(numbers);
    call.m = draw_size(numbers, n_max);
    call.n = draw_size(numbers, n_max);
    call.k = draw_size(numbers, n_max);
    call.alpha = static_cast<T>(draw_scalar(numbers));
    call.beta = static_cast<T>(draw_scalar(numbers));
    const bool a_as_is = call.op_a == hg::Op::none;
    const bool b_as_is = call.op_b == hg::Op::none;
    const Stored a = draw_stored(numbers, call.layout, a_as_is ? call.m : call.k, a_as_is ? call.k : call.m);
    const Stored b = draw_stored(numbers, call.layout, b_as_is ? call.k : call.n, b_as_is ? call.n : call.k);
    const Stored c = draw_stored(numbers, call.layout, call.m, call.n);
    // A third of the problems in small blocks: several tiles a device, several devices a matrix.
    const std::int64_t block = numbers.between(0, 2) == 0 ? numbers.between(16, 64) : 0;

    GuardedMatrix<T> matrix_a(a.contiguous, a.lines, a.ld);
    GuardedMatrix<T> matrix_b(b.contiguous, b.lines, b.ld);
    if (call.alpha != 0) {
        matrix_a.fill(numbers.next());
        matrix_b.fill(numbers.next());
    }
    call.a = matrix_a.data();
    call.lda = a.ld;
    call.b = matrix_b.data();
    call.ldb = b.ld;
    call.ldc = c.ld;
    return run_and_compare(session, call, c, block, numbers.next());
}

template CheckResult check_gemm<float>(hg::Session&, std::uint64_t, std::int64_t);
template CheckResult check_gemm<double>(hg::Session&, std::uint64_t, std::int64_t);

}  // namespace hgctl
