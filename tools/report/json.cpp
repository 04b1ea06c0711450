#include "tools/report/json.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace hgctl {
namespace {

using Stored = nlohmann::ordered_json;

Stored::json_pointer pointer_to(const std::string& path) {
    return Stored::json_pointer("/" + path);
}

std::string line_of(const Stored& json) {
    if (json.is_null()) return "";
    if (json.is_string()) return json.get<std::string>();
    if (!json.is_array()) return json.dump(-1, ' ', false, Stored::error_handler_t::replace);
    std::string list;
    for (const Stored& element : json) list.append(list.empty() ? "" : " ").append(line_of(element));
    return list;
}

}  // namespace

Json::Json(Value value) noexcept : value_(std::move(value)) {}
Json::Json(std::nullptr_t) : Json(std::make_unique<Stored>()) {}
Json::Json(std::string_view text) : Json(std::make_unique<Stored>(text)) {}
Json::Json(const Number& number)
    : Json(std::visit([](auto value) { return std::make_unique<Stored>(value); }, number)) {}
Json::Json(std::initializer_list<Member> members) : Json(object()) {
    for (const Member& member : members) (*value_)[member.name] = *member.value.value_;
}

Json::Json(const Json& other) : Json(std::make_unique<Stored>(*other.value_)) {}
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(Json other) noexcept {
    value_ = std::move(other.value_);
    return *this;
}
Json::~Json() = default;

Json Json::array() {
    return Json(std::make_unique<Stored>(Stored::array()));
}

Json Json::object() {
    return Json(std::make_unique<Stored>(Stored::object()));
}

void Json::push_back(const Json& element) {
    value_->push_back(*element.value_);
}

void Json::update(const Json& object) {
    value_->update(*object.value_);
}

void Json::place(const std::string& path, const Json& value) {
    (*value_)[pointer_to(path)] = *value.value_;
}

void Json::append(const std::string& name, const Json& element) {
    (*value_)[name].push_back(*element.value_);
}

void Json::collapse(const std::string& path) {
    Stored& object = (*value_)[pointer_to(path)];
    if (std::ranges::all_of(object, &Stored::is_null)) object = nullptr;
}

Json Json::at(const std::string& name) const {
    return value_->contains(name) ? Json(std::make_unique<Stored>(value_->at(name))) : Json();
}

Json Json::front() const {
    return Json(std::make_unique<Stored>(value_->front()));
}

bool Json::is_null() const {
    return value_->is_null();
}

bool Json::is_text() const {
    return value_->is_string();
}

double Json::number() const {
    return value_->is_number() ? value_->get<double>() : std::numeric_limits<double>::quiet_NaN();
}

std::vector<std::string> Json::texts(const std::string& member) const {
    if (value_->is_string()) return {value_->get<std::string>()};
    std::vector<std::string> list;
    for (const Stored& element : *value_)
        if (const Stored& text = element.is_object() ? element.value(member, Stored()) : element;
            text.is_string())
            list.push_back(text.get<std::string>());
    return list;
}

std::string Json::plain() const {
    return line_of(*value_);
}

std::string Json::text() const {
    return value_->dump(2, ' ', false, Stored::error_handler_t::replace);
}

}  // namespace hgctl
