// hgctl: hg on the command line. Each subcommand stands in a file of its own.
#include <algorithm>
#include <exception>
#include <iostream>
#include <new>
#include <sstream>
#include <string>
#include <string_view>

#include "runtime/machine/environment.hpp"
#include "runtime/machine/opencl/compile_time.hpp"
#include "runtime/machine/settings/setting_warnings.hpp"
#include "runtime/program/base/environment_variable.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/cli/standard_streams.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/ending_signals.hpp"
#include "tools/hgctl/manual.hpp"
#include "tools/report/build_info.hpp"
#include <hg/runtime/program/error.hpp>

namespace {

/// A name, then its help from `column` on, in lines of 100 characters.
void print_help(std::string_view name, const std::string& help, std::size_t column) {
    constexpr std::size_t kLine = 100;
    std::string line = "  " + std::string(name);
    line.resize(column - 1, ' ');
    std::istringstream words(help);
    for (std::string word; words >> word;) {
        if (line.size() + 1 + word.size() > kLine) {
            std::cout << line << '\n';
            line.assign(column - 1, ' ');
        }
        line += " " + word;
    }
    std::cout << line << '\n';
}

void print_environment_help() {
    std::cout << "hg reads these environment variables:\n";
    std::size_t longest = 0;
    for (const hg::EnvironmentVariable& variable : hg::kEnvironmentVariables)
        longest = std::max(longest, variable.name.size());
    for (const hg::EnvironmentVariable& variable : hg::kEnvironmentVariables)
        print_help(variable.name, std::string(variable.help), longest + 4);
}

int status_of(hg::ErrorCode code) {
    switch (code) {
        case hg::ErrorCode::invalid_argument:
        case hg::ErrorCode::invalid_program:
        case hg::ErrorCode::io:
            return hgctl::kWrongInput;
        default:
            return hgctl::kCheckFailed;
    }
}

int run(int argc, char** argv) {
    hgctl::CommandLine line("Dense and sparse linear algebra on all devices of this machine", "hgctl",
                            hgctl::version_text(),
                            hgctl::exit_status_text() + "\nHG_HELP=1 hgctl lists the environment variables.");
    hgctl::Command app = line.command();
    hgctl::add_devices(app);
    hgctl::add_multiply(app);
    hgctl::add_solve(app);
    hgctl::add_check(app);
    hgctl::add_bench(app);
    hgctl::add_compare(app);
    hgctl::add_trace(app);
    hgctl::add_tune(app);
    hgctl::add_probe(app);
    hgctl::add_warm(app);
    hgctl::add_stress(app);
    hgctl::add_program(app);
    hgctl::add_plan(app);
    line.add_manual(hgctl::manual());
    return line.parse(argc, argv) ? line.status() : hgctl::kWrongInput;
}

/// Runs the command and says why it failed, if it did.
int run_with_messages(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const hg::Error& error) {
        std::cerr << "hgctl: " << error.what() << '\n';
        return status_of(error.code());
    } catch (const std::bad_alloc&) {
        std::cerr << "hgctl: not enough memory\n";
    } catch (const std::exception& error) {
        std::cerr << "hgctl: unexpected fault, please report it: " << error.what() << '\n';
    }
    return hgctl::kCheckFailed;
}

}  // namespace

int main(int argc, char** argv) {
    hgctl::open_standard_streams();
    hgctl::clean_up_on_ending_signals();
    const hgctl::PrintableStreams printable;
    int status = hgctl::kGood;
    if (hg::environment_variable("HG_HELP") == "1")
        print_environment_help();
    else {
        hg::warn_of_unknown_variables();
        hg::watch_compilations(hgctl::ProgressBar::note);
        status = run_with_messages(argc, argv);
    }
    const std::string fault = hgctl::standard_output_fault();
    if (fault.empty()) return status;
    std::cerr << "hgctl: standard output: cannot be written; the output is lost" << fault << '\n';
    return status == hgctl::kGood ? hgctl::kWrongInput : status;
}
