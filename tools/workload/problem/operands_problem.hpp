#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/workload/problem/argument_maker.hpp"
#include "tools/workload/problem/problem.hpp"

namespace hgctl {

/// A problem's operands of T. They do not depend on the routine, so that all routines share their code.
template <class T>
class OperandsProblem : public Problem {
  public:
    [[nodiscard]] hg::Layout layout() const noexcept { return given_.layout; }
    [[nodiscard]] bool is_drawn() const noexcept { return is_drawn_; }
    [[nodiscard]] RandomNumbers& numbers() noexcept { return numbers_; }
    void say(std::string_view words) { memory_.text << ' ' << words; }
    [[nodiscard]] BlasOperand<T>& operator[](std::string_view name);
    [[nodiscard]] const BlasOperand<T>& operator[](std::string_view name) const;

    using Problem::check;
    /// Makes a call in another way, by a function that returns info, or 0.
    CheckResult check(hg::Session& session, const std::function<std::int64_t()>& make);

    [[nodiscard]] bool counts(std::string_view operand, std::int64_t i, std::int64_t j) const override;
    [[nodiscard]] std::complex<double> was(std::string_view operand, std::int64_t i,
                                           std::int64_t j) const override;
    [[nodiscard]] std::complex<double> now(std::string_view operand, std::int64_t i,
                                           std::int64_t j) const override;
    void set(std::string_view operand, std::int64_t i, std::int64_t j, std::complex<double> value) override;
    [[nodiscard]] std::vector<std::int64_t>& pivots() override { return memory_.integers.front(); }
    [[nodiscard]] std::int64_t iter() const override { return memory_.integers.back().front(); }
    [[nodiscard]] void* data(std::string_view operand) override { return (*this)[operand].data(); }
    [[nodiscard]] std::int64_t ld(std::string_view operand) const override { return (*this)[operand].ld(); }
    void restore() override;
    void keep() override;
    [[nodiscard]] std::vector<std::byte> result_bits() const override;

  protected:
    OperandsProblem(const Given& given, Drawing* drawing, ListedParts parts, bool is_often_square)
        : given_(given), is_drawn_(drawing != nullptr), memory_(given, drawing, parts, is_often_square) {}

    /// What makes the operands as the routine's arguments are listed.
    [[nodiscard]] ArgumentMaker<T>& memory() noexcept { return memory_; }
    /// Elements are drawn after the arguments: from the same numbers, or from the given seed.
    void begin_elements(const Drawing* drawing) {
        numbers_ = drawing != nullptr ? drawing->numbers : RandomNumbers(given_.seed);
    }
    /// Gives all operands that are read random elements; those that are written as well if they are read.
    void fill(bool reads_output);
    [[nodiscard]] std::string text_of(std::string_view routine, bool has_layout) const;
    /// What a call changed that it must not; empty if nothing.
    [[nodiscard]] std::string fault() const;
    [[nodiscard]] Operands<T> operands_before() const;
    [[nodiscard]] Operands<T> operands_now() const;
    [[nodiscard]] bool has_real_diagonals() const;

  private:
    Given given_;
    bool is_drawn_;
    RandomNumbers numbers_{0};
    ArgumentMaker<T> memory_;
};

}  // namespace hgctl
