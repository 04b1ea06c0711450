#include "tools/hgctl/program/check/given_operands.hpp"

#include <algorithm>
#include <cstddef>

#include "tools/cli/command_line.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/workload/matrices/npy_order.hpp"

namespace hgctl {
namespace {

std::string key_of(const KernelCase& which, std::size_t operand) {
    return which.instruction->name + "." + which.instruction->operands[operand].name;
}

bool has_shape(const NpyMatrix& matrix, const hg::Register& shape) {
    return matrix.type == shape.type && matrix.rows == shape.rows && matrix.cols == shape.cols;
}

/// True if a case has this operand, in this shape.
bool is_operand(const KernelCase& which, const std::string& key, const NpyMatrix& matrix) {
    for (std::size_t o = 0; o < which.shapes.size(); ++o)
        if (key_of(which, o) == key && has_shape(matrix, which.shapes[o])) return true;
    return false;
}

}  // namespace

GivenOperands::GivenOperands(const std::vector<std::string>& list, const std::string& option,
                             const std::vector<KernelCase>& cases) {
    for (const auto& [key, path] : assignments(list, option, "INSTRUCTION.OPERAND=FILE.npy")) {
        NpyMatrix matrix = read_npy(path);
        if (std::ranges::none_of(cases, [&](const auto& one) { return is_operand(one, key, matrix); }))
            refuse(option + " " + key + ": no EXEC has such an operand of " + std::to_string(matrix.rows) +
                   "x" + std::to_string(matrix.cols) + " " + std::string(name(matrix.type)) + ", as " + path +
                   " holds");
        set_order(matrix, true);
        files_.emplace(key, File{path, std::move(matrix)});
    }
}

const GivenOperands::File* GivenOperands::file(const KernelCase& which, std::size_t operand) const {
    const auto found = files_.find(key_of(which, operand));
    return found == files_.end() ? nullptr : &found->second;
}

const NpyMatrix* GivenOperands::find(const KernelCase& which, std::size_t operand) const {
    const File* const found = file(which, operand);
    return found == nullptr ? nullptr : &found->matrix;
}

const std::string& GivenOperands::path(const KernelCase& which, std::size_t operand) const {
    return file(which, operand)->path;
}

bool GivenOperands::fits(const KernelCase& which) const {
    for (std::size_t o = 0; o < which.shapes.size(); ++o)
        if (const NpyMatrix* const given = find(which, o); given && !has_shape(*given, which.shapes[o]))
            return false;
    return true;
}

}  // namespace hgctl
