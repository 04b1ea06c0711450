#include "kernels/compiled/compiled_kernels.hpp"

#include <charconv>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "kernels/compiled/compiled_archive.hpp"
#include "runtime/program/base/fnv1a.hpp"
#include "runtime/program/base/immortal.hpp"

namespace hg::kernels {
namespace {

using Index = std::unordered_map<std::string, std::vector<CompiledKernel>>;

/// The archive is a line `DIGEST BYTES KIND` for each kernel, followed by that many bytes.
Index index_of(std::string_view archive) {
    Index index;
    while (!archive.empty()) {
        const std::string_view line = archive.substr(0, archive.find('\n'));
        archive.remove_prefix(line.size() + 1);
        const std::size_t size_at = line.find(' ') + 1;
        const std::size_t kind_at = line.find(' ', size_at) + 1;
        std::size_t size = 0;
        std::from_chars(line.data() + size_at, line.data() + kind_at - 1, size);
        index[std::string(line.substr(0, size_at - 1))].push_back(
            {std::string(line.substr(kind_at)), archive.substr(0, size)});
        archive.remove_prefix(size);
    }
    return index;
}

}  // namespace

std::vector<CompiledKernel> compiled_kernels(std::string_view build_options, std::string_view source) {
    static const Immortal index(index_of(compiled_archive()));
    const auto known = (*index).find(digest(std::string(build_options).append("\n").append(source)));
    return known == (*index).end() ? std::vector<CompiledKernel>() : known->second;
}

InstructionPtr finished(Instruction instruction) {
    instruction.compiled = compiled_kernels(instruction.build_options, instruction.source);
    return std::make_shared<const Instruction>(std::move(instruction));
}

}  // namespace hg::kernels
