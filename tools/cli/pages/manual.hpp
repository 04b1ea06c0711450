#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace hgctl {

/// A name with what it means, in lower case and without a full stop: a variable, a file, an exit status.
struct NamedText {
    std::string_view name;
    std::string_view text;
};

/// A command line that users can type, with what it is for.
struct Example {
    std::string_view purpose;
    std::string_view command;
};

/// What the manual page of a verb says beyond the verb's own help. Its texts are sentences; '\n' ends a
/// paragraph.
struct VerbManual {
    std::string_view verb;                    ///< empty: the program's own page
    std::string_view group;                   ///< the heading under which the program's page lists the verb
    std::string_view description;             ///< after the help of the verb
    std::vector<std::string_view> variables;  ///< of the environment that have an effect on the verb
    std::vector<Example> examples;
    std::vector<std::string_view> see_also;  ///< other verbs; pages of the documentation, if they have a '/'
};

/// All that manual pages say and options don't.
struct Manual {
    std::string_view version;          ///< "hgctl 1.2.3"
    std::vector<NamedText> variables;  ///< that the program reads
    std::vector<NamedText> files;
    std::vector<NamedText> statuses;    ///< exit statuses
    std::span<const VerbManual> verbs;  ///< the program's own page first, the others in the order of groups
};

/// Of the examples, for the end of a verb's help; empty if there are none.
std::string examples_text(const std::vector<Example>& examples);

struct ManualPage {
    std::string file;  ///< "hgctl-bench.1"
    std::string text;  ///< roff, for man(1)
};

/// The program's own page and one for each verb that the help shows: all their options with the words of the
/// help. Commands of a verb share its page; an option stands there once, with the commands that have it.
/// Throws hg::Error{invalid_argument} if the manual and the program don't have the same verbs, or if a verb
/// names an unknown variable.
std::vector<ManualPage> manual_pages(const CLI::App& program, const Manual& manual);

}  // namespace hgctl
