#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace hg::test {

/// Gives a variable of the environment a value (null: none) until the end of its scope.
class Setting {
  public:
    Setting(const char* name, const char* value) : name_(name) {
        if (const char* before = std::getenv(name)) before_ = before;
        set(value);
    }
    ~Setting() { set(before_ ? before_->c_str() : nullptr); }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

  private:
    void set(const char* value) const { value ? setenv(name_, value, 1) : unsetenv(name_); }

    const char* name_;
    std::optional<std::string> before_;
};

}  // namespace hg::test
