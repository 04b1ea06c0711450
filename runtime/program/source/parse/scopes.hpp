#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/program/source/expression.hpp"

namespace hg::source {

/// What a name can stand for.
enum class NameKind : std::uint8_t {
    parameter,
    integer,
    matrix,
    scalar,
    device,
    devices,
    reg,
    registers,
    sub
};

/// "a matrix", "a register", ...
std::string_view words_for(NameKind kind) noexcept;

/// Which loops' variables a value depends on: a bit for each level of blocks, and one for a sub's arguments.
using Dependence = std::uint64_t;
inline constexpr Dependence kOnArguments = Dependence{1} << 63;

struct Named {
    NameKind kind = NameKind::integer;
    Cell cell{};      ///< of a sub: its position
    Place place = 0;  ///< of the declaration
    Dependence depends = 0;
};

/// The names that are known at a place. Blocks may use names again when they have ended. A sub has its own
/// names; beside them it knows those that stand for the same throughout: parameters, matrices, scalars,
/// devices, subs, and the program's `let`s.
class Scopes {
  public:
    /// A block begins, or ends with its names.
    void enter() { starts_.push_back(order_.size()); }
    void leave();
    /// A sub begins, or ends with its names.
    void enter_sub();
    void leave_sub();

    /// Null if there is none.
    [[nodiscard]] const Named* find(std::string_view name) const;
    /// A name of the program that a sub does not see.
    [[nodiscard]] bool is_out_of_reach(std::string_view name) const;
    /// False if the name is taken.
    bool declare(std::string_view name, const Named& named);

    /// The level of blocks, 0 outside.
    [[nodiscard]] std::size_t level() const noexcept { return starts_.size(); }

  private:
    using Names = std::unordered_map<std::string_view, Named>;
    [[nodiscard]] static bool reaches_sub(const Named& named) noexcept;

    Names program_;
    Names sub_;
    std::vector<std::string_view> order_;  ///< names of open blocks, in the order of their declaration
    std::vector<std::size_t> starts_;      ///< of open blocks in `order_`
    bool in_sub_ = false;
};

}  // namespace hg::source
