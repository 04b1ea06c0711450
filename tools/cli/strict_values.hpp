#pragma once

namespace CLI {
class App;
}

namespace hgctl {

/// Makes every option of `app` and of its subcommands refuse an empty value, and every numeric option refuse
/// all that is not wholly a finite decimal number in the range of its type. CLI11 alone takes an empty text
/// for 0, a leading 0 for octal, a number out of range for the nearest one, and -1 for the largest unsigned
/// one. Call it once all options are there.
void require_strict_values(CLI::App& app);

}  // namespace hgctl
