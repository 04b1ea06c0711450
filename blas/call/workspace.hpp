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

/// Host memory for the matrices of a program that are no arguments of the call: integers, which a routine
/// reads after the run, and what devices exchange, which is pinned.
class Workspace {
  public:
    struct Integers {
        std::vector<std::int32_t> elements{};
        std::int64_t rows = 0;
    };

    /// Binds all matrices of the program that are not bound yet. Throws std::bad_alloc, Error{out_of_memory}.
    void bind(Session& session, const Program& program, Bindings& bindings);

    /// The integers of a name; none if the program has no such matrix.
    [[nodiscard]] const Integers& integers(const std::string& name) const noexcept;

  private:
    std::map<std::string, Integers> integers_;
    std::vector<std::shared_ptr<PinnedMemory>> exchanged_;
};

}  // namespace hg
