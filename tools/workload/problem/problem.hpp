#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/workload/operands/listed_call.hpp"
#include "tools/workload/problem/check_result.hpp"
#include <hg/blas/call.hpp>
#include <hg/blas/session.hpp>

namespace hgctl {

/// One problem of a routine, whatever its elements are: its arguments with operands of their own between
/// guards. What the call must not read holds NaN, or a number if it must not be written either. The routine's
/// rule judges the result.
///
/// Operands have the names that the routine's arguments have, as "A" and "x". Element (i, j) is that of the
/// matrix as the caller sees it, before op; a vector has one column.
class Problem {
  public:
    Problem() = default;
    virtual ~Problem() = default;
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;

    /// "dgemm row_major N T m=17 n=3 k=40 alpha=-1 lda=20 ..."
    [[nodiscard]] virtual std::string text() const = 0;
    /// Makes the call by the public interface, and judges what it leaves.
    virtual CheckResult check(hg::Session& session) = 0;
    /// Makes the call, without a judgement; returns info.
    virtual std::int64_t call(hg::Session& session) = 0;
    /// Submits the call. Only for routines that have an asynchronous form.
    virtual hg::Call submit(hg::Session& session) = 0;
    /// Judges what a call has left.
    [[nodiscard]] virtual CheckResult judged(std::int64_t info = 0) const = 0;

    /// False if nothing is left to do, or the output is scaled alone.
    [[nodiscard]] virtual bool multiplies() const = 0;
    /// Whether the call may write this element of an operand.
    [[nodiscard]] virtual bool counts(std::string_view operand, std::int64_t i, std::int64_t j) const = 0;
    [[nodiscard]] virtual std::complex<double> was(std::string_view operand, std::int64_t i,
                                                   std::int64_t j) const = 0;
    [[nodiscard]] virtual std::complex<double> now(std::string_view operand, std::int64_t i,
                                                   std::int64_t j) const = 0;
    /// Gives an element another value, before the call.
    virtual void set(std::string_view operand, std::int64_t i, std::int64_t j,
                     std::complex<double> value) = 0;
    /// The pivots that the call reads or writes, which it must have.
    [[nodiscard]] virtual std::vector<std::int64_t>& pivots() = 0;
    /// The steps of a refinement that the call has returned, which it must have.
    [[nodiscard]] virtual std::int64_t iter() const = 0;
    /// Where an operand stands, and its leading dimension.
    [[nodiscard]] virtual void* data(std::string_view operand) = 0;
    [[nodiscard]] virtual std::int64_t ld(std::string_view operand) const = 0;
    /// The call as data.
    [[nodiscard]] virtual ListedCall listed() const = 0;
    /// Lets what the call writes be as it was before.
    virtual void restore() = 0;
    /// Takes what stands in the operands for what they are before the call.
    virtual void keep() = 0;
    /// All that the call writes, with guards.
    [[nodiscard]] virtual std::vector<std::byte> result_bits() const = 0;
};

}  // namespace hgctl
