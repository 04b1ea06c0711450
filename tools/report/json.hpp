#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace hgctl {

/// A value for a report; objects keep the order of their members. It is one of nlohmann-json, which takes
/// long to compile and is parsed in few files for that reason.
class Json {
  public:
    struct Member;

    // Not explicit: reports are written as lists of names and plain values.
    // NOLINTBEGIN(google-explicit-constructor)
    /// null
    Json() : Json(nullptr) {}
    Json(std::nullptr_t);
    Json(const std::string& text) : Json(std::string_view(text)) {}
    Json(const char* text) : Json(std::string_view(text)) {}
    Json(std::string_view text);
    template <class T>
    requires std::is_arithmetic_v<T> Json(T number) : Json(Number(std::in_place_type<Wide<T>>, number)) {}
    template <class T>
    Json(const std::vector<T>& list) : Json(array()) {
        for (const T& element : list) push_back(element);
    }
    /// null if there is none.
    template <class T>
    Json(const std::optional<T>& value) : Json(value ? Json(*value) : Json()) {}
    /// An object.
    Json(std::initializer_list<Member> members);
    // NOLINTEND(google-explicit-constructor)

    Json(const Json& other);
    Json(Json&& other) noexcept;
    Json& operator=(Json other) noexcept;
    ~Json();

    static Json array();
    static Json object();

    void push_back(const Json& element);
    /// Sets the members of an object, which are made if they are not there.
    void update(const Json& object);
    /// Sets a member of members: "peers/cublas/seconds". Objects on the way are made.
    void place(const std::string& path, const Json& value);
    /// Adds an element to the list of this name, which is made if it is not there.
    void append(const std::string& name, const Json& element);
    /// Makes the object at the path of place() null if all its members are.
    void collapse(const std::string& path);

    /// A member of an object; null if there is none.
    [[nodiscard]] Json at(const std::string& name) const;
    /// The first element of a list that has some.
    [[nodiscard]] Json front() const;
    [[nodiscard]] bool is_null() const;
    [[nodiscard]] bool is_text() const;
    /// NaN if it is no number.
    [[nodiscard]] double number() const;
    /// The texts of a list, those that its objects have as `member`, or the only one.
    [[nodiscard]] std::vector<std::string> texts(const std::string& member) const;
    /// On one line without quotes, as a field of CSV: a list has spaces between its elements, null is "".
    [[nodiscard]] std::string plain() const;

    /// On lines, indented by 2. Bytes that are not UTF-8 are replaced.
    [[nodiscard]] std::string text() const;

  private:
    using Value = std::unique_ptr<nlohmann::ordered_json>;
    using Number = std::variant<bool, std::int64_t, std::uint64_t, double>;
    template <class T>
    using WideInteger = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    template <class T>
    using Wide = std::conditional_t<std::is_same_v<T, bool>, bool,
                                    std::conditional_t<std::is_floating_point_v<T>, double, WideInteger<T>>>;

    explicit Json(Value value) noexcept;
    explicit Json(const Number& number);

    Value value_;
};

struct Json::Member {
    const char* name;
    Json value;
};

}  // namespace hgctl
