#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/workload/operands/call_settings.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// What the program of a call is built for, beside the call.
struct ProgramSite {
    const hg::Target& target;
    const hg::kernels::Database& kernels;
    hg::Arithmetic arithmetic = hg::Arithmetic::native;  ///< of products
    bool pinned = false;                                 ///< all matrices lie in pinned memory
    std::int64_t block = 0;                              ///< block size; 0: the library's choice
};

/// The programs of a routine's calls in one element type.
struct TypedPrograms {
    hg::ElementType type = hg::ElementType::f64;
    std::vector<hg::Op> ops{};  ///< the operations that make a difference
    /// Throws hg::Error{invalid_argument} if a size is larger than another one allows.
    hg::Program (*program)(const CallSettings& settings, const ProgramSite& site) = nullptr;
    double (*flops)(const CallSettings& settings) = nullptr;  ///< 0 if no formula is known
};

/// A routine whose calls are programs on devices: a row of hg::routines.
struct ProgramRoutine {
    std::string name;         ///< "gemm"; ormqr stands for unmqr, too
    bool host_helps = false;  ///< as CallDevices has it
    /// The names of its arguments, "side" and "k"; "arithmetic" and "block" if its programs depend on them.
    std::vector<std::string_view> takes;
    std::vector<TypedPrograms> types;

    [[nodiscard]] bool has(std::string_view argument) const;
    /// Null if the routine has no calls in this type.
    [[nodiscard]] const TypedPrograms* in(hg::ElementType type) const;
};

/// All of them, in the order of interfaces/routines.py.
const std::vector<ProgramRoutine>& program_routines();

std::vector<std::string> program_routine_names();
/// Throws hg::Error{invalid_argument} if there is none of this name.
const ProgramRoutine& program_routine(std::string_view name);

}  // namespace hgctl
