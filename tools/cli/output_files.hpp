#pragma once

#include <string>
#include <vector>

namespace hgctl {

/// A file that a command writes. One without a path is not asked for.
struct OutputFile {
    std::string option;  ///< that names it, for messages
    std::string path;
    bool may_replace_input =
        false;  ///< inputs are read before it is written, and a result in place of one makes sense
};

struct InputFile {
    std::string option;
    std::string path;
};

/// Called before long work, so that a wrong name costs no time. Throws hg::Error unless each output can be
/// written, under a name of its own, and none takes the place of an input: {io} for the first,
/// {invalid_argument} for the others. Names are the same if they lead to one file, through links too. Nothing
/// is left behind.
void check_outputs(const std::vector<OutputFile>& outputs, const std::vector<InputFile>& inputs = {});

}  // namespace hgctl
