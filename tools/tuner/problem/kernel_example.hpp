#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <hg/runtime/program/location.hpp>
#include <hg/runtime/program/scalar_value.hpp>

namespace hg::kernels {

/// What a register holds before the first launch.
enum class ExampleContents : std::uint8_t {
    random,    ///< numbers in [-0.5, 0.5); zeros for whole numbers
    triangle,  ///< a triangle that can be solved with: others within 1 / rows, the diagonal in [1, 1.5]
    bits,      ///< random bits, of whole numbers
    temporary  ///< nothing that counts: launches leave it for those behind them
};

struct ExampleRegister {
    Register shape;
    ExampleContents contents = ExampleContents::random;
    bool is_vector = false;  ///< kernels take it as a row, too, with a leading dimension as its increment
    /// Elements that columns of registers begin further apart than they must, if operands are not aligned: 1
    /// makes that an odd number, 0 none.
    std::int64_t gap = 1;
};

struct ExampleLaunch {
    std::vector<std::size_t> registers;  ///< positions among those of the example, in the instruction's order
    std::vector<ScalarValue> scalars;
};

inline constexpr double kExampleAlpha = 0.75;  ///< exact in both types
inline constexpr double kExampleBeta = 0.5;
inline constexpr double kExampleC = 0.8125;  ///< of rot
inline constexpr double kExampleS = 0.59375;

/// A problem's operands as registers without gaps, those that are temporary last, and a kernel's launches on
/// them: what a program needs that runs it.
struct KernelExample {
    std::vector<ExampleRegister> registers;
    std::vector<ExampleLaunch> launches;  ///< one for each instruction, in their order

    /// The operands of a launch.
    [[nodiscard]] std::vector<Register> operands(std::size_t launch) const {
        std::vector<Register> found;
        for (const std::size_t position : launches.at(launch).registers)
            found.push_back(registers.at(position).shape);
        return found;
    }
};

/// A matrix without gaps.
inline ExampleRegister example_matrix(ElementType type, std::int64_t rows, std::int64_t cols = 1,
                                      ExampleContents contents = ExampleContents::random) {
    return {{type, 0, rows, cols, rows}, contents};
}
/// What launches leave for those behind them, of rows x cols.
inline ExampleRegister example_temporary(ElementType type, std::int64_t rows, std::int64_t cols) {
    return example_matrix(type, rows, cols, ExampleContents::temporary);
}
/// A vector of one column.
inline ExampleRegister example_vector(ElementType type, std::int64_t n) {
    ExampleRegister vector = example_matrix(type, n);
    vector.is_vector = true;
    return vector;
}

}  // namespace hg::kernels
