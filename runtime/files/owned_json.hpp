#pragma once

#include <nlohmann/json.hpp>
#include <utility>

namespace hg {

/// A JSON value whose destructor allocates no memory. The library's own destructor does, and ends the process
/// if there is none.
class OwnedJson {
  public:
    explicit OwnedJson(nlohmann::json value) noexcept : value_(std::move(value)) {}
    ~OwnedJson() { take_apart(value_, 0); }
    OwnedJson(OwnedJson&&) noexcept = default;
    OwnedJson& operator=(OwnedJson&&) = delete;

    [[nodiscard]] nlohmann::json& operator*() noexcept { return value_; }
    [[nodiscard]] const nlohmann::json& operator*() const noexcept { return value_; }
    [[nodiscard]] nlohmann::json* operator->() noexcept { return &value_; }
    [[nodiscard]] const nlohmann::json* operator->() const noexcept { return &value_; }

  private:
    /// Values that are nested deeper are left to the library, which needs no stack for them.
    static constexpr int kDeepest = 64;

    /// Empties all arrays and objects of a value, so that its destructor allocates nothing.
    static void take_apart(nlohmann::json& value, int depth) noexcept {
        if (depth == kDeepest) return;
        if (auto* const list = value.get_ptr<nlohmann::json::array_t*>()) {
            for (nlohmann::json& element : *list) take_apart(element, depth + 1);
            list->clear();
        } else if (auto* const object = value.get_ptr<nlohmann::json::object_t*>()) {
            for (auto& [name, member] : *object) take_apart(member, depth + 1);
            object->clear();
        }
    }

    nlohmann::json value_;
};

}  // namespace hg
