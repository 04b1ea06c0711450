// Runs the instructions of BLAS's levels 1 and 2 at small, odd sizes through the plain OpenCL C interface and
// compares with their host implementations, as oclgrind_kernels does with products of matrices. The argument
// says which.
#include <complex>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "oclgrind_device.hpp"
#include <hg/blas/types.hpp>
#include <hg/kernels/gemv.hpp>
#include <hg/kernels/rank_update.hpp>
#include <hg/kernels/symv.hpp>
#include <hg/kernels/trsv.hpp>
#include <hg/kernels/vector.hpp>

namespace {

using namespace hg;
using kernels::RankUpdate;
using kernels::VectorCoefficient;
using kernels::VectorOperation;
using test::AnyMatrix;
using test::check_named;
using test::Device;
using test::Matrix;

constexpr auto kElement = VectorCoefficient::element;
constexpr auto kQuotient = VectorCoefficient::quotient;

template <class T>
Matrix<T> vector(std::int64_t n, bool row, unsigned seed) {
    return row ? Matrix<T>(1, n, 2, seed) : Matrix<T>(n, 1, 0, seed);
}

template <class T>
void check_vectors(Device& device, const kernels::VectorBlocking& blocking, std::int64_t n, bool row) {
    constexpr ElementType type = element_type_of<T>();
    for (const VectorOperation operation : kernels::kComplexVectorOperations)
        for (const auto coefficient : {VectorCoefficient::number, kElement, kQuotient}) {
            const kernels::VectorParameters p{operation, type, coefficient, blocking};
            const InstructionPtr instruction = kernels::find_vector(name(p));
            if (!instruction) continue;  // there is none with this coefficient, or for these elements
            const bool leaves_sums = blocking.groups > 1;
            const std::int64_t groups = groups_of(p, n), cols = leaves_sums ? sums_of(operation) : 1;
            Matrix<T> x = vector<T>(n, row, 1), y(n, 1, 0, 2), a(1, 1, 0, 3), b(1, 1, 0, 4),
                      sums(groups, cols, 1, 5), result(1, 1, 0, 6);
            Matrix<RealOf<T>> real_a(1, 1, 0, 9), real_b(1, 1, 0, 10), real_sums(groups, cols, 1, 11),
                real_result(1, 1, 0, 12);
            Matrix<int> places(groups, 1, 0, 7), place(1, 1, 0, 8);
            const bool is_real = kernels::coefficient_type(operation, type) != type;
            const ElementType of_sums = kernels::result_type(operation, type);
            std::map<std::string, AnyMatrix> operands{{"x", x}, {"y", y}};
            operands.emplace("a", is_real ? AnyMatrix(real_a) : AnyMatrix(a));
            operands.emplace("b", is_real ? AnyMatrix(real_b) : AnyMatrix(b));
            operands.emplace("sums", of_sums == ElementType::i32 ? AnyMatrix(places)
                                     : of_sums == type           ? AnyMatrix(sums)
                                                                 : AnyMatrix(real_sums));
            operands.emplace("result", of_sums == ElementType::i32 ? AnyMatrix(place)
                                       : of_sums == type           ? AnyMatrix(result)
                                                                   : AnyMatrix(real_result));
            check_named(device, *instruction, operands,
                        {{"alpha", 0.8}, {"c", 0.8}, {"s", 0.6}, {"reversed", double(row)}});
            if (is_reduction(operation) && leaves_sums)
                check_named(device, *kernels::vector_total(operation, type, blocking.items), operands, {});
        }
}

void check_vectors(Device& device) {
    check_vectors<double>(device, {.vector = 2, .work = 2, .items = 8, .groups = 3}, 5 * 32 + 11, false);
    check_vectors<double>(device, {.vector = 4, .work = 1, .items = 4, .groups = 1}, 53, true);
    check_vectors<float>(device, {.vector = 1, .work = 3, .items = 4, .groups = 2}, 41, true);
    check_vectors<float>(device, {.vector = 4, .work = 1, .items = 16, .groups = 9}, 3, false);
    check_vectors<std::complex<double>>(device, {.vector = 1, .work = 2, .items = 8, .groups = 3},
                                        5 * 16 + 11, false);
    check_vectors<std::complex<float>>(device, {.vector = 1, .work = 3, .items = 4, .groups = 1}, 41, true);
}

/// The instruction, and the second one if there is one. A has `gap` elements under each column.
template <class T>
void check_gemv(Device& device, kernels::GemvParameters p, std::int64_t m, std::int64_t n, std::int64_t gap,
                bool row) {
    p.type = element_type_of<T>();
    const std::int64_t in = p.transpose ? m : n, out = p.transpose ? n : m;
    Matrix<T> A(m, n, gap, 1), x = vector<T>(in, row, 2), y = vector<T>(out, !row, 3),
                               sums(out, p.blocking.split, 1, 4), number(1, 1, 0, 5);
    const std::map<std::string, AnyMatrix> operands{{"A", A},       {"x", x},          {"y", y},
                                                    {"sums", sums}, {"a", number},     {"a_over", number},
                                                    {"b", number},  {"b_over", number}};
    std::map<std::string, ScalarValue> scalars{{"alpha", -1.25}, {"beta", 0.5}};
    for (const char* flag : {"x_reversed", "y_reversed", "upper", "unit", "conjugated"})
        scalars.emplace(flag, double(row));
    check_named(device, *kernels::gemv_kernel(p), operands, scalars);
    if (leaves_sums(p))
        check_named(device,
                    *kernels::gemv_total({.type = p.type, .beta = kElement, .lanes = p.blocking.split}),
                    operands, scalars);
}

void check_gemv(Device& device) {
    using kernels::GemvBlocking;
    const auto split = [](GemvBlocking blocking) {
        blocking.split = 2;
        return blocking;
    };
    for (const bool transpose : {false, true}) {
        const GemvBlocking b =
            transpose
                ? GemvBlocking{.row_items = 4, .column_items = 2, .vector = 2, .columns = 2, .unroll = 2}
                : GemvBlocking{.row_items = 2, .column_items = 4, .vector = 2, .rows = 2, .unroll = 2};
        check_gemv<double>(device, {.transpose = transpose, .alpha = kQuotient, .blocking = b}, 23, 19, 1,
                           true);
        check_gemv<double>(device, {.transpose = transpose, .overwrite = true, .blocking = b}, 29, 18, 2,
                           false);
        check_gemv<float>(device, {.transpose = transpose, .blocking = split(b)}, 33, 37, 0, true);
        for (const bool upper : {false, true})
            check_gemv<double>(device, {.transpose = transpose, .triangle = true, .blocking = split(b)}, 41,
                               41, 3, upper);
        GemvBlocking single = b;
        single.vector = 1;
        check_gemv<std::complex<double>>(
            device, {.transpose = transpose, .alpha = kQuotient, .blocking = single}, 23, 19, 1, true);
        check_gemv<std::complex<float>>(
            device, {.transpose = transpose, .triangle = true, .blocking = split(single)}, 21, 21, 3, true);
    }
}

template <class T>
void check_update(Device& device, kernels::RankUpdateParameters p, std::int64_t m, std::int64_t n,
                  std::int64_t gap) {
    p.type = element_type_of<T>();
    Matrix<T> x(m, 1, 0, 1), y(1, n, 2, 2), A(m, n, gap, 3), of(1, 1, 0, 4), over(1, 1, 0, 5);
    check_named(device, *kernels::rank_update(p), {{"x", x}, {"y", y}, {"A", A}, {"of", of}, {"over", over}},
                {{"alpha", 0.8}, {"x_reversed", 1.0}, {"y_conjugated", 1.0}, {"conjugated", 1.0}});
}

void check_updates(Device& device) {
    check_update<double>(device, {.blocking = {2, 8, 8, 4}}, 37, 20, 3);
    check_update<float>(device, {.coefficient = kQuotient, .blocking = {4, 2, 8, 2}}, 21, 30, 1);
    check_update<std::complex<double>>(device, {.coefficient = kQuotient, .blocking = {1, 8, 8, 4}}, 21, 13,
                                       2);
    for (const bool upper : {false, true}) {
        const auto of = [upper](RankUpdate operation, const kernels::RankUpdateBlocking& blocking,
                                VectorCoefficient coefficient = VectorCoefficient::number) {
            return kernels::RankUpdateParameters{
                .operation = operation, .upper = upper, .coefficient = coefficient, .blocking = blocking};
        };
        check_update<std::complex<float>>(device, of(RankUpdate::syr, {1, 8, 4, 2}), 27, 27, 1);
        check_update<std::complex<double>>(device, of(RankUpdate::syr2, {1, 8, 8, 4}), 26, 26, 2);
        check_update<double>(device, of(RankUpdate::syr, {2, 8, 8, 2}), 53, 53, 1);
        check_update<double>(device, of(RankUpdate::syr2, {4, 4, 4, 4}, kElement), 45, 45, 2);
    }
}

template <class T>
void check_symv(Device& device, kernels::SymvParameters p, const kernels::SymvCoefficients& c, std::int64_t n,
                std::int64_t gap) {
    p.type = element_type_of<T>();
    Matrix<T> A(n, n, gap, 1), x(1, n, 2, 2), y(n, 1, 0, 3), sums(n, sums_of(p, n), 1, 4);
    Matrix<T> numbers[]{{1, 1, 0, 5}, {1, 1, 0, 6}, {1, 1, 0, 7}, {1, 1, 0, 8}};
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i)
            if (p.upper ? i > j : i < j) A(i, j) = std::numeric_limits<T>::quiet_NaN();
    const std::map<std::string, AnyMatrix> operands{{"A", A},
                                                    {"x", x},
                                                    {"sums", sums},
                                                    {"y", y},
                                                    {"alpha_of", numbers[0]},
                                                    {"alpha_over", numbers[1]},
                                                    {"beta_of", numbers[2]},
                                                    {"beta_over", numbers[3]}};
    const std::map<std::string, ScalarValue> scalars{
        {"x_reversed", 1.0}, {"alpha", 0.75}, {"beta", 0.75}, {"y_reversed", 1.0}};
    check_named(device, *kernels::symv_products(p), operands, scalars);
    check_named(device, *kernels::symv_sum(p, c), operands, scalars);
}

