#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "kernels/gemm/gemm_sum.hpp"
#include "kernels/triangle/triangle.hpp"
#include <hg/kernels/scale.hpp>

namespace hg::kernels {
namespace {

/// Of an instruction all of whose registers have one shape.
Geometry geometry_of(const Instruction& instruction, std::int64_t rows, std::int64_t cols) {
    Register reg;
    reg.rows = rows;
    reg.cols = cols;
    reg.ld = rows;
    const std::vector<Register> registers(instruction.operands.size(), reg);
    const std::vector<ScalarValue> scalars(instruction.scalars.size(), 1);
    return instruction.geometry({registers, scalars});
}

TEST(WorkGroups, HaveOneSizeForAllShapes) {
    for (const InstructionPtr& instruction :
         {scale(ElementType::f64), zero(ElementType::f32), find_gemm_sum("gemm_sum_f64_k2"),
          triangle_refine(ElementType::f64)}) {
        const Geometry first = geometry_of(*instruction, 1, 1);
        EXPECT_GT(first.local[0] * first.local[1] * first.local[2], 0U) << instruction->name;
        for (const auto& [rows, cols] : {std::pair{97, 13}, {64, 4}, {1, 300}, {4097, 1}}) {
            const Geometry g = geometry_of(*instruction, rows, cols);
            EXPECT_EQ(g.local, first.local) << instruction->name;
            EXPECT_GE(g.global[0], static_cast<std::size_t>(rows));
            EXPECT_GE(g.global[1], static_cast<std::size_t>(cols));
            for (std::size_t d = 0; d < 3; ++d) EXPECT_EQ(g.global[d] % g.local[d], 0U);
        }
        EXPECT_EQ(geometry_of(*instruction, 0, 7).global[0], 0U) << "nothing to do, nothing to launch";
    }
}

}  // namespace
}  // namespace hg::kernels
