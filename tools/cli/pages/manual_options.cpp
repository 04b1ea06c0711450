#include "tools/cli/pages/manual_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "tools/cli/pages/command_tree.hpp"

namespace hgctl {
namespace {

/// "-o, --output", marked up.
std::string names_tag(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const std::string& name : spellings(option)) names.push_back(bold(name));
    return names.empty() ? italic(option.get_name()) : joined_words(names, ", ");
}

/// The words that an option takes, if they are few enough to stand behind its name.
std::string few_words(const CLI::Option& option) {
    constexpr std::size_t kFew = 50;  // letters
    const std::string words = words_taken(option);
    return words.size() <= kFew ? words : "";
}

/// "INT", "{one,two},...", "FILE": what follows an option's name, marked up.
std::string value_tag(const CLI::Option& option) {
    if (option.get_items_expected_max() == 0 || spellings(option).empty()) return {};
    const std::string type = option.get_type_name();
    const std::string words = few_words(option);
    const std::string tag = words.empty() ? italic(type.substr(0, type.find(':'))) : plain("{" + words + "}");
    return tag + (option.get_delimiter() == ',' ? ",..." : "");
}

std::string after_space(const std::string& text) {
    return text.empty() ? text : " " + text;
}

std::string spaced(std::string list) {
    for (std::size_t comma = list.find(','); comma != std::string::npos; comma = list.find(',', comma + 1))
        list.insert(comma + 1, " ");
    return list;
}

/// " Words: one, two. Default: one. Excludes --grid."
std::string conditions(const CLI::Option& option) {
    std::string text = option.get_required() && !spellings(option).empty() ? " Required." : "";
    if (few_words(option).empty() && !words_taken(option).empty())
        text += " Words: " + spaced(words_taken(option)) + ".";
    std::string preset = option.get_default_str();
    if (preset.starts_with('[') && preset.ends_with(']')) preset = preset.substr(1, preset.size() - 2);
    const bool may_lack_value = option.get_items_expected_min() == 0;  // its help says what that means
    if (!preset.empty() && !may_lack_value) text += " Default: " + spaced(preset) + ".";
    std::vector<std::string> others;
    for (const CLI::Option* other : option.get_excludes())
        if (!other->get_group().empty()) others.push_back(other->get_name());
    std::ranges::sort(others);  // CLI11 has them in the order of their addresses
    if (!others.empty()) text += " Excludes " + joined_words(others, ", ") + ".";
    return text;
}

std::string help_of(const CLI::Option& option) {
    return sentence(option.get_description()) + conditions(option);
}

/// An option as it stands in some commands.
struct OptionForm {
    std::string value;
    std::string text;
    Commands commands;
};

/// The forms of an option in all commands that have it.
struct NamedOption {
    std::string name;
    std::string tag;  ///< all spellings, marked up: options that share only some of them stand apart
    std::vector<OptionForm> forms;
};

/// Arguments stand first, the help last.
int rank(const NamedOption& option) {
    if (option.name == "--help" || option.name == "--help-all") return 2;
    return option.name.starts_with('-') ? 1 : 0;
}

void add_form(std::vector<OptionForm>& forms, OptionForm added) {
    for (OptionForm& form : forms)
        if (form.value == added.value && form.text == added.text) {
            form.commands.push_back(added.commands.front());
            return;
        }
    forms.push_back(std::move(added));
}

/// Those of one rank are in the order in which commands have them.
std::vector<NamedOption> named_options(const Commands& commands) {
    std::vector<NamedOption> options;
    for (const CLI::App* command : commands)
        for (const CLI::Option* option : shown_options(*command)) {
            auto named = std::ranges::find(options, names_tag(*option), &NamedOption::tag);
            if (named == options.end())
                named = options.insert(named, {option->get_name(), names_tag(*option), {}});
            add_form(named->forms, {value_tag(*option), help_of(*option), {command}});
        }
    std::ranges::stable_sort(options, {}, rank);
    return options;
}

/// Names the commands that have an option.
class CommandNames {
  public:
    explicit CommandNames(const Commands& all) : all_(all) {}

    /// " Commands: ?gemm, kernel.", " All commands but kernel."; empty if they are all.
    [[nodiscard]] std::string note(const Commands& some) const {
        if (2 * some.size() < all_.size()) return " Commands: " + listed(some) + ".";
        Commands others;
        for (const CLI::App* command : all_)
            if (std::ranges::count(some, command) == 0) others.push_back(command);
        return others.empty() ? "" : " All commands but " + listed(others) + ".";
    }

  private:
    /// All commands whose names differ from this one's in the first letter, with the same help.
    [[nodiscard]] Commands family(const CLI::App& command) const {
        Commands members;
        for (const CLI::App* other : all_)
            if (other->get_name().substr(1) == command.get_name().substr(1) &&
                other->get_description() == command.get_description())
                members.push_back(other);
        return members;
    }

    [[nodiscard]] std::string listed(const Commands& some) const {
        const auto is_one = [&](const CLI::App* command) { return std::ranges::count(some, command) > 0; };
        std::vector<std::string> names;
        for (const CLI::App* command : some) {
            const Commands members = family(*command);
            if (members.size() == 1 || !std::ranges::all_of(members, is_one))
                names.push_back(command->get_name());
            else if (members.front() == command)
                names.push_back("?" + command->get_name().substr(1));
        }
        return joined_words(names, ", ");
    }

    const Commands& all_;
};

void write_option(RoffPage& page, const NamedOption& option, const CommandNames& names) {
    const auto& forms = option.forms;
    const std::string& value = forms.front().value;
    if (forms.size() == 1)
        return page.item(option.tag + after_space(value),
                         forms.front().text + names.note(forms.front().commands));
    const bool one_value =
        std::ranges::all_of(forms, [&](const OptionForm& form) { return form.value == value; });
    page.item(option.tag + (one_value ? after_space(value) : ""), "Depends on the command:");
    for (const OptionForm& form : forms)
        page.bullet(one_value ? "" : form.value, form.text + names.note(form.commands));
}

}  // namespace

std::string sentence(std::string_view text) {
    return std::string(text) + (text.empty() || text.ends_with('.') ? "" : ".");
}

std::string required_words(const CLI::App& command) {
    std::string arguments;
    std::string options;
    for (const CLI::Option* option : shown_options(command)) {
        if (spellings(*option).empty())
            arguments += " " + italic(option->get_name());
        else if (option->get_required())
            options += " " + bold(spellings(*option).front()) + after_space(value_tag(*option));
    }
    return arguments + options;
}

void write_commands(RoffPage& page, const Commands& commands) {
    std::vector<std::string> written;
    for (const CLI::App* command : commands) {
        const std::string help = command->get_description();
        if (std::ranges::count(written, help) > 0) continue;
        written.push_back(help);
        std::vector<std::string> names;
        for (const CLI::App* other : commands)
            if (other->get_description() == help) names.push_back(bold(other->get_name()));
        page.item(joined_words(names, ", "), sentence(help));
    }
}

void write_options(RoffPage& page, const Commands& commands) {
    const CommandNames names(commands);
    for (const NamedOption& option : named_options(commands)) write_option(page, option, names);
}

}  // namespace hgctl
