#include "tools/hgctl/cli/ending_signals.hpp"

#include <signal.h>

#include "kernels/tuner/worker/child_process.hpp"
#include "runtime/files/temporary_names.hpp"

namespace hgctl {
namespace {

extern "C" void clean_up_and_end(int signal) {
    // First the tuner's processes, which write into its folder.
    hg::kernels::kill_child_processes();
    hg::remove_temporary_files();
    // SA_RESETHAND has put the default action back; it comes when the handler returns.
    raise(signal);
}

}  // namespace

void clean_up_on_ending_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
        struct sigaction action {};
        if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action = {};
        action.sa_handler = clean_up_and_end;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        sigfillset(&action.sa_mask);
        sigaction(signal, &action, nullptr);
    }
}

}  // namespace hgctl
