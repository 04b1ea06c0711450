#include "kernels/guard/guards.hpp"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/embedded_source.hpp"
#include "kernels/kernel_parts.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::int64_t kGuardItems = 256;
constexpr std::int64_t kMostGuardGroups = 1024;
constexpr std::int64_t kMostIndex = std::numeric_limits<std::int32_t>::max();

Geometry guard_geometry(const ExecShape& shape) {
    std::int64_t numbers = 1;
    for (const Register& r : shape.registers) numbers = std::max(numbers, r.rows * r.cols);
    return any_groups_in_a_row(std::min(numbers, kMostGuardGroups * kGuardItems), kGuardItems);
}

/// The kernel of guards.cl that is called so. What writes to its operand finds no fault.
InstructionPtr guard_kernel(std::string_view entry, std::initializer_list<const char*> operands,
                            std::initializer_list<const char*> scalars, Access access = Access::read) {
    return made_once(std::string(entry), [&] {
        Instruction i;
        i.name = i.entry = entry;
        for (const char* const operand : operands) i.operands.push_back({operand, access, ElementType::i32});
        if (access == Access::read) i.operands.push_back({"fault", Access::read_write, ElementType::i32});
        for (const char* const scalar : scalars) i.scalars.push_back({scalar, ElementType::i32});
        i.source = embedded_source("guards.cl");
        i.geometry = guard_geometry;
        return std::make_shared<const Instruction>(std::move(i));
    });
}

/// The numbers of an operand, for host implementations.
class Numbers {
  public:
    Numbers(const Instruction& instruction, std::size_t operand)
        : name_(instruction.name + ": " + instruction.operands[operand].name), operand_(operand) {}

    [[nodiscard]] const std::int32_t* of(const HostCall& call) const {
        return call.operands[operand_].as<const std::int32_t>();
    }
    [[nodiscard]] std::int64_t at(const HostCall& call, std::int64_t row, std::int64_t col = 0) const {
        return of(call)[row + col * call.operands[operand_].ld];
    }
    /// Throws Error{invalid_argument} unless `fits`: "gather_f64: index(3,0) is 200; x has 100 rows".
    template <class Words>
    void need(bool fits, const HostCall& call, std::int64_t row, std::int64_t col, const Words& words) const {
        if (fits) return;
        throw Error(ErrorCode::invalid_argument, name_ + "(" + std::to_string(row) + "," +
                                                     std::to_string(col) + ") is " +
                                                     std::to_string(at(call, row, col)) + "; " + words());
    }

  private:
    std::string name_;
    std::size_t operand_;
};

/// The places that numbers may have, with what messages call them.
class Limits {
  public:
    Limits(const Instruction& instruction, Places places)
        : name_(instruction.operands[places.operand].name), places_(places) {}

    /// Of registers, or of a host implementation's operands.
    template <class Operands>
    [[nodiscard]] std::int64_t count(const Operands& operands) const {
        const auto& of = operands[places_.operand];
        if (places_.counted == Counted::elements) return of.rows * of.cols;
        return places_.counted == Counted::rows ? of.rows : of.cols;
    }
    [[nodiscard]] ScalarValue high(const ExecShape& shape) const {
        return static_cast<double>(std::min(count(shape.registers) - 1, kMostIndex));
    }
    [[nodiscard]] std::string words(const HostCall& call) const {
        constexpr const char* kWords[] = {" rows", " columns", " elements"};
        return name_ + " has " + std::to_string(count(call.operands)) +
               kWords[static_cast<std::size_t>(places_.counted)];
    }

  private:
    std::string name_;
    Places places_;
};

bool is_within(std::int64_t number, std::int64_t low, std::int64_t end) {
    return number >= low && number < end;
}

/// The same of many numbers at once, several in an instruction of the CPU.
bool are_within(const std::int32_t* numbers, std::int64_t count, std::int64_t low, std::int64_t end) {
    const auto least = static_cast<std::int32_t>(low);
    const auto most = static_cast<std::int32_t>(std::min(end - 1, kMostIndex));
    bool fit = true;
    for (std::int64_t i = 0; i < count; ++i) fit &= numbers[i] >= least && numbers[i] <= most;
    return fit;
}

std::int64_t columns_of(const HostCall& call) {
    return call.scalars[0].as<std::int64_t>();
}

}  // namespace

