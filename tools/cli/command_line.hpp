#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hgctl {

struct Manual;

/// An option of a command. Its members say more about it; they can be chained.
class Option {
  public:
    explicit Option(CLI::Option& option) noexcept : option_(&option) {}

    Option& required();
    /// Not together with `other`.
    Option& excludes(const Option& other);
    /// Commas stand between the values.
    Option& list();
    /// Takes this many values, one word each.
    Option& values(int least, int most);
    /// In the place of the type in the help.
    Option& value_name(const std::string& name);
    /// The help tells the value that the variable has now, or `text`.
    Option& show_default();
    Option& show_default(const std::string& text);

    /// Accepts whole numbers in [low, high]. Adds nothing to the help.
    Option& whole_number(std::int64_t low, std::int64_t high = std::int64_t{1} << 30);
    /// Accepts numbers from 1e-9 to 1e9: rates in units of 1e9 a second, and seconds, with which arithmetic
    /// stays finite. Adds nothing to the help.
    Option& positive();
    Option& one_of(const std::vector<std::string>& words);
    /// Leaves it out of the help: a spelling of former versions.
    Option& hide();

  private:
    CLI::Option* option_;
};

/// Throws hg::Error{invalid_argument}: what the command line asks for cannot be done.
[[noreturn]] void refuse(const std::string& message);

/// The variable that an option sets.
using OptionTarget =
    std::variant<std::string*, int*, std::int64_t*, std::uint64_t*, double*, std::optional<int>*,
                 std::optional<std::int64_t>*, std::optional<std::uint64_t>*, std::optional<double>*,
                 std::vector<std::string>*, std::vector<int>*, std::vector<std::int64_t>*,
                 std::vector<double>*>;

/// A command with its options and subcommands: what hgctl uses of CLI11, which takes long to compile and is
/// parsed in few files for that reason. A reference to a part of a CommandLine, which must outlive it.
class Command {
  public:
    /// Running the command sets `status`, which must outlive the parsing.
    Command(CLI::App& app, int& status) noexcept : app_(&app), status_(&status) {}

    Command subcommand(const std::string& name, const std::string& help);
    void require_subcommand();
    /// Leaves it out of the help.
    void hide();
    /// What parsing the command line does if it names this command. `run` returns the exit status, or nothing
    /// if it can only succeed or throw.
    template <class Run>
    void callback(Run run) {
        on_parse([run = std::move(run), status = status_] {
            if constexpr (std::is_void_v<std::invoke_result_t<const Run&>>)
                run();
            else
                *status = run();
        });
    }

    /// The variable must outlive the parsing.
    template <class T>
    Option option(const std::string& name, T& value, const std::string& help = "") {
        return add_option(name, &value, help);
    }
    /// Whole numbers in [low, high], with commas between them if the variable is a list. The help tells the
    /// value that the variable has now, if it has one.
    template <class T>
    Option count(const std::string& name, T& value, const std::string& help, std::int64_t low,
                 std::int64_t high = std::int64_t{1} << 30) {
        return with_default(option(name, value, help).whole_number(low, high), value);
    }
    /// Words of `known`, likewise.
    template <class T>
    Option words(const std::string& name, T& value, const std::vector<std::string>& known,
                 const std::string& help) {
        return with_default(option(name, value, help).one_of(known), value);
    }
    /// The name of a file.
    Option file(const std::string& name, std::string& path, const std::string& help) {
        return option(name, path, help).value_name("FILE");
    }
    /// As option(), but calls `set` with the value.
    template <class T>
    Option option_function(const std::string& name, const std::function<void(const T&)>& set,
                           const std::string& help);
    /// An option whose value may be left out: it is `otherwise` then.
    Option option_or(const std::string& name, std::string& value, const std::string& otherwise,
                     const std::string& help);
    Option flag(const std::string& name, bool& value, const std::string& help);

    /// True if the command line gives this option.
    [[nodiscard]] bool has(const std::string& option) const;

  private:
    void on_parse(std::function<void()> run);
    Option add_option(const std::string& name, OptionTarget value, const std::string& help);
    template <class T>
    static Option with_default(Option option, const T& value) {
        if constexpr (requires { value.empty(); } && !std::is_same_v<T, std::string>) option.list();
        return has_value(value) ? option.show_default() : option;
    }
    template <class T>
    static bool has_value(const T& value) {
        if constexpr (requires { value.empty(); })
            return !value.empty();
        else if constexpr (requires { value.has_value(); })
            return value.has_value();
        else
            return true;
    }

    CLI::App* app_;
    int* status_;
};

/// The program's own command, at the root of the others.
class CommandLine {
  public:
    CommandLine(const std::string& help, const std::string& name, const std::string& version,
                const std::string& footer);
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;
    ~CommandLine();

    [[nodiscard]] Command command() noexcept { return {*app_, status_}; }
    /// Adds the manual's examples to the help of verbs, and the hidden subcommand `pages`, which makes what
    /// the build installs: the manual pages and the completion of bash. After all verbs; the manual must
    /// outlive this.
    void add_manual(const Manual& manual);
    /// Runs the command that is named, or prints the help if it is asked for. Values are read strictly: none
    /// may be empty, and numbers must be finite decimal ones in the range of their type. False after wrong
    /// usage, which is printed. Throws what the command throws.
    bool parse(int argc, char** argv);
    /// Of the command that was run; 0 if none was.
    [[nodiscard]] int status() const noexcept { return status_; }

  private:
    int status_ = 0;
    std::unique_ptr<CLI::App> app_;
};

}  // namespace hgctl
