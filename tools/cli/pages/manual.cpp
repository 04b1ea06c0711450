#include "tools/cli/pages/manual.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

#include "tools/cli/pages/command_tree.hpp"
#include "tools/cli/pages/manual_options.hpp"
#include "tools/cli/pages/roff.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

[[noreturn]] void refuse_manual(const std::string& fault) {
    throw hg::Error(hg::ErrorCode::invalid_argument, "the manual pages: " + fault);
}

std::string upper_letters(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
    return text;
}

std::string capital_sentence(std::string_view text) {
    std::string result = sentence(text);
    result.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(result.front())));
    return result;
}

/// Makes the pages of one program.
class ManualWriter {
  public:
    ManualWriter(const CLI::App& program, const Manual& manual) : program_(program), manual_(manual) {}

    [[nodiscard]] std::vector<ManualPage> pages() const {
        std::vector<ManualPage> pages;
        for (const VerbManual& verb : manual_.verbs) {
            RoffPage page(upper_letters(page_name(verb.verb)), manual_.version);
            if (verb.verb.empty())
                write_program(page, verb);
            else
                write_verb(page, verb);
            write_ends(page, verb);
            pages.push_back({page_name(verb.verb) + ".1", page.text()});
        }
        if (pages.size() != shown_commands(program_).size() + 1) refuse_manual("there is a verb without one");
        return pages;
    }

  private:
    [[nodiscard]] std::string page_name(std::string_view verb) const {
        return program_.get_name() + (verb.empty() ? "" : "-" + std::string(verb));
    }

    [[nodiscard]] const CLI::App& command(std::string_view verb) const {
        for (const CLI::App* command : shown_commands(program_))
            if (command->get_name() == verb) return *command;
        refuse_manual("there is no verb '" + std::string(verb) + "'");
    }

    static void write_name(RoffPage& page, const std::string& name, const CLI::App& command) {
        page.section("NAME");
        page.line(plain(name) + " \\- " + plain(command.get_description()));
        page.section("SYNOPSIS");
    }

    void write_program(RoffPage& page, const VerbManual& own) const {
        write_name(page, program_.get_name(), program_);
        page.line(bold(program_.get_name()) + " " + italic("VERB") + " [" + italic("OPTIONS") + "]");
        page.line(bold(program_.get_name()) + " " + bold("--version"));
        page.section("DESCRIPTION");
        page.paragraphs(own.description);
        page.section("VERBS");
        std::string_view group;
        for (const VerbManual& verb : manual_.verbs) {
            if (verb.verb.empty()) continue;
            if (verb.group != group) page.subsection(verb.group);
            group = verb.group;
            page.item(bold(page_name(verb.verb)) + "(1)", sentence(command(verb.verb).get_description()));
        }
        page.section("OPTIONS");
        write_options(page, {&program_});
    }

    void write_verb(RoffPage& page, const VerbManual& own) const {
        const CLI::App& verb = command(own.verb);
        const Commands below = shown_commands(verb);
        write_name(page, page_name(own.verb), verb);
        write_synopsis(page, verb, below);
        page.section("DESCRIPTION");
        page.paragraphs(own.description);
        if (!below.empty()) {
            page.section("COMMANDS");
            write_commands(page, below);
        }
        page.section("OPTIONS");
        write_options(page, below.empty() ? Commands{&verb} : below);
    }

    /// A line for each command that needs arguments, and one for all others.
    void write_synopsis(RoffPage& page, const CLI::App& verb, const Commands& below) const {
        const std::string words = program_.get_name() + " " + verb.get_name();
        const std::string options = " [" + italic("OPTIONS") + "]";
        const auto needs_none = [](const CLI::App* command) { return required_words(*command).empty(); };
        if (below.empty()) page.line(bold(words) + required_words(verb) + options);
        if (std::ranges::any_of(below, needs_none))
            page.line(bold(words) + " " + italic("COMMAND") + options);
        for (const CLI::App* command : below)
            if (!needs_none(command))
                page.line(bold(words + " " + command->get_name()) + required_words(*command) + options);
    }

    /// The sections that every page ends with.
    void write_ends(RoffPage& page, const VerbManual& own) const {
        if (!own.examples.empty()) page.section("EXAMPLES");
        for (const Example& example : own.examples) {
            page.paragraphs(example.purpose);
            page.command(example.command);
        }
        if (!own.variables.empty()) page.section("ENVIRONMENT");
        for (const std::string_view name : own.variables) write_variable(page, name);
        if (own.verb.empty()) {
            page.section("FILES");
            for (const NamedText& file : manual_.files)
                page.item(italic(file.name), capital_sentence(file.text));
        }
        page.section("EXIT STATUS");
        for (const NamedText& status : manual_.statuses)
            page.item(plain(status.name), capital_sentence(status.text));
        page.section("SEE ALSO");
        write_references(page, own);
    }

    void write_variable(RoffPage& page, std::string_view name) const {
        const auto variable = std::ranges::find(manual_.variables, name, &NamedText::name);
        if (variable == manual_.variables.end())
            refuse_manual("there is no variable '" + std::string(name) + "'");
        page.item(bold(name), capital_sentence(variable->text));
    }

    void write_references(RoffPage& page, const VerbManual& own) const {
        std::vector<std::string> pages;
        std::vector<std::string> documents;
        if (!own.verb.empty()) pages.push_back(bold(page_name("")) + "(1)");
        for (const std::string_view name : own.see_also) {
            if (name.find('/') != std::string_view::npos) {
                documents.push_back(italic(name));
                continue;
            }
            static_cast<void>(command(name));
            pages.push_back(bold(page_name(name)) + "(1)");
        }
        page.line(joined_words(pages, ", ") +
                  (documents.empty() ? "" : "; in hg's documentation " + joined_words(documents, ", ")));
    }

    const CLI::App& program_;
    const Manual& manual_;
};

}  // namespace

std::string examples_text(const std::vector<Example>& examples) {
    std::string text;
    for (const Example& example : examples)
        text.append("  # ").append(example.purpose).append("\n  ").append(example.command).append("\n");
    return text.empty() ? text : "Examples:\n" + text;
}

std::vector<ManualPage> manual_pages(const CLI::App& program, const Manual& manual) {
    return ManualWriter(program, manual).pages();
}

}  // namespace hgctl
