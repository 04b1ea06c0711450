#include "kernels/compiled/compiled_kernels.hpp"

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "kernels/compiled/compiled_archive.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include "runtime/program/base/sha256.hpp"

namespace hg::kernels {
namespace {

using Index = std::unordered_map<std::string_view, std::vector<CompiledKernel>>;

Index index_of(const std::vector<ArchivedKernel>& archive) {
    Index index;
    for (const ArchivedKernel& kernel : archive)
        index[kernel.digest].push_back({std::string(kernel.kind), kernel.binary});
    return index;
}

}  // namespace

std::vector<CompiledKernel> compiled_kernels(std::string_view build_options, std::string_view source) {
    static const NoDestructor index(index_of(compiled_archive()));
    const auto known = (*index).find(digest({build_options, "\n", source}));
    return known == (*index).end() ? std::vector<CompiledKernel>() : known->second;
}

InstructionPtr finished(Instruction instruction) {
    instruction.compiled = compiled_kernels(instruction.build_options, instruction.source);
    return std::make_shared<const Instruction>(std::move(instruction));
}

}  // namespace hg::kernels