void check_symv(Device& device) {
    for (const bool upper : {false, true}) {
        check_symv<double>(device, {.upper = upper, .blocking = {2, 16, 2, 4, 4, 4, 0, 3}}, {}, 61, 1);
        check_symv<double>(device, {.upper = upper, .blocking = {2, 8, 1, 3, 2, 4, 1, 2}},
                           {kQuotient, kElement}, 38, 2);
        check_symv<double>(device, {.upper = upper, .blocking = {2, 8, 4, 8, 4, 4, 1, 1}}, {}, 83, 1);
        check_symv<double>(device, {.upper = upper, .blocking = {4, 16, 2, 4, 1, 1, 0, 1}}, {}, 77, 1);
    }
    check_symv<float>(device, {.blocking = {4, 16, 1, 1, 2, 8, 1, 1}}, {.overwrite = true}, 47, 1);
    check_symv<float>(device, {.upper = true, .blocking = {1, 32, 1, 4, 16, 2, 0, 2}}, {kElement, kQuotient},
                      64, 0);
}

template <class T>
void check_trsv(Device& device, bool transposed, const kernels::TrsvBlocking& blocking, std::int64_t n,
                bool upper, bool unit, bool row) {
    const kernels::TrsvParameters p{element_type_of<T>(), transposed, blocking};
    Matrix<T> a(n, n, 3, 1);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i)
            if (i != j ? (i < j) != upper : unit)
                a(i, j) = T(std::numeric_limits<RealOf<T>>::quiet_NaN());
            else if (i == j)
                a(i, j) += 3;
            else
                a(i, j) /= 4;
    const std::int64_t blocks = trsv_blocks(p, n), order = p.blocking.block;
    Matrix<T> scratch(order, blocks * (2 * order + 2), 0, 2), x(row ? 1 : n, row ? n : 1, 1, 3);
    Matrix<int> state(1 + blocks, 1, 0, 4);
    const std::map<std::string, AnyMatrix> operands{
        {"A", a}, {"scratch", scratch}, {"state", state}, {"x", x}};
    const std::map<std::string, ScalarValue> scalars{{"upper", double(upper)},
                                                     {"unit", double(unit)},
                                                     {"reversed", double(row)},
                                                     {"conjugated", double(unit)}};
    check_named(device, *trsv_inverses(p), operands, scalars);
    check_named(device, *trsv_solve(p), operands, scalars, "x");
}

