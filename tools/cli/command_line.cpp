#include "tools/cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "tools/cli/atomic_file.hpp"
#include "tools/cli/pages/completion.hpp"
#include "tools/cli/pages/manual.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

constexpr const char* kPages = "pages";  ///< the hidden subcommand that makes what the build installs

/// The first word like "--html=": its value would be the next word, whatever that is. Empty: there is none.
std::string_view option_with_empty_value(const std::vector<std::string_view>& words) {
    for (const std::string_view word : words) {
        if (word == "--") break;
        if (word.starts_with("--") && word.find('=') + 1 == word.size()) return word;
    }
    return {};
}

template <class Number>
bool parse(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

/// Reads the text as CLI11 is to read it: without a plus sign, and without zeros in front, which
/// it takes for octal.
template <class Number>
std::string whole_fault(std::string& text) {
    Number number = 0;
    if (!parse(std::string_view(text).substr(text.starts_with('+') ? 1 : 0), number))
        return "'" + text + "' is not a whole number from " +
               (std::is_signed_v<Number> ? "-2^63 to 2^63 - 1" : "0 to 2^64 - 1");
    text = std::to_string(number);
    return {};
}

std::string finite_fault(std::string& text) {
    double number = 0;
    if (parse(std::string_view(text).substr(text.starts_with('+') ? 1 : 0), number) && std::isfinite(number))
        return {};
    return "'" + text + "' is not a finite decimal number";
}

/// Runs before the option's other checks, and adds nothing to its help.
void check_first(CLI::Option& option, std::string (*fault)(std::string& text)) {
    option.transform(CLI::Validator(fault, "", ""));
}

void be_strict(CLI::Option& option) {
    const std::string type = option.get_type_name();
    if (type.starts_with("INT"))
        check_first(option, whole_fault<std::int64_t>);
    else if (type.starts_with("UINT"))
        check_first(option, whole_fault<std::uint64_t>);
    else if (type.starts_with("FLOAT"))
        check_first(option, finite_fault);
    check_first(option,
                [](std::string& text) { return std::string(text.empty() ? "its value is empty" : ""); });
}

/// Makes every option of `app` and of its subcommands refuse an empty value, and every numeric option refuse
/// all that is not wholly a finite decimal number in the range of its type. CLI11 alone takes an empty text
/// for 0, a leading 0 for octal, a number out of range for the nearest one, and -1 for the largest unsigned
/// one.
void be_strict(CLI::App& app) {
    for (CLI::Option* option : app.get_options()) be_strict(*option);
    for (CLI::App* command : app.get_subcommands({})) be_strict(*command);
}

/// Gives hidden options a group while it lives: CLI11 leaves the names of options without one out of its
/// messages. What is written about options, help and pages, is to see none of it.
class NamedOptions {
  public:
    explicit NamedOptions(CLI::App& app) { name(app); }
    ~NamedOptions() {
        for (CLI::Option* option : hidden_) option->group("");
    }
    NamedOptions(const NamedOptions&) = delete;
    NamedOptions& operator=(const NamedOptions&) = delete;

  private:
    void name(CLI::App& app) {
        for (CLI::Option* option : app.get_options())
            if (option->get_group().empty()) hidden_.emplace_back(option)->group("Former spellings");
        for (CLI::App* command : app.get_subcommands({})) name(*command);
    }

    std::vector<CLI::Option*> hidden_;
};

}  // namespace

void refuse(const std::string& message) {
    throw hg::Error(hg::ErrorCode::invalid_argument, message);
}

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
    return {*app_->add_subcommand(name, help), *status_};
}

void Command::require_subcommand() {
    app_->require_subcommand(1);
}

void Command::hide() {
    app_->group("");
}

void Command::on_parse(std::function<void()> run) {
    app_->callback(std::move(run));
}

Option Command::add_option(const std::string& name, OptionTarget value, const std::string& help) {
    return std::visit([&](auto* of) { return Option(*app_->add_option(name, *of, help)); }, value);
}

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

void CommandLine::add_manual(const Manual& manual) {
    const std::string footer = app_->get_footer();
    for (const VerbManual& verb : manual.verbs)
        if (const std::string examples = examples_text(verb.examples); !examples.empty()) {
            CLI::App* const command =
                verb.verb.empty() ? app_.get() : app_->get_subcommand(std::string(verb.verb));
            command->footer(examples + "\n" + footer);
        }
    CLI::App* const pages = app_->add_subcommand(kPages, "Make what the build installs of this command line");
    pages->group("")->require_subcommand(1);
    CLI::App* const man = pages->add_subcommand("man", "The manual pages");
    const auto write_pages = [this, &manual](const std::string& folder) {
        for (const ManualPage& page : manual_pages(*app_, manual))
            replace_file(folder + "/" + page.file, page.text);
    };
    man->add_option_function<std::string>("FOLDER", write_pages, "Where to write them")->required();
    pages->add_subcommand("bash", "The completion of bash")->callback([this] {
        std::cout << bash_completion(*app_);
    });
}

bool CommandLine::parse(int argc, char** argv) {
    be_strict(*app_);  // all options are there
    if (const std::string_view option = option_with_empty_value({argv, argv + argc}); !option.empty()) {
        std::cerr << "hgctl: " << option << " has no value\n";
        return false;
    }
    try {
        std::optional<NamedOptions> named;
        if (argc < 2 || std::string_view(argv[1]) != kPages) named.emplace(*app_);
        app_->parse(argc, argv);
    } catch (const CLI::RequiredError& error) {
        // A word that is no subcommand is missed as one before it is found to be too many.
        const std::vector<std::string> unknown = app_->remaining(true);
        if (unknown.empty()) return app_->exit(error) == 0;
        std::cerr << "hgctl: there is no '" << unknown.front() << "' here; --help lists what there is\n";
        return false;
    } catch (const CLI::ParseError& error) {
        return app_->exit(error) == 0;
    }
    return true;
}

}  // namespace hgctl
