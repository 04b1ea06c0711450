#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/odd_files.hpp"
#include "tests/support/test_devices.hpp"

namespace hg::test {

/// A folder of a test's own for locks.
struct ShareFolder : TestFolder {
    /// Where the locks are to lie; not made yet.
    [[nodiscard]] std::string locks() const { return file("locks"); }
};

/// A process of tests/support/share_worker.cpp. Killed at the end.
class ShareProcess {
  public:
    static constexpr std::chrono::seconds kPatience{60};

    /// Starts it on the test devices, with these variables, for example "HG_SHARE=fair".
    explicit ShareProcess(const ShareFolder& folder, const std::vector<std::string>& variables = {}) {
        std::vector<std::string> words{"env", "HG_DEVICES=" + two_devices(),
                                       "HG_SHARE_DIR=" + folder.locks()};
        words.insert(words.end(), variables.begin(), variables.end());
        words.emplace_back(HG_SHARE_WORKER);
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        std::array<int, 2> in{}, out{};
        if (pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0)
            throw std::runtime_error("no pipes");
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
        const int error = posix_spawnp(&pid_, "env", &actions, nullptr, arguments.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        close(in[0]);
        close(out[1]);
        to_ = in[1];
        from_ = out[0];
        if (error != 0) throw std::runtime_error("cannot start a worker");
    }
    ~ShareProcess() {
        if (pid_ > 0) kill();
        close(to_);
        close(from_);
    }
    ShareProcess(const ShareProcess&) = delete;
    ShareProcess& operator=(const ShareProcess&) = delete;

    [[nodiscard]] pid_t pid() const { return pid_; }

    void send(const std::string& command) {
        const std::string line = command + "\n";
        EXPECT_EQ(write(to_, line.data(), line.size()), static_cast<ssize_t>(line.size()));
    }
    /// The next line; "" if none came in time, or the process ended.
    std::string line(std::chrono::milliseconds patience = kPatience) {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        for (;;) {
            const std::size_t end = received_.find('\n');
            if (end != std::string::npos) {
                const std::string text = received_.substr(0, end);
                received_.erase(0, end + 1);
                return text;
            }
            const auto left =
                std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
            pollfd waited{.fd = from_, .events = POLLIN, .revents = 0};
            if (left.count() <= 0 || poll(&waited, 1, static_cast<int>(left.count())) <= 0) return {};
            std::array<char, 4096> buffer{};
            const ssize_t bytes = read(from_, buffer.data(), buffer.size());
            if (bytes <= 0) return {};
            received_.append(buffer.data(), static_cast<std::size_t>(bytes));
        }
    }
    void kill() {
        ::kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
        pid_ = -1;
    }

    /// The numbers of a line that begins with this word.
    static std::vector<std::int64_t> numbers(const std::string& line, const std::string& word) {
        std::istringstream stream(line);
        std::string first;
        stream >> first;
        EXPECT_EQ(first, word) << line;
        std::vector<std::int64_t> list;
        for (std::int64_t number = 0; stream >> number;) list.push_back(number);
        return list;
    }

  private:
    static std::string two_devices() { return first_test_devices(2).devices; }

    pid_t pid_ = -1;
    int to_ = -1;
    int from_ = -1;
    std::string received_;
};

}  // namespace hg::test
