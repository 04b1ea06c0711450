#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/program/source/expression.hpp"

namespace hg::source {

/// The kinds of object that a name can denote.
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

/// Returns "a matrix", "a register", ...
std::string_view words_for(NameKind kind) noexcept;

/// The loop variables on which a value depends: a bit for each level of blocks, and one for a sub's
/// arguments.
using Dependence = std::uint64_t;
inline constexpr Dependence kOnArguments = Dependence{1} << 63;

struct Named {
    NameKind kind = NameKind::integer;
    Cell cell{};      ///< for a sub, its position
    Place place = 0;  ///< the place of the declaration
    Dependence depends = 0;
};

/// The names that are visible at a place. The names declared in a block are free again after it. A sub has
/// its own names and also sees those that never change their meaning: parameters, matrices, scalars, devices,
/// subs and the program's `let`s.
class Scopes {
  public:
    /// enter() begins a block; leave() ends it and forgets its names.
    void enter() { starts_.push_back(order_.size()); }
    void leave();
    /// enter_sub() begins a sub; leave_sub() ends it and forgets its names.
    void enter_sub();
    void leave_sub();

    /// Returns null if the name is unknown.
    [[nodiscard]] const Named* find(std::string_view name) const;
    /// Returns true for a name of the program that the sub cannot see.
    [[nodiscard]] bool is_out_of_reach(std::string_view name) const;
    /// Returns false if the name is taken.
    bool declare(std::string_view name, const Named& named);

    /// Returns the nesting level of blocks; 0 outside all of them.
    [[nodiscard]] std::size_t level() const noexcept { return starts_.size(); }

  private:
    using Names = std::unordered_map<std::string_view, Named>;
    [[nodiscard]] static bool reaches_sub(const Named& named) noexcept;

    Names program_;
    Names sub_;
    std::vector<std::string_view> order_;  ///< the names of open blocks in the order of declaration
    std::vector<std::size_t> starts_;      ///< where each open block's names start in `order_`
    bool in_sub_ = false;
};

}  // namespace hg::source
