#pragma once

#include <complex>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <sstream>
#include <string_view>

#include "tools/workload/operands/random_matrix.hpp"
#include "tools/workload/problem/blas_operand.hpp"
#include "tools/workload/problem/check_result.hpp"
#include "tools/workload/rule/product_error.hpp"
#include <hg/blas/types.hpp>

namespace hgctl {

/// The increments that a routine takes.
enum class Increments { any, positive };

/// One random problem of a routine of BLAS. Its arguments are drawn one after the other, and its text names
/// them in this order. Then check() does the rest, or fill(), run() and judge() one by one.
template <class T>
class BlasProblem {
  public:
    using Operand = BlasOperand<T>;

    /// `routine`: its name without the letter of its type.
    BlasProblem(std::string_view routine, std::uint64_t seed, std::int64_t n_max);

    hg::Layout layout() { return layout(draw({hg::Layout::col_major, hg::Layout::row_major})); }
    /// A layout that was drawn elsewhere.
    hg::Layout layout(hg::Layout drawn);
    hg::Side side() { return letter(draw({hg::Side::left, hg::Side::right})); }
    hg::Uplo uplo() { return letter(draw({hg::Uplo::lower, hg::Uplo::upper})); }
    hg::Op op() { return op({hg::Op::none, hg::Op::trans, hg::Op::conj_trans}); }
    /// One of those that the routine takes.
    hg::Op op(std::initializer_list<hg::Op> taken) { return letter(draw(taken)); }
    /// One of an update that keeps C symmetric, as that of syrk.
    hg::Op symmetric_op() { return kIsComplex<T> ? op({hg::Op::none, hg::Op::trans}) : op(); }
    hg::Diag diag() { return letter(draw({hg::Diag::non_unit, hg::Diag::unit})); }
    /// One of BLAS's letters that was drawn elsewhere.
    template <class Letter>
    Letter letter(Letter drawn) {
        text_ << ' ' << static_cast<char>(drawn);
        return drawn;
    }
    std::int64_t size(std::string_view name);
    T scalar(std::string_view name);
    /// One that is real whatever the elements are.
    PartOf<T> real_scalar(std::string_view name);

    /// An operand X that the routine reads. op(X) is rows x cols; `part` is a part of X.
    const Operand& reads(const char* name, std::int64_t rows, std::int64_t cols, hg::Op op = hg::Op::none,
                         Part part = Part::all) {
        return add({name, layout_, op, false}, rows, cols, part);
    }
    /// The operand that it writes; a part of it if the rest must stay as it is.
    Operand& writes(const char* name, std::int64_t rows, std::int64_t cols, Part part = Part::all) {
        return add({name, layout_, hg::Op::none, true}, rows, cols, part);
    }

    /// A vector of n elements that the routine reads, or writes.
    Operand& reads_vector(const char* name, std::int64_t n, Increments increments = Increments::any) {
        return add_vector(name, n, false, increments);
    }
    Operand& writes_vector(const char* name, std::int64_t n, Increments increments = Increments::any) {
        return add_vector(name, n, true, increments);
    }

    /// Fills the operands, makes the call, and compares the operand that is written with the rule.
    CheckResult check(hg::Session& session, const ProductRule<T>& rule, const std::function<void()>& call);

    [[nodiscard]] RandomNumbers& numbers() noexcept { return numbers_; }
    /// Adds words to the problem's text.
    void say(std::string_view words) { text_ << ' ' << words; }
    /// The operand by its position.
    [[nodiscard]] Operand& operand(std::size_t position) { return operands_.at(position); }
    /// Fills what is read if alpha is not 0; and what is written if beta is not 0, or if `updates` says that
    /// products read it and alpha is not 0. All else stays NaN, for it must not be read.
    void fill(T alpha, T beta, bool updates = false);
    /// Makes the call. A fault if it throws, if a device fails, or if it writes what it must not.
    CheckResult run(hg::Session& session, const std::function<void()>& call);

  private:
    template <class Letter>
    Letter draw(std::initializer_list<Letter> letters) {
        return letters.begin()[numbers_.between(0, static_cast<std::int64_t>(letters.size()) - 1)];
    }
    Operand& add(const OperandForm& form, std::int64_t rows, std::int64_t cols, Part part);
    Operand& add_vector(const char* name, std::int64_t n, bool written, Increments increments);

    RandomNumbers numbers_;
    std::int64_t n_max_;
    hg::Layout layout_ = hg::Layout::col_major;
    std::ostringstream text_;
    std::deque<Operand> operands_;
};

extern template class BlasProblem<float>;
extern template class BlasProblem<double>;
extern template class BlasProblem<std::complex<float>>;
extern template class BlasProblem<std::complex<double>>;

}  // namespace hgctl
