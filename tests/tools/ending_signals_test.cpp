#include "tools/hgctl/ending_signals.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include "support/odd_files.hpp"
#include "tools/cli/atomic_file.hpp"
#include "tools/cli/scratch_folder.hpp"
#include "tools/tuner/worker/child_process.hpp"

namespace {

/// Not 0: mkdir() sends it to its process as soon as the folder is there.
int signal_of_next_folder = 0;

}  // namespace

/// In the place of the C library's.
extern "C" int mkdir(const char* path, mode_t mode) noexcept {
    const auto result = static_cast<int>(syscall(SYS_mkdirat, AT_FDCWD, path, mode));
    if (signal_of_next_folder != 0) raise(signal_of_next_folder);
    return result;
}

namespace hgctl {
namespace {

/// How a process ends that does this.
int status_of(const std::function<void()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        work();
        _exit(0);
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return status;
}

/// A process that does this ends by the signal, and leaves nothing in the folder, where its temporary files
/// are.
void expect_clean_end(int signal, const std::function<void(const hg::test::TestFolder& folder)>& work) {
    const hg::test::TestFolder folder;
    const int status = status_of([&] {
        setenv("TMPDIR", folder.path().c_str(), 1);
        clean_up_on_ending_signals();
        work(folder);
    });
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << "status " << status;
    EXPECT_EQ(folder.entries(), 0) << "after signal " << signal;
}

TEST(EndingSignals, LeaveNoTemporaryFiles) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
        expect_clean_end(signal, [&](const hg::test::TestFolder& folder) {
            const ScratchFolder scratch;
            replace_file(scratch.path() + "/kernel", "text");
            AtomicFile file(folder.file("C.npy"));
            file.write("part", 4);
            raise(signal);
        });
}

/// The signal comes as soon as the folder is there.
TEST(EndingSignals, LeaveNoFolderThatIsBeingMade) {
    expect_clean_end(SIGTERM, [](const auto& /*folder*/) {
        signal_of_next_folder = SIGTERM;
        const ScratchFolder scratch;
    });
}

TEST(EndingSignals, DoTheirWorkThoughAnotherComes) {
    expect_clean_end(SIGINT, [](const auto& /*folder*/) {
        const ScratchFolder scratch;
        for (int i = 0; i < 3000; ++i) std::ofstream(scratch.path() + "/" + std::to_string(i));
        // It gets the signals that the first one's thread has blocked.
        std::thread other([] {
            while (true) pause();
        });
        for (int i = 0; i < 5; ++i) kill(getpid(), SIGINT);
        other.join();
    });
}

TEST(EndingSignals, LeaveNoFolderThatAProcessOfTheTunerWritesTo) {
    expect_clean_end(SIGTERM, [](const auto& /*folder*/) {
        const ScratchFolder scratch;
        // It ends by itself, should the test fail.
        const std::string loop = "echo ready; while [ $((i=i+1)) -lt 3000 ]; do mkdir -p " + scratch.path() +
                                 "; : >" + scratch.path() + "/$i; done";
        hg::kernels::ChildProcess writer({"/bin/sh", "-c", loop});
        writer.read_line(hg::kernels::ChildProcess::Clock::now() + std::chrono::seconds(10));
        usleep(20000);
        raise(SIGTERM);
    });
}

TEST(EndingSignals, ThatAreIgnoredStayIgnored) {
    const hg::test::TestFolder folder;
    const int status = status_of([&] {
        ::signal(SIGHUP, SIG_IGN);
        clean_up_on_ending_signals();
        AtomicFile file(folder.file("C.npy"));
        raise(SIGHUP);
        file.commit();
    });
    EXPECT_TRUE(WIFEXITED(status)) << "status " << status;
    EXPECT_EQ(folder.entries(), 1);
}

TEST(Interruption, TheFirstSignalAsksAndTheSecondEnds) {
    for (const int signal : {SIGINT, SIGTERM})
        expect_clean_end(signal, [&](const hg::test::TestFolder& folder) {
            const Interruption interruption;
            const bool asked_early = interruption.requested();
            AtomicFile file(folder.file("report.html"));
            raise(signal);
            if (!asked_early && interruption.requested()) raise(signal);
        });
}

TEST(Interruption, LeavesSignalsAsItFoundThem) {
    const int ignored = status_of([] {
        ::signal(SIGINT, SIG_IGN);
        const Interruption interruption;
        raise(SIGINT);
        if (interruption.requested()) _exit(1);
    });
    EXPECT_TRUE(WIFEXITED(ignored) && WEXITSTATUS(ignored) == 0) << "status " << ignored;
    const int afterwards = status_of([] {
        { const Interruption interruption; }
        raise(SIGTERM);
    });
    EXPECT_TRUE(WIFSIGNALED(afterwards) && WTERMSIG(afterwards) == SIGTERM) << "status " << afterwards;
}

}  // namespace
}  // namespace hgctl
