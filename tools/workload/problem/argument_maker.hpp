#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "blas/call/argument_list.hpp"
#include "tools/workload/problem/blas_operand.hpp"
#include "tools/workload/problem/given.hpp"
#include "tools/workload/rule/draw.hpp"
#include "tools/workload/rule/operands.hpp"

namespace hgctl {

/// What a random problem is drawn from. Consecutive seeds go through all combinations of a routine's letters.
struct Drawing {
    Drawing(std::uint64_t seed, std::int64_t largest) : numbers(seed), n_max(largest), combination(seed) {}

    template <class Letter>
    Letter letter(std::initializer_list<Letter> letters) {
        const std::uint64_t count = letters.size();
        return letters.begin()[std::exchange(combination, combination / count) % count];
    }

    RandomNumbers numbers;
    std::int64_t n_max;
    std::uint64_t combination;
};

/// An operand of a problem.
template <class T>
struct ProblemOperand {
    std::string_view name;  ///< "A"
    BlasOperand<T> memory;
    bool used;  ///< if it is read: the call may read it
};

/// Walks a routine's arguments and gives them operands of their own: memory between guards, leading
/// dimensions with a gap. Letters, sizes, scalars and increments are drawn or, without a drawing, given.
template <class T>
class ArgumentMaker : public hg::ArgumentList<ArgumentMaker<T>> {
  public:
    /// @param is_often_square a third of the random problems have m = n
    ArgumentMaker(const Given& given, Drawing* drawing, ListedParts parts, bool is_often_square)
        : given_(given), drawing_(drawing), parts_(parts), is_often_square_(is_often_square) {
        text.precision(9);
    }

    void op(std::string_view name, hg::Op& value) {
        const hg::Op given = name == "op_b" ? given_.op_b : given_.op;
        letter(value, given, {hg::Op::none, hg::Op::trans, hg::Op::conj_trans});
    }
    void op(std::string_view /*name*/, hg::Op& value, hg::Op transposition) {
        letter(value, given_.op == hg::Op::none ? hg::Op::none : transposition,
               {hg::Op::none, transposition});
    }
    void side(hg::Side& value) { letter(value, given_.side, {hg::Side::left, hg::Side::right}); }
    void uplo(hg::Uplo& value) {
        letter(value, given_.uplo, {hg::Uplo::lower, hg::Uplo::upper});
        parts_.note(value);
    }
    void diag(hg::Diag& value) {
        letter(value, given_.diag, {hg::Diag::non_unit, hg::Diag::unit});
        parts_.note(value);
    }
    void choice(std::string_view /*name*/, hg::Pivoting& value, std::string_view /*must_be*/) {
        value = given_.pivoting;
    }
    void size_up_to(std::string_view name, std::int64_t& value, std::int64_t most,
                    std::string_view /*must_be*/) {
        value = drawing_ != nullptr ? drawing_->numbers.between(0, most)
                                    : std::min(name == "n" ? given_.n : given_.k, most);
        say(name, value);
    }
    void size(std::string_view name, std::int64_t& value) {
        value = drawing_ != nullptr ? draw_size(drawing_->numbers, drawing_->n_max)
                : name == "m"       ? given_.m
                : name == "n"       ? given_.n
                : name == "nrhs"    ? given_.nrhs
                                    : given_.k;
        if (is_often_square_ && name == "n" && drawing_ != nullptr && drawing_->numbers.between(0, 2) == 0)
            value = last_size_;
        last_size_ = value;
        say(name, value);
    }
    template <class Scalar>
    void scalar(std::string_view name, Scalar& value) {
        if (drawing_ != nullptr)
            value = draw_scalar<Scalar>(drawing_->numbers);
        else
            value = element_from<Scalar>(name == "alpha" || name == "c" ? given_.alpha : given_.beta);
        say(name, value);
    }
    template <class Data>
    void matrix(std::string_view name, Data*& data, std::int64_t& ld, const hg::Shape& shape,
                bool used = true) {
        const Part part = parts_.part_of(shape);
        const StoredShape stored = stored_shape(shape, part);
        ld = stored.ld;
        // A triangle that must stay as it is: NaN times beta is the same NaN.
        const bool may_be_number = drawing_ == nullptr || !std::is_const_v<Data>;
        const bool number = part != Part::all && may_be_number && draw_flag(given_.number_outside);
        std::string letter(name);
        letter.front() = static_cast<char>(letter.front() - 'A' + 'a');
        say("ld" + letter, ld);
        add(name, {.name = letter, .layout = given_.layout}, data, stored, used,
            number ? T{12345} : not_a_number<T>());
    }
    template <class Data>
    void strided(std::string_view name, Data*& data, std::int64_t& increment, std::int64_t count,
                 bool used = true) {
        draw_increment(name, increment);
        if (draw_flag(false)) increment = -increment;
        add_vector(name, data, increment, count, used);
    }
    template <class Data>
    void strided_forward(std::string_view name, Data*& data, std::int64_t& increment, std::int64_t count,
                         bool used = true) {
        draw_increment(name, increment);
        add_vector(name, data, increment, count, used);
    }
    template <class Data>
    void vector(std::string_view name, Data*& data, std::int64_t count, bool used = true) {
        if constexpr (kIsOperand<Data>)
            add(name, {.name = std::string(name), .layout = hg::Layout::row_major, .inc = 1}, data,
                {1, count, 1}, used);
        else
            data =
                integers.emplace_back(static_cast<std::size_t>(std::max<std::int64_t>(count, 1)), -1).data();
    }
    template <class Number>
    void result(std::string_view /*name*/, Number*& number) {
        number = new (results.emplace_back().data()) Number{};
        if constexpr (std::is_integral_v<Number>)
            *number = -2;
        else
            *number = not_a_number<Number>();
    }