void check_trsv(Device& device) {
    using kernels::TrsvBlocking;
    const TrsvBlocking two{.block = 16, .inner = 4, .vector = 2, .items = 16, .ahead = 2, .groups = 3};
    const TrsvBlocking four{.block = 16, .inner = 2, .vector = 4, .items = 8, .ahead = 1, .groups = 2};
    const TrsvBlocking alone{.block = 16, .vector = 4, .items = 1, .ahead = 0, .groups = 3};
    check_trsv<double>(device, false, two, 64, false, false, false);
    check_trsv<double>(device, true, two, 61, false, true, true);
    check_trsv<float>(device, false, four, 50, true, false, true);
    check_trsv<float>(device, true, four, 33, true, false, false);
    check_trsv<double>(device, false, alone, 45, true, false, true);
    check_trsv<float>(device, true, alone, 48, true, true, false);
    TrsvBlocking one = two;
    one.vector = 1;
    check_trsv<std::complex<double>>(device, false, one, 37, false, true, false);
    one.ahead = 0;
    check_trsv<std::complex<float>>(device, true, one, 33, true, false, true);
    one.items = 1;
    check_trsv<std::complex<double>>(device, true, one, 35, true, true, true);
}

}  // namespace

int main(int count, char** arguments) {
    const std::map<std::string, void (*)(Device&)> all{{"vector", check_vectors},
                                                       {"gemv", check_gemv},
                                                       {"rank_update", check_updates},
                                                       {"symv", check_symv},
                                                       {"trsv", check_trsv}};
    return test::run_checks([&](Device& device) { all.at(count > 1 ? arguments[1] : "")(device); });
}
