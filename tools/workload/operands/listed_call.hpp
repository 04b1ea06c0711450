#pragma once

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "blas/call/argument_list.hpp"
#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// A letter of BLAS, by its type.
using ListedOption = std::variant<hg::Side, hg::Uplo, hg::Op, hg::Diag>;

struct ListedSize {
    std::int64_t value = 0;
};

/// A real number if `type` is real.
struct ListedScalar {
    hg::ElementType type = hg::ElementType::f64;
    std::complex<double> value;
};

/// What a call finds in host memory, column-major.
struct ListedOperand {
    enum class Kind : std::uint8_t {
        matrix,
        vector,  ///< with an increment
        array,   ///< without one, such as tau
        pivots,  ///< of std::int64_t, counted from 1
        result,  ///< a number that functions return
        index    ///< likewise, of std::int64_t, counted from 0
    };

    Kind kind = Kind::matrix;
    std::string_view name;
    hg::ElementType type = hg::ElementType::f64;
    void* data = nullptr;
    std::int64_t rows = 0, cols = 1;
    std::int64_t stride = 1;   ///< leading dimension or increment
    bool is_triangle = false;  ///< one triangle counts
    bool read = true;
    bool written = false;
    /// Where Peer::repeat() leaves what a call wrote; null: nowhere.
    void* result = nullptr;

    [[nodiscard]] bool is_number() const noexcept { return kind == Kind::result || kind == Kind::index; }
    /// A matrix or a vector with an increment.
    [[nodiscard]] bool has_stride() const noexcept { return kind == Kind::matrix || kind == Kind::vector; }
    [[nodiscard]] bool is_integral() const noexcept { return kind == Kind::pivots || kind == Kind::index; }
    /// From the first element to the last one.
    [[nodiscard]] std::int64_t elements() const noexcept {
        if (rows == 0 || cols == 0) return 0;
        return kind == Kind::vector ? (rows - 1) * std::abs(stride) + 1 : (cols - 1) * stride + rows;
    }
    /// In other libraries, whose integers are of int.
    [[nodiscard]] std::int64_t bytes() const noexcept {
        return elements() * (is_integral() ? std::int64_t{sizeof(int)} : hg::size_of(type));
    }
};

/// A call of BLAS or LAPACK as data: its arguments as the routine lists them.
struct ListedCall {
    using Argument = std::variant<ListedOption, ListedSize, ListedScalar, ListedOperand>;

    std::string routine;  ///< "gemm", "iamax"
    std::string name;     ///< with the letters of its type: "dgemm", "izamax", "dznrm2"
    hg::ElementType type = hg::ElementType::f64;
    bool is_lapack = false;  ///< it gives back info
    std::vector<Argument> arguments{};
    bool pinned = false;  ///< matrices and vectors lie in memory that hg has pinned
    int devices = 1;      ///< that a library may use which can use several
    int chain = 1;        ///< calls of one run, one after the other
    int runs = 1;         ///< of Peer::repeat()

    /// The operands in the order of the call, each a ListedOperand& with the constness of `call`.
    template <class Call>
    static auto operands_of(Call& call) {
        std::vector<decltype(std::get_if<ListedOperand>(&call.arguments.front()))> list;
        for (auto& argument : call.arguments)
            if (auto* const operand = std::get_if<ListedOperand>(&argument)) list.push_back(operand);
        return list;
    }
    [[nodiscard]] auto operands() { return operands_of(*this); }
    [[nodiscard]] auto operands() const { return operands_of(*this); }

    /// The number that the routine returns; null if it returns none.
    [[nodiscard]] const ListedOperand* number() const {
        for (const ListedOperand* const operand : operands())
            if (operand->is_number()) return operand;
        return nullptr;
    }
    [[nodiscard]] bool has_matrix() const {
        for (const ListedOperand* const operand : operands())
            if (operand->kind == ListedOperand::Kind::matrix) return true;
        return false;
    }
};

