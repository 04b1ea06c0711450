#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tools/hgctl/program/check/kernel_case.hpp"
#include "tools/workload/matrices/npy.hpp"

namespace hgctl {

/// Contents of operands from files, as INSTRUCTION.OPERAND=FILE.npy gives them.
class GivenOperands {
  public:
    /// Reads the files. Throws hg::Error{invalid_argument} naming `option` for an item of another form, and
    /// for one that none of `cases` has.
    GivenOperands(const std::vector<std::string>& list, const std::string& option,
                  const std::vector<KernelCase>& cases);

    /// The column-major contents of a case's operand. Null if no file gives them.
    [[nodiscard]] const NpyMatrix* find(const KernelCase& which, std::size_t operand) const;
    /// False if a file gives an operand of the case's instruction, but of another shape.
    [[nodiscard]] bool fits(const KernelCase& which) const;
    /// The file's name.
    [[nodiscard]] const std::string& path(const KernelCase& which, std::size_t operand) const;

  private:
    struct File {
        std::string path;
        NpyMatrix matrix;
    };
    [[nodiscard]] const File* file(const KernelCase& which, std::size_t operand) const;

    std::map<std::string, File> files_;  ///< by INSTRUCTION.OPERAND
};

}  // namespace hgctl
