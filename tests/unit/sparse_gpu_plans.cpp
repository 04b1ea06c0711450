#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "sparse/spmv/append_product.hpp"
#include "sparse/spmv/tuned_choice.hpp"
#include "support/sparse_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/sparse/generate.hpp>
#include <hg/sparse/host_product.hpp>

namespace hg {
namespace {

/// Products by a plan for a GPU, on the devices of tests: alpha A X + beta Y.
template <Element T>
class PlanOfGpu {
  public:
    PlanOfGpu(const SparseMatrix<T>& A, const SpmvOptions& options)
        : matrix_(A),
          plan(sparse::spmv_plan(sparse::spmv_figures(A), {element_type_of<T>(), 1, true, kUnits}, options)),
          parts_(sparse::block_arrays(A, {0, A.rows()}, sparse::ColumnRanges(0, A.cols()), plan)) {}

    void multiply(std::int64_t columns, const std::vector<T>& x, std::vector<T>& y) const {
        static Machine machine(test::first_test_devices(1));
        ProgramBuilder builder(machine.target());
        Bindings bindings;
        const auto loaded = [&](const std::string& name, const auto* data, std::int64_t m, std::int64_t n) {
            using E = std::remove_cvref_t<decltype(*data)>;
            const RegisterId reg = builder.reg(0, element_type_of<E>(), m, n);
            builder.load(reg, {builder.matrix(name, element_type_of<E>(), m, n), 0, 0, m, n});
            bindings.matrix(name, data, m);
            return reg;
        };
        const RegisterId of_x =
            sparse::turned_x(builder, plan, loaded("X", x.data(), matrix_.cols(), columns));
        const ParameterId result = builder.matrix("Y", element_type_of<T>(), matrix_.rows(), columns);
        const HostTile tile{result, 0, 0, matrix_.rows(), columns};
        const RegisterId of_y = builder.reg(0, element_type_of<T>(), matrix_.rows(), columns);
        builder.load(of_y, tile);
        bindings.matrix("Y", y.data(), matrix_.rows());
        for (const auto& part : parts_) {
            std::vector<RegisterId> arrays;
            for (const auto& array : part.arrays) {
                const std::string name = "A" + std::to_string(builder.size());
                if (array.type == ElementType::i32)
                    arrays.push_back(
                        loaded(name, static_cast<const std::int32_t*>(array.data), array.rows, array.cols));
                else
                    arrays.push_back(loaded(name, static_cast<const T*>(array.data), array.rows, array.cols));
            }
            sparse::append_product(builder, plan, part, std::move(arrays), of_x, of_y,
                                   {.alpha = Scalar{-0.5}, .beta = Scalar{2.0}, .overwrite = false});
        }
        builder.store(tile, of_y);
        machine.run(std::move(builder).finish(), bindings);
    }

    const SparseMatrix<T>& matrix_;
    const sparse::SpmvPlan plan;

  private:
    static constexpr std::int64_t kUnits = 2;
    std::vector<sparse::BlockPart> parts_;
};

template <Element T>
void check_gpu_plan(const SparseMatrix<T>& A, SparseFormat format, std::int64_t columns) {
    const PlanOfGpu<T> gpu(A, {.format = format});
    const auto x = test::random_vector<T>(A.cols() * columns, 1);
    auto y = test::random_vector<T>(A.rows() * columns, 2);
    std::vector<T> wanted = y;
    gpu.multiply(columns, x, y);
    for (std::int64_t c = 0; c < columns; ++c)
        host_product(
            Op::none, T(-0.5), A,
            std::span(x).subspan(static_cast<std::size_t>(c * A.cols()), static_cast<std::size_t>(A.cols())),
            T(2),
            std::span(wanted).subspan(static_cast<std::size_t>(c * A.rows()),
                                      static_cast<std::size_t>(A.rows())));
    for (std::size_t i = 0; i < y.size(); ++i)
        ASSERT_LE(std::abs(y[i] - wanted[i]), 1e-12)
            << name(gpu.plan.format) << ", " << columns << " columns, element " << i;
}

/// What is scattered has X^T for several vectors; a stencil has not.
TEST(SpmvGpuPlan, MultipliesOneVectorAndSeveral) {
    const auto graph = rmat_matrix<double>(8, 8, 1),
               scattered = random_rows_matrix<double>(400, 3000, 0, 20, 3);
    check_gpu_plan(graph, SparseFormat::hybrid, 1);
    for (const SparseFormat format : {SparseFormat::csr_merge, SparseFormat::hybrid})
        check_gpu_plan(graph, format, 5);
    check_gpu_plan(scattered, SparseFormat::sell, 5);
    EXPECT_TRUE(PlanOfGpu<double>(scattered, {}).plan.turns(5));
    EXPECT_FALSE(PlanOfGpu<double>(scattered, {}).plan.turns(1));
    const auto stencil = laplacian<double>(27, 12, 12, 12);
    EXPECT_FALSE(PlanOfGpu<double>(stencil, {}).plan.turns(5));
    EXPECT_LT(sparse::spmv_figures(stencil).scatter, 0.3);
    EXPECT_GT(sparse::spmv_figures(scattered).scatter, 0.7);
}

}  // namespace
}  // namespace hg
