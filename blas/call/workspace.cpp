#include "blas/call/workspace.hpp"

#include <cstddef>

#include "runtime/program/base/no_destructor.hpp"

namespace hg {
namespace {

void bind_elements(PinnedMemory& memory, const MatrixParameter& matrix, Bindings& bindings) {
    with_element_type(matrix.type, [&]<class T>() {
        bindings.matrix(matrix.name, reinterpret_cast<T*>(memory.data()), matrix.rows);
    });
}

}  // namespace

void Workspace::bind(Session& session, const Program& program, Bindings& bindings) {
    for (const MatrixParameter& matrix : program.matrices()) {
        if (bindings.matrices().contains(matrix.name)) continue;
        const std::int64_t elements = matrix.rows * matrix.cols;
        if (matrix.type == ElementType::i32) {
            Integers& memory = integers_[matrix.name];
            memory.rows = matrix.rows;
            memory.elements.resize(static_cast<std::size_t>(elements));
            bindings.matrix(matrix.name, memory.elements.data(), matrix.rows);
        } else {
            auto& memory = elements_[matrix.name];
            memory = session.workspace(elements * size_of(matrix.type));
            bind_elements(*memory, matrix, bindings);
        }
    }
}

const Workspace::Integers& Workspace::integers(const std::string& name) const noexcept {
    static const NoDestructor<Integers> none;
    const auto found = integers_.find(name);
    return found == integers_.end() ? *none : found->second;
}

}  // namespace hg
