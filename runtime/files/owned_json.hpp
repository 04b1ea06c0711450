#pragma once

#include <nlohmann/json.hpp>
#include <utility>

namespace hg {

/// A JSON value that ends without taking memory. The library's own destructor allocates, and ends the process
/// if there is no memory.
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
    /// What is nested deeper is left to the library, which takes no stack for it.
    static constexpr int kDeepest = 64;

    /// A value whose arrays and objects are empty ends without allocations.
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
