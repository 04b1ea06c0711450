#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "support/written_numbers.hpp"
#include "tools/workload/problem/routine.hpp"
#include <hg/runtime/program/element.hpp>

/// Small problems of each routine, and what makes their results right.
namespace hg::test {

/// A routine that is called, with the arguments of its calls.
struct FaultRow {
    const char* name;
    bool is_tried_complex = false;  ///< one of each kind
    bool updates_c = false;  ///< C (of dot: the result) has its old or its final elements after an error
    hgctl::Given given{};

    [[nodiscard]] bool has_vectors() const { return hgctl::routine_named(name).level < 3; }
    [[nodiscard]] bool is_for(ElementType type) const {
        return hgctl::routine_named(name).has(type) && (type != ElementType::c64 || is_tried_complex);
    }
};

inline constexpr std::int64_t kOrder = 100, kColumns = 12;

/// gels has a wide matrix.
inline const std::vector<FaultRow>& fault_rows() {
    static const hgctl::Given square{
        .m = kOrder, .n = kOrder, .k = kOrder, .nrhs = kColumns, .beta = 2, .gap = 3};
    static const auto with = [](hgctl::Given given, std::int64_t m, std::int64_t n, Op op_b = Op::none) {
        given.m = m, given.n = n, given.op_b = op_b;
        return given;
    };
    static const hgctl::Given tall = with(square, kOrder, kColumns);
    static const std::vector<FaultRow> rows{
        {"dot", false, true, square},     {"ger", false, true, square},
        {"trsv", false, false, square},   {"gemm", true, true, with(square, kOrder, kOrder, Op::trans)},
        {"symm", false, true, square},    {"syrk", false, true, square},
        {"herk", true, true, square},     {"syr2k", false, true, square},
        {"trmm", false, false, tall},     {"trsm", true, false, tall},
        {"getrf", true, false, square},   {"getrs", false, false, square},
        {"gesv", true, false, square},    {"posv", true, false, square},
        {"sysv", false, false, square},   {"hesv", true, false, square},
        {"potri", false, false, square},  {"gels", true, false, with(square, 60, kOrder)},
        {"dsgesv", false, false, square}, {"dsposv", false, false, square},
        {"getri", false, false, square}};
    return rows;
}

/// One problem, with its result once it is known: then results are compared with it, which is far quicker
/// than its rule.
class FaultProblem {
  public:
    FaultProblem(const FaultRow& row, ElementType type)
        : row_(row),
          epsilon_(needs_f64(type) ? std::numeric_limits<double>::epsilon()
                                   : static_cast<double>(std::numeric_limits<float>::epsilon())),
          problem_(hgctl::routine_named(row.name).make(type, row.given)),
          call_(problem_->listed()),
          inputs_(bytes_read()) {}

    [[nodiscard]] const FaultRow& row() const noexcept { return row_; }
    [[nodiscard]] hgctl::Problem& operator*() noexcept { return *problem_; }
    /// All operands as they were.
    void restore() {
        problem_->restore();
        before_ = numbers();
    }
    /// Whether all outputs hold the result, and all else what it held.
    [[nodiscard]] bool is_right(std::int64_t info) const {
        return right_.empty() ? problem_->judged(info).passed()
                              : std::ranges::equal(right_, numbers(),
                                                   [this](double a, double b) { return close(a, b); });
    }
    /// Takes what stands in the operands for the result.
    void keep_result() { right_ = numbers(); }
    /// Whether what is only read is as it was, bit by bit.
    [[nodiscard]] bool has_inputs() const { return bytes_read() == inputs_; }
    /// The numbers of all outputs, gaps and all. An iterative solution may leave its matrix as it was, or
    /// overwrite it.
    [[nodiscard]] std::vector<double> numbers() const {
        const bool is_refined = std::string_view(row_.name).starts_with("ds");
        return numbers_written(call_, is_refined ? "X" : "");
    }
    /// Whether each of these numbers, which a call has left, is its old or its final one.
    [[nodiscard]] bool are_old_or_final(const std::vector<double>& left) const {
        const std::vector<double> last = numbers();
        for (std::size_t i = 0; i < left.size(); ++i)
            if (!is_close(left[i], before_[i], 0) && !close(last[i], left[i])) return false;
        return true;
    }

  private:
    [[nodiscard]] bool close(double a, double b) const {
        return is_close(a, b, 2e4 * epsilon_ * (1 + std::fabs(b)));
    }
    [[nodiscard]] std::vector<char> bytes_read() const {
        std::vector<char> bytes;
        for (const hgctl::ListedOperand* const x : call_.operands()) {
            const auto* const first = static_cast<const char*>(x->data);
            const std::int64_t size = x->is_integral() ? 8 : size_of(x->type);
            if (!x->written) bytes.insert(bytes.end(), first, first + size * x->elements());
        }
        return bytes;
    }

    FaultRow row_;
    double epsilon_;
    std::unique_ptr<hgctl::Problem> problem_;
    hgctl::ListedCall call_;
    std::vector<char> inputs_;
    std::vector<double> before_{}, right_{};
};

}  // namespace hg::test
