#pragma once

#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <type_traits>
#include <vector>

#include "blas/call/argument_list.hpp"

namespace hg::test {

/// Fills the arguments of any routine: letters other than the first ones, sizes 3 or as small as they must
/// be, the scalar 2, and operands in one array of zeros. Arrays of indices that are only read stay null.
class ArgumentFiller : public ArgumentList<ArgumentFiller> {
  public:
    void op(std::string_view /*name*/, Op& value) { value = Op::trans; }
    void op(std::string_view /*name*/, Op& value, Op transposition) { value = transposition; }
    void side(Side& value) { value = Side::right; }
    void uplo(Uplo& value) { value = Uplo::upper; }
    void diag(Diag& value) { value = Diag::unit; }
    template <class Choice>
    void choice(std::string_view /*name*/, Choice& /*value*/, std::string_view /*must_be*/) {}
    void size(std::string_view /*name*/, std::int64_t& value) { value = 3; }
    void size_up_to(std::string_view /*name*/, std::int64_t& value, std::int64_t most,
                    std::string_view /*must_be*/) {
        value = most - 1;
    }
    template <class Number>
    void scalar(std::string_view /*name*/, Number& value) {
        value = Number{2};
    }
    template <class T>
    void matrix(std::string_view /*name*/, T*& data, std::int64_t& ld, const Shape& shape,
                bool /*used*/ = true) {
        data = memory<T>();
        ld = shape.rows + 1;
        shapes.push_back(shape);
    }
    /// Pivots that are read name no other row.
    template <class T>
    void vector(std::string_view /*name*/, T*& data, std::int64_t count, bool /*used*/ = true) {
        data = memory<T>();
        if constexpr (std::is_same_v<T, const std::int64_t>)
            std::iota(const_cast<std::int64_t*>(data), const_cast<std::int64_t*>(data) + count, 1);
    }
    template <class T>
    void strided(std::string_view /*name*/, T*& data, std::int64_t& increment, std::int64_t count,
                 bool used = true) {
        data = memory<T>();
        increment = -2;
        counts.push_back(used ? count : 0);
    }
    template <class T>
    void strided_forward(std::string_view name, T*& data, std::int64_t& increment, std::int64_t count,
                         bool used = true) {
        strided(name, data, increment, count, used);
        increment = 2;
    }
    template <class T>
    void result(std::string_view /*name*/, T*& number) {
        number = memory<T>();
    }

    std::vector<Shape> shapes{};
    std::vector<std::int64_t> counts{};

  private:
    static constexpr std::size_t kOperand = 20;

    /// The next part of the array.
    template <class T>
    T* memory() {
        return reinterpret_cast<T*>(&memory_.at(kOperand * operands_++));
    }

    std::array<std::complex<double>, 6 * kOperand> memory_{};
    std::size_t operands_ = 0;
};

/// Calls the routine of a row of interfaces/generated with filled arguments, for each of its element types.
template <class Row, class Session>
void call_with_filled_arguments(const Row& /*row*/, Session& session) {
    Row::Types::for_each([&]<class T>(std::type_identity<T>) {
        typename Row::template Arguments<T> arguments{};
        ArgumentFiller filler;
        list_arguments(arguments, filler);
        EXPECT_GT(arguments.flops(), 0) << Row::kName;
        EXPECT_GE(Row::template call<T>(session, Layout::col_major, arguments), 0) << Row::kName;
        if constexpr (requires { Row::template call_async<T>(session, Layout::col_major, arguments); }) {
            EXPECT_GE(Row::template call_async<T>(session, Layout::col_major, arguments).wait(), 0);
        }
    });
}

}  // namespace hg::test
