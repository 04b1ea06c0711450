#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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
    Json();
    Json(std::nullptr_t) : Json() {}
    Json(double number);
    Json(const std::string& text) : Json(std::string_view(text)) {}
    Json(const char* text) : Json(std::string_view(text)) {}
    Json(std::string_view text);
    template <std::same_as<bool> Truth>
    Json(Truth truth) : Json(Boolean{truth}) {}
    template <std::signed_integral Number>
    Json(Number number) : Json(Signed{number}) {}
    template <std::unsigned_integral Number>
    requires(!std::same_as<Number, bool>) Json(Number number) : Json(Unsigned{number}) {}
    template <class T>
    Json(const std::vector<T>& list) : Json(array()) {
        for (const T& element : list) push_back(element);
    }
    /// null if there is none.
    template <class T>
    Json(const std::optional<T>& value) : Json() {
        if (value) *this = Json(*value);
    }
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
    /// The member of this name, which is made if it is not there.
    void set(const std::string& name, const Json& value);
    /// set() for all members of an object.
    void update(const Json& object);
    /// Sets a member of members: "peers/cublas/seconds". Objects on the way are made.
    void place(const std::string& path, const Json& value);
    /// Adds an element to the list of this name, which is made if it is not there.
    void append(const std::string& name, const Json& element);
    /// Makes the object at the path of place() null if all its members are.
    void collapse(const std::string& path);

    /// The first element of a list that has some.
    [[nodiscard]] Json front() const;
    [[nodiscard]] bool is_null() const;
    [[nodiscard]] bool is_text() const;
    /// NaN if it is no number.
    [[nodiscard]] double number() const;
    /// On one line without quotes, as a field of CSV: a list has spaces between its elements, null is "".
    [[nodiscard]] std::string plain() const;

    /// On lines, indented by 2. Bytes that are not UTF-8 are replaced.
    [[nodiscard]] std::string text() const;

  private:
    struct Value;
    struct Boolean {
        bool value;
    };
    struct Signed {
        std::int64_t value;
    };
    struct Unsigned {
        std::uint64_t value;
    };

    explicit Json(Boolean truth);
    explicit Json(Signed number);
    explicit Json(Unsigned number);

    std::unique_ptr<Value> value_;
};

struct Json::Member {
    const char* name;
    Json value;
};

}  // namespace hgctl
