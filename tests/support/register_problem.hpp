#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/pocl_optimiser.hpp"
#include "support/problems.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/registers/vector.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/verify.hpp>

/// Routines on registers, judged as the calls that they are.
namespace hg::test {

/// A problem whose call is made by commands on registers. Its operands are loaded with all that stands
/// between and around their elements, and stored after the commands: the problem's judgement sees what else
/// they wrote.
class RegisterProblem {
  public:
    RegisterProblem(std::string_view routine, ElementType type, const Given& given)
        : problem(make_problem(routine, type, given)), builder(machine().target()), type_(type) {}

    /// One for kernels that PoCL optimises, one for others.
    static Machine& machine() {
        static std::map<bool, std::unique_ptr<Machine>>& machines =
            *new std::map<bool, std::unique_ptr<Machine>>;
        std::unique_ptr<Machine>& machine = machines[PoclOptimiser::is_on()];
        if (!machine) machine = std::make_unique<Machine>(test_options());
        return *machine;
    }

    /// Of rows x cols elements, in a window whose first row is `above`: 16 at most, and no more than the gap.
    RegisterId matrix(std::string_view name, std::int64_t rows, std::int64_t cols, std::int64_t above) {
        const std::int64_t ld = problem->ld(name);
        const RegisterId whole = loaded(type_, name, problem->data(name), -above, ld, cols);
        return ld == rows ? whole : builder.window(whole, above, 0, rows, cols);
    }
    /// Of n elements: a column, or a row of a larger matrix.
    RegisterId vector(std::string_view name, std::int64_t n, std::int64_t increment) {
        const std::int64_t inc = std::abs(increment);
        if (inc == 1) return loaded(type_, name, problem->data(name), 0, n, 1);
        return builder.window(loaded(type_, name, problem->data(name), 0, inc, n), 0, 0, 1, n);
    }
    /// A number of the program if it is real; with `on_device`, or if it is complex, one in the device's
    /// memory: a quotient, or if it is a whole number that number.
    Coefficient coefficient(std::complex<double> value, bool on_device = false) {
        if (!is_complex(type_)) value = value.real();
        if (value.imag() == 0 && !on_device) return value.real();
        if (value.imag() == 0 && value.real() == std::round(value.real())) return number(value);
        const std::complex<double> over = is_complex(type_) ? std::complex<double>(0, 2) : -4;
        return {2.0, number(value * over / 2.0), number(over)};
    }
    /// Where a sum of this type goes.
    RegisterId result(ElementType type) {
        const hgctl::ListedCall call = problem->listed();
        index_ = type == ElementType::i32 ? static_cast<std::int64_t*>(call.number()->data) : nullptr;
        return loaded(type, "result", index_ != nullptr ? &place_ : call.number()->data, 0, 1, 1);
    }
    void run() {
        for (const auto& [tile, reg] : stores_) builder.store(tile, reg);
        const Program program = std::move(builder).finish();
        verify(program);
        machine().run(program, bindings_);
        if (index_ != nullptr) *index_ = place_;
    }
    [[nodiscard]] testing::AssertionResult is_right() {
        run();
        return test::is_right(*problem);
    }

    std::unique_ptr<Problem> problem;
    ProgramBuilder builder;

  private:
    RegisterId loaded(ElementType type, std::string_view name, void* data, std::int64_t offset,
                      std::int64_t rows, std::int64_t cols) {
        const HostTile tile{builder.matrix(std::string(name), type, rows, cols), 0, 0, rows, cols};
        const RegisterId reg = builder.reg(0, type, rows, cols);
        builder.load(reg, tile);
        stores_.emplace_back(tile, reg);
        if (type == ElementType::i32)
            bindings_.matrix(std::string(name), static_cast<std::int32_t*>(data), rows);
        else
            with_elements(type, [&]<class T>() {
                bindings_.matrix(std::string(name), static_cast<T*>(data) + offset, rows);
            });
        return reg;
    }
    RegisterId number(std::complex<double> value) {
        void* const memory = numbers_.emplace_back().data();
        with_elements(type_, [&]<class T>() { new (memory) T(hgctl::element_from<T>(value)); });
        return loaded(type_, "number" + std::to_string(numbers_.size()), memory, 0, 1, 1);
    }

    ElementType type_;
    Bindings bindings_;
    std::vector<std::pair<HostTile, RegisterId>> stores_;
    std::deque<std::array<double, 2>> numbers_;
    std::int32_t place_ = -7;
    std::int64_t* index_ = nullptr;
};

/// How operands lie in memory, and what they are multiplied by.
struct RegisterForm {
    std::int64_t incx, incy, above, gap;
    std::complex<double> alpha, beta;
    bool on_device = false;  ///< if alpha and beta stand in its memory

    [[nodiscard]] Given given() const {
        return {.alpha = alpha, .beta = beta, .incx = incx, .incy = incy, .gap = gap};
    }
};

/// The gap that lets columns of a window at row 16 begin on boundaries of 64 bytes, or not.
constexpr std::int64_t gap_of(std::int64_t rows, bool aligned) {
    return (aligned ? (16 + rows + 15) / 16 * 16 : (16 + rows) | 1) - rows;
}

constexpr Uplo other(Uplo uplo) {
    return uplo == Uplo::lower ? Uplo::upper : Uplo::lower;
}

/// A triangle of this order and what is multiplied by it, or with `conjugated` by its conjugate: of a
/// hermitian matrix that is the transpose, the same memory by rows.
inline Given hermitian(const RegisterForm& form, Uplo uplo, std::int64_t n, bool conjugated) {
    Given given = form.given();
    given.uplo = conjugated ? other(uplo) : uplo;
    given.layout = conjugated ? Layout::row_major : Layout::col_major;
    given.n = n;
    return given;
}

}  // namespace hg::test
