#include "tools/report/json.hpp"

#include <algorithm>
#include <limits>
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

void Json::place(const std::string& path, const Json& value) {
    value_->json[nlohmann::ordered_json::json_pointer("/" + path)] = value.value_->json;
}

void Json::append(const std::string& name, const Json& element) {
    value_->json[name].push_back(element.value_->json);
}

void Json::collapse(const std::string& path) {
    auto& object = value_->json[nlohmann::ordered_json::json_pointer("/" + path)];
    if (std::ranges::all_of(object, [](const auto& member) { return member.is_null(); })) object = nullptr;
}

Json Json::front() const {
    Json element;
    element.value_->json = value_->json.front();
    return element;
}

bool Json::is_null() const {
    return value_->json.is_null();
}

bool Json::is_text() const {
    return value_->json.is_string();
}

double Json::number() const {
    return value_->json.is_number() ? value_->json.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

std::string Json::plain() const {
    const auto& json = value_->json;
    if (json.is_null()) return "";
    if (json.is_string()) return json.get<std::string>();
    if (!json.is_array()) return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    std::string list;
    for (const auto& element : json) {
        Json one;
        one.value_->json = element;
        list.append(list.empty() ? "" : " ").append(one.plain());
    }
    return list;
}

std::string Json::text() const {
    return value_->json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace hgctl