    std::ostringstream text{};
    std::deque<ProblemOperand<T>> operands{};
    std::deque<std::vector<std::int64_t>> integers{};  ///< pivots
    std::deque<std::array<double, 2>> results{};       ///< numbers of any type

  private:
    template <class Data>
    static constexpr bool kIsOperand = std::is_same_v<std::remove_const_t<Data>, T>;

    template <class Letter>
    void letter(Letter& value, Letter given, std::initializer_list<Letter> letters) {
        value = drawing_ != nullptr ? drawing_->letter(letters) : given;
        text << ' ' << static_cast<char>(value);
    }
    template <class Value>
    void say(std::string_view name, const Value& value) {
        text << ' ' << name << '=' << value;
    }
    bool draw_flag(bool given) { return drawing_ != nullptr ? drawing_->numbers.between(0, 1) == 1 : given; }
    void draw_increment(std::string_view name, std::int64_t& increment) {
        if (drawing_ != nullptr)
            increment = draw_flag(true) ? drawing_->numbers.between(1, 4) : 1;
        else
            increment = name == "x" ? given_.incx : given_.incy;
    }
    [[nodiscard]] StoredShape stored_shape(const hg::Shape& shape, Part part) {
        StoredShape stored;
        const bool by_columns = given_.layout == hg::Layout::col_major;
        if (drawing_ != nullptr) {
            stored = draw_stored(drawing_->numbers, given_.layout, shape.rows, shape.cols);
        } else {
            stored = by_columns ? StoredShape{shape.rows, shape.cols} : StoredShape{shape.cols, shape.rows};
            stored.ld = std::max<std::int64_t>(1, stored.contiguous + given_.gap);
        }
        stored.part = by_columns ? part : transpose(part);
        return stored;
    }
    template <class Data>
    void add_vector(std::string_view name, Data*& data, std::int64_t increment, std::int64_t count,
                    bool used) {
        say("inc" + std::string(name), increment);
        add(name, {.name = std::string(name), .layout = hg::Layout::row_major, .inc = increment}, data,
            {1, count, increment < 0 ? -increment : increment}, used);
    }
    template <class Data>
    void add(std::string_view name, OperandForm form, Data*& data, const StoredShape& shape, bool used,
             T outside = not_a_number<T>()) {
        form.written = !std::is_const_v<Data>;
        operands.push_back({name, BlasOperand<T>(form, shape, outside), used});
        data = operands.back().memory.data();
    }

    Given given_;
    Drawing* drawing_;
    ListedParts parts_;
    bool is_often_square_;
    std::int64_t last_size_ = 0;
};

}  // namespace hgctl
