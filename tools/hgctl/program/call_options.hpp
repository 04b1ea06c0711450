#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/command_line.hpp"
#include "tools/workload/program/program_routine.hpp"

namespace hgctl {

/// An option of calls, and the names that it has among the arguments of routines.
struct CallOption {
    const char* name;
    std::vector<std::string_view> arguments;

    [[nodiscard]] bool is_taken_by(const ProgramRoutine& routine) const;
};

/// The options that say what a call computes, beside its sizes.
struct CallOptions {
    std::string type = "f64", arithmetic;
    CallSettings settings{.nrhs = 1};
    bool pinned = false;

    /// Adds them for some of these routines. This must outlive the parsing.
    void add_options(Command& to, const std::vector<ProgramRoutine>& routines);
    /// Throws hg::Error{invalid_argument} for an option of other routines, which would be ignored, and for a
    /// type that the routine does not support. `more` are options of the command that only some take.
    void check(const ProgramRoutine& routine, const std::vector<CallOption>& more = {}) const;

  private:
    [[nodiscard]] std::string takers_of(const CallOption& option) const;
    template <class Letter>
    void add_letter(const char* name, Letter& letter, const std::vector<std::string>& words);

    std::vector<ProgramRoutine> routines_{};
    std::optional<Command> command_{};
};

}  // namespace hgctl
