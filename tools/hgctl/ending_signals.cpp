#include "tools/hgctl/ending_signals.hpp"

#include <signal.h>
#include <time.h>

#include <array>
#include <atomic>
#include <cstddef>

#include "runtime/files/temporary_names.hpp"
#include "tools/tuner/worker/child_process.hpp"

namespace hgctl {
namespace {

/// In the handler of one thread, while another thread may get a signal too.
std::atomic<bool> cleaning{false};

/// Longer than cleaning up takes, unless a file system hangs.
void wait_for_end() noexcept {
    constexpr timespec kMillisecond{.tv_sec = 0, .tv_nsec = 1000000};
    for (int patience = 3000; patience > 0; --patience) nanosleep(&kMillisecond, nullptr);
}

extern "C" void clean_up_and_end(int signal) {
    // A second signal, as `timeout` and impatient people send it, must not end the process amid the first
    // one's work.
    if (cleaning.exchange(true)) wait_for_end();
    // First the tuner's processes, which write into its folder.
    hg::kernels::kill_child_processes();
    hg::remove_temporary_files();
    ::signal(signal, SIG_DFL);
    // It comes when the handler returns.
    raise(signal);
}

volatile sig_atomic_t asked_to_end = 0;

constexpr std::array kAsking{SIGINT, SIGTERM};
/// What these signals did before an Interruption.
std::array<struct sigaction, kAsking.size()> former_actions{};

void put_back_former_actions() {
    for (std::size_t i = 0; i < kAsking.size(); ++i) sigaction(kAsking[i], &former_actions[i], nullptr);
}

extern "C" void ask_to_end(int /*signal*/) {
    asked_to_end = 1;
    put_back_former_actions();
}

}  // namespace

void clean_up_on_ending_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
        struct sigaction action {};
        if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action = {};
        action.sa_handler = clean_up_and_end;
        sigfillset(&action.sa_mask);
        sigaction(signal, &action, nullptr);
    }
}

Interruption::Interruption() {
    asked_to_end = 0;
    for (std::size_t i = 0; i < kAsking.size(); ++i) {
        sigaction(kAsking[i], nullptr, &former_actions[i]);
        if (former_actions[i].sa_handler == SIG_IGN) continue;
        struct sigaction action {};
        action.sa_handler = ask_to_end;
        sigfillset(&action.sa_mask);
        action.sa_flags = SA_RESTART;
        sigaction(kAsking[i], &action, nullptr);
    }
}

Interruption::~Interruption() {
    put_back_former_actions();
}

bool Interruption::requested() const noexcept {
    return asked_to_end != 0;
}

}  // namespace hgctl
