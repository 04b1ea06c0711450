#include "tools/cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/cli/command_pages.hpp"
#include "tools/cli/strict_values.hpp"

namespace hgctl {
namespace {

/// The first word like "--html=": its value would be the next word, whatever that is. Empty: there is none.
std::string_view option_with_empty_value(const std::vector<std::string_view>& words) {
    for (const std::string_view word : words) {
        if (word == "--") break;
        if (word.starts_with("--") && word.find('=') + 1 == word.size()) return word;
    }
    return {};
}

}  // namespace

Option& Option::required() {
    option_->required();
    return *this;
}

Option& Option::excludes(const Option& other) {
    option_->excludes(other.option_);
    return *this;
}

Option& Option::list() {
    option_->delimiter(',');
    return *this;
}

Option& Option::values(int least, int most) {
    option_->expected(least, most);
    return *this;
}

Option& Option::value_name(const std::string& name) {
    option_->type_name(name);
    return *this;
}

Option& Option::show_default() {
    option_->capture_default_str();
    return *this;
}

Option& Option::show_default(const std::string& text) {
    option_->default_str(text);
    return *this;
}

Option& Option::whole_number(std::int64_t low, std::int64_t high) {
    option_->check(CLI::Range(low, high).description(""));
    return *this;
}

Option& Option::positive() {
    const auto fault = [](std::string& text) {
        const double number = std::strtod(text.c_str(), nullptr);
        return number >= 1e-9 && number <= 1e9 ? std::string() : text + " is not from 1e-9 to 1e9";
    };
    option_->check(CLI::Validator(fault, "", ""));
    return *this;
}

Option& Option::one_of(const std::vector<std::string>& words) {
    option_->check(CLI::IsMember(words));
    return *this;
}

Option& Option::hide() {
    option_->group("");
    return *this;
}

Command Command::subcommand(const std::string& name, const std::string& help) {
    return Command(*app_->add_subcommand(name, help));
}

void Command::require_subcommand() {
    app_->require_subcommand(1);
}

void Command::hide() {
    app_->group("");
}

void Command::callback(std::function<void()> run) {
    app_->callback(std::move(run));
}

template <class T>
Option Command::option(const std::string& name, T& value, const std::string& help) {
    return Option(*app_->add_option(name, value, help));
}

template Option Command::option(const std::string&, std::string&, const std::string&);
template Option Command::option(const std::string&, int&, const std::string&);
template Option Command::option(const std::string&, std::int64_t&, const std::string&);
template Option Command::option(const std::string&, std::uint64_t&, const std::string&);
template Option Command::option(const std::string&, double&, const std::string&);
template Option Command::option(const std::string&, std::optional<int>&, const std::string&);
template Option Command::option(const std::string&, std::optional<std::int64_t>&, const std::string&);
template Option Command::option(const std::string&, std::optional<std::uint64_t>&, const std::string&);
template Option Command::option(const std::string&, std::optional<double>&, const std::string&);
template Option Command::option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Command::option(const std::string&, std::vector<int>&, const std::string&);
template Option Command::option(const std::string&, std::vector<std::int64_t>&, const std::string&);
template Option Command::option(const std::string&, std::vector<double>&, const std::string&);

template <class T>
Option Command::option_function(const std::string& name, const std::function<void(const T&)>& set,
                                const std::string& help) {
    return Option(*app_->add_option_function<T>(name, set, help));
}

template Option Command::option_function(const std::string&, const std::function<void(const std::string&)>&,
                                         const std::string&);
template Option Command::option_function(const std::string&, const std::function<void(const std::int64_t&)>&,
                                         const std::string&);

Option Command::option_or(const std::string& name, std::string& value, const std::string& otherwise,
                          const std::string& help) {
    const auto set = [name, &value](const std::string& given) {
        if (given.empty()) throw CLI::ValidationError(name, "its value is empty");
        value = given;
    };
    return Option(
        *app_->add_option_function<std::string>(name, set, help)->expected(0, 1)->default_str(otherwise));
}

Option Command::flag(const std::string& name, bool& value, const std::string& help) {
    return Option(*app_->add_flag(name, value, help));
}

bool Command::has(const std::string& option) const {
    return app_->count(option) > 0;
}

CommandLine::CommandLine(const std::string& help, const std::string& name, const std::string& version,
                         const std::string& footer)
    : app_(std::make_unique<CLI::App>(help, name)) {
    app_->require_subcommand(1);
    app_->set_help_all_flag("--help-all", "Print the help of every subcommand");
    app_->set_version_flag("--version", version, "Print version, build type, compiler and commit");
    app_->footer(footer);
}

CommandLine::~CommandLine() = default;

void CommandLine::add_pages() {
    CLI::App* const pages =
        app_->add_subcommand("pages", "Print this command line as other programs read it");
    pages->group("")->require_subcommand(1);
    pages->add_subcommand("man", "The manual page")->callback([this] { std::cout << man_page(*app_); });
    pages->add_subcommand("bash", "The completion of bash")->callback([this] {
        std::cout << bash_completion(*app_);
    });
}

bool CommandLine::parse(int argc, char** argv) {
    require_strict_values(*app_);
    if (const std::string_view option = option_with_empty_value({argv, argv + argc}); !option.empty()) {
        std::cerr << "hgctl: " << option << " has no value\n";
        return false;
    }
    try {
        app_->parse(argc, argv);
    } catch (const CLI::RequiredError& error) {
        // A word that is no subcommand is missed as one before it is found to be too many.
        const std::vector<std::string> unknown = app_->remaining(true);
        if (unknown.empty()) return app_->exit(error) == 0;
        std::cerr << "hgctl: there is no '" << unknown.front() << "' here; --help shows what there is\n";
        return false;
    } catch (const CLI::ParseError& error) {
        return app_->exit(error) == 0;
    }
    return true;
}

}  // namespace hgctl
