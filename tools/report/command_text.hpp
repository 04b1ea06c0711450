#pragma once

#include <string>

namespace hgctl {

/// The command line of this process as a shell reads it, behind the HG_ variables that are set:
/// "HG_DEVICES=host hgctl bench dgemm --n 64".
std::string command_text();

}  // namespace hgctl
