#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "blas/call/argument_list.hpp"

namespace hg::test {

/// How the arguments of a call are made.
struct ArgumentPlan {
    Layout layout = Layout::col_major;
    unsigned letters = 0;                        ///< a bit for each letter: its first value, or the second
    std::array<std::int64_t, 3> sizes{4, 5, 6};  ///< in the order of the routine's; less if it must be
    double alpha = 2, beta = 0.5;
    bool null_if_unused = false;  ///< memory that the call does not touch is null
    bool has_layout = false;      ///< whether the first argument is the layout
    bool strides_alone = false;   ///< only leading dimensions are made wrong
    int wrong = -1;               ///< which fault is made, counted from 0; -1: none
};

/// A wrong argument, and what a call must say about it.
struct PlantedFault {
    int number;
    std::string name;
    std::string_view words;
};

/// Makes the arguments of any routine: good ones, or good ones but for one. All memory holds 7.
class MadeArguments : public ArgumentList<MadeArguments> {
  public:
    /// The matrix that the call writes.
    struct Output {
        const void* data = nullptr;
        std::int64_t ld = 0;
        Shape shape{};
    };

    explicit MadeArguments(const ArgumentPlan& plan) : layout(plan.layout), plan_(plan) {
        if (plan.has_layout && is_wrong(++number_, "layout", "must be col_major or row_major"))
            layout = static_cast<Layout>('X');
    }

    void op(std::string_view name, Op& value) {
        letter(name, value, {Op::none, Op::trans}, "must be none, trans or conj_trans");
    }
    void op(std::string_view name, Op& value, Op transposition) {
        const bool plain = transposition == Op::trans;
        const std::string_view words = plain ? "must be none or trans" : "must be none or conj_trans";
        letter(name, value, {Op::none, transposition}, words);
        if (is_wrong(number_, name, words)) value = plain ? Op::conj_trans : Op::trans;
    }
    void side(Side& value) { letter("side", value, {Side::left, Side::right}, "must be left or right"); }
    void uplo(Uplo& value) { letter("uplo", value, {Uplo::lower, Uplo::upper}, "must be lower or upper"); }
    void diag(Diag& value) {
        letter("diag", value, {Diag::non_unit, Diag::unit}, "must be non_unit or unit");
    }
    template <class Choice>
    void choice(std::string_view name, Choice& value, std::string_view words) {
        letter(name, value, {value, value}, words);
    }
    void size(std::string_view name, std::int64_t& value) {
        ++number_;
        value = next_size();
        for (const std::int64_t bad : {std::int64_t{-1}, kSmallest})
            if (is_wrong(number_, name, "must not be negative, but is -")) value = bad;
    }
    void size_up_to(std::string_view name, std::int64_t& value, std::int64_t most, std::string_view words) {
        ++number_;
        value = std::min(next_size(), most);
        for (const std::int64_t bad : {std::int64_t{-1}, most + 1})
            if (is_wrong(number_, name, words)) value = bad;
    }
    template <class Number>
    void scalar(std::string_view name, Number& value) {
        ++number_;
        const double number = name == "beta" ? plan_.beta : plan_.alpha;
        scales_ = scales_ || name == "beta";
        if constexpr (std::is_arithmetic_v<Number>)
            value = static_cast<Number>(number);
        else
            value = static_cast<typename Number::value_type>(number);
    }
    template <class T>
    void matrix(std::string_view name, T*& data, std::int64_t& ld, const Shape& shape, bool used = true) {
        const bool by_columns = plan_.layout == Layout::col_major;
        const std::int64_t extent = by_columns ? shape.rows : shape.cols;
        const bool touched = used && shape.rows > 0 && shape.cols > 0;
        std::string leading(1, static_cast<char>(name.front() - 'A' + 'a'));
        leading.insert(0, "ld");
        number_ += 2;
        ld = std::max<std::int64_t>(extent, 1) + 1;
        data = memory<T>(touched);
        if (touched && is_wrong(number_ - 1, name, "must not be null")) data = nullptr;
        for (const std::int64_t bad : {std::max<std::int64_t>(extent, 1) - 1, std::int64_t{-4}})
            if (is_wrong(number_, leading, "must be at least", true)) ld = bad;
        for (const std::int64_t bad : {kLargest / 4, kLargest, std::int64_t{1} << 60})
            if (touched && is_wrong(number_, leading, "larger than memory can be")) ld = bad;
        if constexpr (!std::is_const_v<T>) output = {data, ld, by_columns ? shape : transposed(shape)};
    }
    template <class T>
    void vector(std::string_view name, T*& data, std::int64_t count, bool used = true) {
        constexpr bool kAreRead = std::is_same_v<T, const std::int64_t>;
        ++number_;
        data = memory<T>((used || kAreRead) && count > 0);
        if (used && count > 0 && is_wrong(number_, name, "must not be null")) data = nullptr;
        if constexpr (kAreRead)
            for (const std::int64_t bad : {std::int64_t{0}, count + 1})
                if (count > 0 && is_wrong(number_, name, "")) {
                    const_cast<std::int64_t*>(data)[count - 1] = bad;
                    found_in_call = true;
                }
    }
    template <class T>
    void strided(std::string_view name, T*& data, std::int64_t& increment, std::int64_t count,
                 bool used = true) {
        with_increment(name, data, increment, count, used, "must not be 0");
    }
    template <class T>
    void strided_forward(std::string_view name, T*& data, std::int64_t& increment, std::int64_t count,
                         bool used = true) {
        with_increment(name, data, increment, count, used, "must be positive");
        if (is_wrong(number_, "inc" + std::string(name), "must be positive")) increment = -1;
    }
    template <class T>
    void result(std::string_view /*name*/, T*& number) {
        number = memory<T>(true);
    }