/// Makes the arguments of a ListedCall of what a routine lists. What it writes is taken to be read as well,
/// but for results, arrays, and what a beta of 0 says is not.
class CallLister : public hg::ArgumentList<CallLister> {
  public:
    explicit CallLister(ListedCall& call) : call_(call) {}

    void side(hg::Side value) { add(ListedOption{value}); }
    void uplo(hg::Uplo value) { add(ListedOption{value}); }
    void op(std::string_view /*name*/, hg::Op value) { add(ListedOption{value}); }
    void op(std::string_view /*name*/, hg::Op value, hg::Op /*transposition*/) { add(ListedOption{value}); }
    void diag(hg::Diag value) { add(ListedOption{value}); }
    void size(std::string_view /*name*/, std::int64_t value) { add(ListedSize{value}); }
    void size_up_to(std::string_view name, std::int64_t value, std::int64_t /*most*/,
                    std::string_view /*must_be*/) {
        size(name, value);
    }
    template <class T>
    void scalar(std::string_view name, T value) {
        add(ListedScalar{hg::element_type_of<T>(), std::complex<double>(value)});
        if (name == "beta") reads_output_ = value != T{0};
    }
    template <class T>
    void matrix(std::string_view name, T* data, std::int64_t ld, const hg::Shape& shape,
                bool /*used*/ = true) {
        operand(ListedOperand::Kind::matrix, name, data, shape.rows, shape.cols, ld, reads_output_);
        std::get<ListedOperand>(call_.arguments.back()).is_triangle = shape.part != hg::TilePart::whole;
    }
    template <class T>
    void strided(std::string_view name, T* data, std::int64_t increment, std::int64_t count,
                 bool /*used*/ = true) {
        operand(ListedOperand::Kind::vector, name, data, count, 1, increment, reads_output_);
    }
    template <class T>
    void strided_forward(std::string_view name, T* data, std::int64_t increment, std::int64_t count,
                         bool used = true) {
        strided(name, data, increment, count, used);
    }
    template <class T>
    void vector(std::string_view name, T* data, std::int64_t count, bool /*used*/ = true) {
        constexpr bool kPivots = std::is_integral_v<T>;
        operand(kPivots ? ListedOperand::Kind::pivots : ListedOperand::Kind::array, name, data, count, 1,
                count, false);
    }
    template <class T>
    void result(std::string_view name, T* number) {
        constexpr bool kIndex = std::is_integral_v<T>;
        operand(kIndex ? ListedOperand::Kind::index : ListedOperand::Kind::result, name, number, 1, 1, 1,
                false);
    }

  private:
    void add(const ListedCall::Argument& argument) { call_.arguments.push_back(argument); }
    template <class T>
    void operand(ListedOperand::Kind kind, std::string_view name, T* data, std::int64_t rows,
                 std::int64_t cols, std::int64_t stride, bool reads_if_written) {
        using Type = std::remove_const_t<T>;
        ListedOperand operand{.kind = kind,
                              .name = name,
                              .data = const_cast<Type*>(data),
                              .rows = rows,
                              .cols = cols,
                              .stride = stride,
                              .read = std::is_const_v<T> || reads_if_written,
                              .written = !std::is_const_v<T>};
        if constexpr (!std::is_integral_v<T>) operand.type = hg::element_type_of<Type>();
        add(operand);
    }

    ListedCall& call_;
    bool reads_output_ = true;
};

/// The call of a routine with these arguments; `name` is the routine's with the letters of its type.
template <class Arguments>
ListedCall listed_call(std::string_view name, const Arguments& arguments) {
    ListedCall call{.routine = std::string(Arguments::kName),
                    .name = std::string(name),
                    .type = hg::element_type_of<typename Arguments::Element>()};
    CallLister list(call);
    hg::list_arguments(arguments, list);
    return call;
}

}  // namespace hgctl
