#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/cholesky/cholesky.hpp"
#include "kernels/elementwise/copy.hpp"
#include "kernels/elementwise/gather_columns.hpp"
#include "kernels/elementwise/identity.hpp"
#include "kernels/elementwise/real_diagonal.hpp"
#include "kernels/elementwise/real_sum.hpp"
#include "kernels/elementwise/symmetric_part.hpp"
#include "kernels/emulated/emulated_gemm.hpp"
#include "kernels/gemm/gemm_blocking.hpp"
#include "kernels/gemm/gemm_sum.hpp"
#include "kernels/ldl/ldl_panel.hpp"
#include "kernels/lu/lu_panel.hpp"
#include "kernels/lu/lu_solve.hpp"
#include "kernels/lu/lu_tournament.hpp"
#include "kernels/lu/row_moves.hpp"
#include "kernels/qr/qr_panel.hpp"
#include "kernels/qr/qr_tree.hpp"
#include "kernels/real_type.hpp"
#include "kernels/solver/solver_kernels.hpp"
#include "kernels/triangle/triangle.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/kernels/gemm.hpp>
#include <hg/kernels/gemv.hpp>
#include <hg/kernels/library.hpp>
#include <hg/kernels/rank_update.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/kernels/spmv.hpp>
#include <hg/kernels/symv.hpp>
#include <hg/kernels/trsv.hpp>
#include <hg/kernels/vector.hpp>

namespace hg::kernels {
namespace {

/// The instructions that have no parameters but a type.
const std::vector<InstructionPtr>& plain_instructions() {
    static const NoDestructor all([] {
        std::vector<InstructionPtr> made;
        for (ElementType type : kElementTypes) made.insert(made.end(), {scale(type), zero(type), copy(type)});
        for (ElementType type : kFloatingTypes) {
            for (std::int64_t pivots : kMostPivotsOfForms) made.push_back(swap_rows(type, pivots));
            made.insert(made.end(),
                        {lu_panel(type), lu_diagonal(type), solve_lower_unit(type), solve_right_upper(type),
                         tournament_leaf(type), tournament_round(type), cholesky_diagonal(type),
                         cholesky_solve(type), cholesky_skip(type), identity(type), gather_columns(type),
                         symmetric_part(type), qr_panel(type), qr_triangles(type)});
        }
        for (ElementType type : {ElementType::c32, ElementType::c64})
            made.insert(made.end(),
                        {hermitian_part(type), real_diagonal(type), real_scale(type), real_sum(type)});
        made.insert(made.end(), {merge_moves(), tournament_moves()});
        return made;
    }());
    return *all;
}

/// All pairs of operations.
std::vector<GemmParameters> complex_products() {
    std::vector<GemmParameters> all;
    for (const GemmFamily family : complex_gemm_families())
        for (const ElementType type : {ElementType::c32, ElementType::c64})
            for (const int op_a : {0, 1, 2})
                for (const int op_b : {0, 1, 2})
                    for (const bool overwrite : {false, true}) {
                        const GemmParameters p{.family = family,
                                               .type = type,
                                               .transpose_a = op_a > 0,
                                               .transpose_b = op_b > 0,
                                               .conjugate_a = op_a > 1,
                                               .conjugate_b = op_b > 1,
                                               .overwrite = overwrite};
                        if (blocking_fault(p).empty()) all.push_back(p);
                    }
    return all;
}

}  // namespace

InstructionPtr find(std::string_view name) {
    for (const InstructionPtr& instruction : plain_instructions())
        if (instruction->name == name) return instruction;
    if (const auto parameters = parse_gemm(name)) return gemm(*parameters);
    if (const auto parameters = parse_lu_panel(name)) return lu_panel(*parameters);
    if (const auto parameters = parse_qr_panel(name)) return qr_panel(*parameters);
    if (InstructionPtr instruction = find_ldl_panel(name)) return instruction;
    if (InstructionPtr instruction = find_qr_tree(name)) return instruction;
    if (InstructionPtr instruction = find_emulated(name)) return instruction;
    if (InstructionPtr instruction = find_triangle(name)) return instruction;
    if (InstructionPtr instruction = find_vector(name)) return instruction;
    if (InstructionPtr instruction = find_rank_update(name)) return instruction;
    if (InstructionPtr instruction = find_symv(name)) return instruction;
    if (InstructionPtr instruction = find_gemv(name)) return instruction;
    if (InstructionPtr instruction = find_trsv(name)) return instruction;
    if (InstructionPtr instruction = find_spmv(name)) return instruction;
    if (InstructionPtr instruction = find_solver_kernel(name)) return instruction;
    return find_gemm_sum(name);
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const InstructionPtr& instruction : plain_instructions()) all.push_back(instruction->name);
    for (GemmFamily family : gemm_families())
        for (ElementType type : kRealTypes)
            for (bool transpose_a : {false, true})
                for (bool transpose_b : {false, true})
                    for (bool overwrite : {false, true}) {
                        const GemmParameters p{.family = family,
                                               .type = type,
                                               .transpose_a = transpose_a,
                                               .transpose_b = transpose_b,
                                               .overwrite = overwrite};
                        if (blocking_fault(p).empty()) all.push_back(name(p));
                    }
    for (const GemmParameters& p : complex_products()) all.push_back(name(p));
    for (ElementType type : kFloatingTypes)
        for (bool overwrite : {false, true}) all.push_back(gemm_sum(type, 2, overwrite)->name);
    for (ElementType type : kRealTypes) {
        all.push_back(lu_panel(CooperativePanel{.type = type})->name);
    }
    for (ElementType type : kFloatingTypes)
        all.push_back(qr_panel(CooperativePanel{.type = type, .width = 32})->name);
    for (std::string& name : ldl_panel_names()) all.push_back(std::move(name));
    for (std::string& name : qr_tree_names()) all.push_back(std::move(name));
    for (std::string& name : emulated_names()) all.push_back(std::move(name));
    for (std::string& name : triangle_names()) all.push_back(std::move(name));
    for (std::string& name : vector_names()) all.push_back(std::move(name));
    for (std::string& name : rank_update_names()) all.push_back(std::move(name));
    for (std::string& name : symv_names()) all.push_back(std::move(name));
    for (std::string& name : gemv_names()) all.push_back(std::move(name));
    for (std::string& name : trsv_names()) all.push_back(std::move(name));
    for (std::string& name : spmv_names()) all.push_back(std::move(name));
    for (std::string& name : solver_kernel_names()) all.push_back(std::move(name));
    return all;
}

}  // namespace hg::kernels
