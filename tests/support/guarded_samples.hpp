#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "kernels/lu/lu_tournament.hpp"
#include "kernels/lu/row_moves.hpp"
#include "kernels/solver/solver_kernels.hpp"
#include "tests/support/spmv_samples.hpp"
#include <hg/kernels/spmv.hpp>
#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/instruction.hpp>

/// Instructions that take numbers in registers for places in others, with operands that fit.
namespace hg::test {

/// The contents of a register without gaps.
struct SampleOperand {
    Register shape;
    std::vector<std::byte> data;

    template <class T>
    [[nodiscard]] T* as() {
        return reinterpret_cast<T*>(data.data());
    }
};

template <class T>
SampleOperand sample_operand(const std::vector<T>& elements, std::int64_t rows, std::int64_t cols = 1) {
    SampleOperand made{{.type = element_type_of<T>(), .rows = rows, .cols = cols, .ld = rows},
                       std::vector<std::byte>(elements.size() * sizeof(T))};
    std::memcpy(made.data.data(), elements.data(), made.data.size());
    return made;
}

/// One of numbers that stand for nothing.
template <class T = double>
SampleOperand sample_numbers(std::int64_t rows, std::int64_t cols = 1) {
    SpmvNumbers<T> number(static_cast<unsigned>(rows * 31 + cols));
    std::vector<T> all(static_cast<std::size_t>(rows * cols));
    for (T& x : all) x = number();
    return sample_operand(all, rows, cols);
}

inline SampleOperand sample_integers(std::int64_t rows, std::int64_t cols = 1) {
    return sample_operand(std::vector<std::int32_t>(static_cast<std::size_t>(rows * cols)), rows, cols);
}

struct GuardedSample {
    InstructionPtr instruction;
    std::vector<SampleOperand> operands;
    std::vector<ScalarValue> scalars{};

