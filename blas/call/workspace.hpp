#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <hg/blas/session.hpp>
#include <hg/runtime/machine/bindings.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// Host memory for the matrices of a program that are not arguments of the call: integers and results, which
/// the routine writes before the run or reads after it, and data that devices exchange. Elements are in
/// pinned memory.
class Workspace {
  public:
    struct Integers {
        std::vector<std::int32_t> elements{};
        std::int64_t rows = 0;
    };

    /// Binds all matrices of the program that are not bound yet. Throws std::bad_alloc or
    /// Error{out_of_memory}.
    void bind(Session& session, const Program& program, Bindings& bindings);

    /// Returns the integers called `name`; empty if the program has no such matrix.
    [[nodiscard]] const Integers& integers(const std::string& name) const noexcept;
    /// Returns the same for what the routine writes. The program must have such a matrix.
    [[nodiscard]] std::vector<std::int32_t>& integers(const std::string& name) {
        return integers_.at(name).elements;
    }

    /// Returns the elements called `name`, column-major without gaps. The program must have such a matrix.
    template <class T>
    [[nodiscard]] const T* elements(const std::string& name) const {
        return reinterpret_cast<const T*>(elements_.at(name)->data());
    }
    template <class T>
    [[nodiscard]] T* elements(const std::string& name) {
        return reinterpret_cast<T*>(elements_.at(name)->data());
    }

  private:
    std::map<std::string, Integers> integers_;
    std::map<std::string, std::shared_ptr<PinnedMemory>> elements_;
};

}  // namespace hg