    /// What beta multiplies the elements of the output by that count, if all else is zero.
    [[nodiscard]] double factor() const { return scales_ ? plan_.beta : 0; }

    Layout layout;
    std::optional<PlantedFault> fault{};
    bool found_in_call = false;  ///< pivots are looked at when the call begins, not when it is submitted
    Output output{};
    static constexpr std::size_t kOperand = 64;
    std::array<std::complex<double>, 6 * kOperand> elements{};

  private:
    static constexpr std::int64_t kSmallest = std::numeric_limits<std::int64_t>::min();
    static constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

    /// True if it is the turn of this fault.
    bool is_wrong(int number, std::string_view name, std::string_view words, bool of_stride = false) {
        if ((plan_.strides_alone && !of_stride) || faults_++ != plan_.wrong) return false;
        fault = {number, std::string(name), words};
        return true;
    }
    template <class Letter>
    void letter(std::string_view name, Letter& value, std::array<Letter, 2> values, std::string_view words) {
        ++number_;
        value = values[plan_.letters >> letters_++ & 1U];
        for (const char bad : {'n', 'l', 'V', '\0'})
            if (is_wrong(number_, name, words)) value = static_cast<Letter>(bad);
    }
    std::int64_t next_size() { return plan_.sizes[sizes_++ % plan_.sizes.size()]; }
    template <class T>
    void with_increment(std::string_view name, T*& data, std::int64_t& increment, std::int64_t count,
                        bool used, std::string_view words) {
        const std::string increments = "inc" + std::string(name);
        number_ += 2;
        increment = 2;
        data = memory<T>(used && count > 0);
        if (used && count > 0 && is_wrong(number_ - 1, name, "must not be null")) data = nullptr;
        if (is_wrong(number_, increments, words)) increment = 0;
        for (const std::int64_t bad : {kLargest, kSmallest})
            if ((bad > 0 || words != "must be positive") &&
                is_wrong(number_, increments, "larger than memory can be"))
                increment = bad;
    }
    /// The next part of the array, with elements of 7, or pivots that name no other row.
    template <class T>
    T* memory(bool touched) {
        using Number = std::remove_const_t<T>;
        auto* const first = reinterpret_cast<Number*>(&elements.at(kOperand * operands_++));
        if constexpr (std::is_same_v<Number, std::int64_t>)
            std::iota(first, first + kOperand, 1);
        else
            std::fill_n(first, kOperand, Number(7));
        return touched || !plan_.null_if_unused ? first : nullptr;
    }

    ArgumentPlan plan_;
    int number_ = 0;  ///< of the last argument
    int faults_ = 0;
    unsigned letters_ = 0;
    std::size_t sizes_ = 0, operands_ = 0;
    bool scales_ = false;
};

}  // namespace hg::test