Guard guard_of_indices(const Instruction& instruction, std::size_t index, Places places, int low) {
    const Limits limits(instruction, places);
    const auto on_host = [=, numbers = Numbers(instruction, index)](const HostCall& call) {
        const std::int64_t end = limits.count(call.operands);
        const HostOperand& all = call.operands[index];
        const std::int32_t* column = numbers.of(call);
        for (std::int64_t j = 0; j < all.cols; ++j, column += all.ld) {
            if (are_within(column, all.rows, low, end)) continue;
            for (std::int64_t i = 0; i < all.rows; ++i)
                numbers.need(is_within(column[i], low, end), call, i, j, [&] { return limits.words(call); });
        }
    };
    return {.kernel = guard_kernel("guard_indices", {"index"}, {"low", "high"}),
            .operands = {index},
            .scalars = [=](const ExecShape& shape) -> std::vector<ScalarValue> {
                return {double(low), limits.high(shape)};
            },
            .host = on_host};
}

Guard guard_of_rows_somewhere(const Instruction& instruction, std::size_t index) {
    const auto on_host = [=, numbers = Numbers(instruction, index)](const HostCall& call) {
        for (std::int64_t i = 0; i < call.operands[index].rows; ++i)
            numbers.need(numbers.at(call, i) >= 0, call, i, 0, [] { return "rows count from 0"; });
    };
    return {.kernel = guard_kernel("guard_indices", {"index"}, {"low", "high"}),
            .operands = {index},
            .scalars = [](const ExecShape&) -> std::vector<ScalarValue> {
                return {0.0, static_cast<double>(kMostIndex)};
            },
            .host = on_host};
}

Guard guard_of_starts(const Instruction& instruction, const StartsOfRows& rows) {
    const Limits limits(instruction, rows.columns);
    const auto on_host = [=, starts = Numbers(instruction, rows.start),
                          columns = Numbers(instruction, rows.column)](const HostCall& call) {
        const std::int64_t last = call.operands[rows.start].rows - 1;
        const std::int64_t elements = call.operands[rows.column].rows;
        const auto words = [&] {
            return std::string("starts ascend from 0 to the ") + std::to_string(elements) +
                   " elements there are";
        };
        starts.need(rows.from_zero ? starts.at(call, 0) == 0 : starts.at(call, 0) >= 0, call, 0, 0, words);
        for (std::int64_t i = 1; i <= last; ++i)
            starts.need(is_within(starts.at(call, i), starts.at(call, i - 1), elements + 1), call, i, 0,
                        words);
        const std::int64_t end = limits.count(call.operands);
        const std::int32_t* const column = columns.of(call);
        const std::int64_t first = starts.at(call, 0), behind = starts.at(call, last);
        if (are_within(column + first, behind - first, rows.low, end)) return;
        for (std::int64_t k = first; k < behind; ++k)
            columns.need(is_within(column[k], rows.low, end), call, k, 0, [&] { return limits.words(call); });
    };
    return {.kernel = guard_kernel("guard_starts", {"start", "column"}, {"low", "high", "from_zero"}),
            .operands = {rows.start, rows.column},
            .scalars = [=](const ExecShape& shape) -> std::vector<ScalarValue> {
                return {double(rows.low), limits.high(shape), double(rows.from_zero)};
            },
            .host = on_host};
}

Guard guard_of_shares(const Instruction& instruction, std::size_t row_start, std::size_t first_row,
                      std::int64_t share) {
    const auto on_host = [=, starts = Numbers(instruction, row_start),
                          first = Numbers(instruction, first_row)](const HostCall& call) {
        const std::int64_t rows = call.operands[row_start].rows - 1;
        for (std::int64_t g = 0; g < call.operands[first_row].rows; ++g) {
            std::int64_t low = 0;
            for (std::int64_t high = rows; low < high;) {
                const std::int64_t middle = (low + high) / 2;
                if (starts.at(call, middle + 1) + middle < g * share)
                    low = middle + 1;
                else
                    high = middle;
            }
            first.need(first.at(call, g) == low, call, g, 0, [&] {
                return "shares of " + std::to_string(share) + " make it " + std::to_string(low);
            });
        }
    };
    return {
        .kernel = guard_kernel("guard_shares", {"row_start", "first_row"}, {"share"}),
        .operands = {row_start, first_row},
        .scalars = [=](const ExecShape&) -> std::vector<ScalarValue> { return {static_cast<double>(share)}; },
        .host = on_host};
}

