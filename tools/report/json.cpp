#include "tools/report/json.hpp"

#include <nlohmann/json.hpp>
#include <utility>

namespace hgctl {

struct Json::Value {
    nlohmann::ordered_json json;
};

Json::Json() : value_(std::make_unique<Value>()) {}

Json::Json(double number) : value_(std::make_unique<Value>(Value{number})) {}

Json::Json(std::string_view text) : value_(std::make_unique<Value>(Value{text})) {}

Json::Json(Boolean truth) : value_(std::make_unique<Value>(Value{truth.value})) {}

Json::Json(Signed number) : value_(std::make_unique<Value>(Value{number.value})) {}

Json::Json(Unsigned number) : value_(std::make_unique<Value>(Value{number.value})) {}

Json::Json(std::initializer_list<Member> members) : Json(object()) {
    for (const Member& member : members) set(member.name, member.value);
}

Json::Json(const Json& other) : value_(std::make_unique<Value>(*other.value_)) {}

Json::Json(Json&& other) noexcept = default;

Json& Json::operator=(Json other) noexcept {
    value_ = std::move(other.value_);
    return *this;
}

Json::~Json() = default;

Json Json::array() {
    Json list;
    list.value_->json = nlohmann::ordered_json::array();
    return list;
}

Json Json::object() {
    Json members;
    members.value_->json = nlohmann::ordered_json::object();
    return members;
}

void Json::push_back(const Json& element) {
    value_->json.push_back(element.value_->json);
}

void Json::set(const std::string& name, const Json& value) {
    value_->json[name] = value.value_->json;
}

void Json::update(const Json& object) {
    value_->json.update(object.value_->json);
}

std::string Json::text() const {
    return value_->json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace hgctl