    /// What a host implementation takes.
    [[nodiscard]] std::vector<HostOperand> on_host() {
        std::vector<HostOperand> all;
        for (SampleOperand& o : operands)
            all.push_back({o.data.data(), o.shape.rows, o.shape.cols, o.shape.ld});
        return all;
    }
};

/// Two lists of three interchanges each, for a matrix of 9 rows, side by side.
inline SampleOperand sample_lists() {
    std::vector<std::int32_t> lists(std::size_t{6} * 6);
    const std::int32_t pivots[2][3] = {{4, 1, 8}, {5, 3, 2}};
    for (std::size_t s = 0; s < 2; ++s) {
        std::int32_t* const list = lists.data() + s * 18;
        std::copy_n(pivots[s], 3, list);
        kernels::list_moves(list, 6, 3);
    }
    return sample_operand(lists, 6, 6);
}

/// A product with a sparse matrix, and what finishes it.
template <class T>
void add_products(std::vector<GuardedSample>& all, kernels::SpmvParameters p) {
    p.type = element_type_of<T>();
    const auto a = spmv_sample<T>(uneven_lengths(23, 6, 3), 17);
    SpmvArrays<T> arrays = arrays_of(p, a);
    std::vector<SampleOperand> operands;
    for (const auto& array : arrays.structure)
        operands.push_back(sample_operand(array, static_cast<std::int64_t>(array.size())));
    std::vector<SampleOperand> rest = operands;
    operands.push_back(sample_operand(arrays.column, arrays.rows, arrays.cols));
    operands.push_back(sample_operand(arrays.value, arrays.rows, arrays.cols));
    operands.push_back(p.turned ? sample_numbers<T>(p.blocking.columns, a.cols)
                                : sample_numbers<T>(a.cols, 2));
    const auto groups = kernels::spmv_groups(p, a.rows, static_cast<std::int64_t>(arrays.value.size()));
    const auto parts = sample_numbers<T>(groups, 4);
    if (leaves_rest(p.kernel)) operands.push_back(parts);
    operands.push_back(sample_numbers<T>(a.rows, 2));
    std::vector<ScalarValue> scalars{1.5};
    if (p.kernel != kernels::SpmvKernel::coo) scalars.emplace_back(0.5);
    if (leaves_rest(p.kernel)) {
        rest.push_back(parts);
        rest.push_back(sample_numbers<T>(a.rows, 2));
        all.push_back({kernels::spmv_rest(p), rest, scalars});
    }
    if (is_complex(p.type)) scalars.emplace_back(0.0);
    all.push_back({kernels::spmv_kernel(p), operands, scalars});
}

inline std::vector<GuardedSample> guarded_samples() {
    using kernels::SpmvKernel;
    std::vector<GuardedSample> all;
    const ElementType f64 = ElementType::f64;
    all.push_back({kernels::gather(f64),
                   {sample_operand(std::vector<std::int32_t>{6, 0, 3, 3, 1}, 5), sample_numbers(7, 2),
                    sample_numbers(5, 2)}});
    all.push_back({kernels::swap_rows(f64), {sample_lists(), sample_numbers(9, 4)}, {6.0, 0.0}});
    all.push_back({kernels::swap_rows(f64), {sample_lists(), sample_numbers(9, 4)}, {6.0, 1.0}});
    all.push_back({kernels::merge_moves(), {sample_lists(), sample_integers(12, 3)}, {6.0}});
    const std::vector<std::int32_t> candidates{3, 7, 1, 16, 12, 19, 11, -1};
    all.push_back({kernels::tournament_round(f64),
                   {sample_numbers(20, 4), sample_operand(candidates, 4, 2), sample_integers(4, 1)}});
    all.push_back({kernels::tournament_moves(),
                   {sample_operand(std::vector<std::int32_t>{3, 7, 1, 16}, 4), sample_integers(8, 3)}});
    all.push_back(
        {kernels::vector_total(kernels::VectorOperation::iamax, f64, 4),
         {sample_numbers(9), sample_operand(std::vector<std::int32_t>{2, -1, 8}, 3), sample_integers(1)}});
    add_products<double>(all, {.kernel = SpmvKernel::csr_rows, .blocking = {.lanes = 2, .items = 8}});
    add_products<std::complex<double>>(all, {.kernel = SpmvKernel::csr_rows, .blocking = {.items = 8}});
    add_products<double>(
        all, {.kernel = SpmvKernel::csr_rows, .blocking = {.items = 8, .columns = 2}, .turned = true});
    add_products<double>(all, {.kernel = SpmvKernel::csr_merge, .blocking = {.items = 4, .work = 3}});
    add_products<double>(all, {.kernel = SpmvKernel::sell, .blocking = {.items = 8, .slice = 4}});
    add_products<double>(all, {.kernel = SpmvKernel::ell, .blocking = {.items = 8}});
    add_products<double>(all, {.kernel = SpmvKernel::coo, .blocking = {.items = 2, .work = 4}});
    return all;
}

/// Some of the numbers in an operand, the first one and the last one among them.
inline std::vector<std::size_t> some_places(const SampleOperand& operand) {
    const std::size_t count = operand.data.size() / sizeof(std::int32_t);
    std::vector<std::size_t> places;
    for (std::size_t at = 0; at < count; at += std::max<std::size_t>(1, count / 7)) places.push_back(at);
    places.push_back(count - 1);
    return places;
}

/// Numbers that are never places of these samples' operands, or hardly ever.
inline constexpr std::int32_t kNoPlaces[] = {200000000, 3000, -2, -2147483647 - 1, 2147483647};

/// What the instruction's guards say of its operands; empty: nothing.
inline std::string guarded_fault(GuardedSample& sample) {
    const std::vector<HostOperand> operands = sample.on_host();
    try {
        for (const Guard& guard : sample.instruction->guards)
            if (guard.host) guard.host({operands, sample.scalars});
        return {};
    } catch (const Error& error) {
        return error.message();
    }
}

}  // namespace hg::test
