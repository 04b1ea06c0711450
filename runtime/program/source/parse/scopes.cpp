#include "runtime/program/source/parse/scopes.hpp"

#include <array>

namespace hg::source {

std::string_view words_for(NameKind kind) noexcept {
    return name_at(
        std::array<std::string_view, 9>{"a parameter", "an integer", "a matrix", "a scalar", "a device",
                                        "a list of devices", "a register", "an array of registers", "a sub"},
        kind);
}

void Scopes::leave() {
    Names& names = in_sub_ ? sub_ : program_;
    for (; order_.size() > starts_.back(); order_.pop_back()) names.erase(order_.back());
    starts_.pop_back();
}

void Scopes::enter_sub() {
    in_sub_ = true;
    enter();
}

void Scopes::leave_sub() {
    leave();
    in_sub_ = false;
}

const Named* Scopes::find(std::string_view name) const {
    if (in_sub_)
        if (const auto found = sub_.find(name); found != sub_.end()) return &found->second;
    const auto found = program_.find(name);
    if (found == program_.end() || (in_sub_ && !reaches_sub(found->second))) return nullptr;
    return &found->second;
}

bool Scopes::is_out_of_reach(std::string_view name) const {
    return in_sub_ && find(name) == nullptr && program_.contains(name);
}

bool Scopes::declare(std::string_view name, const Named& named) {
    if (!(in_sub_ ? sub_ : program_).emplace(name, named).second) return false;
    order_.push_back(name);
    return true;
}

bool Scopes::reaches_sub(const Named& named) noexcept {
    return named.kind != NameKind::reg && named.kind != NameKind::registers;
}

}  // namespace hg::source