namespace {

/// Rows of elements, and the columns of these elements if there are limits for them.
Guard list_guard(const Instruction& instruction, std::size_t row, const Limits& rows, std::size_t column,
                 const std::optional<Limits>& columns) {
    const auto on_host = [=, of_row = Numbers(instruction, row),
                          of_column = Numbers(instruction, column)](const HostCall& call) {
        const std::int64_t elements = call.operands[row].rows;
        for (std::int64_t k = 0; k < elements; ++k) {
            const std::int64_t own = of_row.at(call, k);
            const std::int64_t before = k > 0 ? of_row.at(call, k - 1) : 0;
            const bool follows = before < 0 ? own == -1 : own == -1 || own >= before;
            of_row.need(follows && own < rows.count(call.operands), call, k, 0, [&] {
                return "rows ascend, behind the last element there is -1, and " + rows.words(call);
            });
            if (own < 0 || !columns) continue;
            of_column.need(is_within(of_column.at(call, k), 0, columns->count(call.operands)), call, k, 0,
                           [&] { return columns->words(call); });
        }
    };
    return {.kernel = guard_kernel("guard_list", {"row", "column"}, {"high_row", "high_column"}),
            .operands = {row, column},
            .scalars = [=](const ExecShape& shape) -> std::vector<ScalarValue> {
                return {rows.high(shape), columns ? columns->high(shape) : ScalarValue(double(kMostIndex))};
            },
            .host = on_host};
}

}  // namespace

Guard guard_of_list(const Instruction& instruction, std::size_t row, Places rows) {
    return list_guard(instruction, row, Limits(instruction, rows), row, std::nullopt);
}

Guard guard_of_list(const Instruction& instruction, std::size_t row, Places rows, std::size_t column,
                    Places columns) {
    return list_guard(instruction, row, Limits(instruction, rows), column, Limits(instruction, columns));
}

Guard guard_of_moves(const Instruction& instruction) {
    const auto on_host = [moves = Numbers(instruction, 0)](const HostCall& call) {
        const std::int64_t width = call.operands[0].rows / 2;
        for (std::int64_t s = 0; s < call.operands[0].cols / 3; ++s) {
            const std::int64_t rows = call.operands[1].rows - s * width;
            const auto words = [&] {
                return "of the rows of A " + std::to_string(rows) + " count in this list";
            };
            for (std::int64_t e = 0; e < 2 * std::min(width, columns_of(call) - s * width); ++e) {
                const std::int64_t target = moves.at(call, e, 3 * s + 1);
                moves.need(is_within(target, -1, rows), call, e, 3 * s + 1, words);
                if (target >= 0)
                    moves.need(is_within(moves.at(call, e, 3 * s + 2), 0, rows), call, e, 3 * s + 2, words);
            }
        }
    };
    return {.kernel = guard_kernel("guard_moves", {"moves"}, {"columns", "a_rows"}),
            .operands = {0},
            .scalars = [](const ExecShape& shape) -> std::vector<ScalarValue> {
                return {shape.scalars[0], static_cast<double>(shape.registers[1].rows)};
            },
            .host = on_host};
}

Guard guard_of_pivots(const Instruction& instruction) {
    const auto on_host = [lists = Numbers(instruction, 0)](const HostCall& call) {
        const std::int64_t width = call.operands[0].rows / 2;
        for (std::int64_t j = 0; j < columns_of(call); ++j) {
            const std::int64_t s = j / width;
            const std::int64_t i = j - s * width;
            lists.need(is_within(lists.at(call, i, 3 * s), i, kMostIndex - s * width + 1), call, i, 3 * s,
                       [&] { return "rows are interchanged with rows below them, or stay"; });
        }
    };
    return {.kernel = guard_kernel("guard_pivots", {"lists"}, {"columns"}),
            .operands = {0},
            .scalars = [](const ExecShape& shape) -> std::vector<ScalarValue> { return {shape.scalars[0]}; },
            .host = on_host};
}

Guard guard_with_zeros(std::size_t operand, std::int64_t count) {
    return {.kernel = guard_kernel("guard_zeros", {"x"}, {"count"}, Access::read_write),
            .operands = {operand},
            .scalars = [=](const ExecShape& shape) -> std::vector<ScalarValue> {
                const Register& x = shape.registers[operand];
                return {static_cast<double>(count == 0 ? x.rows * x.cols : count)};
            },
            .host = {}};
}

}  // namespace hg::kernels
