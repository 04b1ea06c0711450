#include "tools/tuner/worker/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

/// No answer is near as long; a child that writes without end is not read without end.
constexpr std::size_t kLongestLine = std::size_t{1} << 20;

/// Children that are not reaped, and the process they are children of; 0: none. Global, since a signal's
/// handler is given nothing, and of fixed size, since it may not allocate.
struct Child {
    std::atomic<pid_t> parent{0};
    std::atomic<pid_t> pid{0};
};
constinit std::array<Child, 64> children;

/// A child that finds no place is not known to kill_child_processes().
void remember(pid_t pid) noexcept {
    for (Child& child : children) {
        pid_t nobody = 0;
        if (!child.pid.compare_exchange_strong(nobody, pid)) continue;
        child.parent = getpid();
        return;
    }
}

void forget(pid_t pid) noexcept {
    for (Child& child : children)
        if (child.pid == pid) {
            child.parent = 0;
            child.pid = 0;
        }
}

[[noreturn]] void fail(const std::string& what, int error) {
    throw Error(ErrorCode::io, what + ": " + std::strerror(error));
}

void require(int error, const char* what) {
    if (error != 0) fail(what, error);
}

/// The child's standard streams: the socket, and nothing for errors. Everything else is closed.
class SpawnActions {
  public:
    explicit SpawnActions(int socket) {
        require(posix_spawn_file_actions_init(&actions_), "preparing a process");
        require(posix_spawn_file_actions_adddup2(&actions_, socket, STDIN_FILENO), "preparing a process");
        require(posix_spawn_file_actions_adddup2(&actions_, socket, STDOUT_FILENO), "preparing a process");
        require(posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0),
                "preparing a process");
        require(posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1),
                "preparing a process");
    }
    ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;
    [[nodiscard]] const posix_spawn_file_actions_t* get() const noexcept { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_{};
};

/// A process group of its own, no signal blocked, those the host may have changed as they are by default.
class SpawnAttributes {
  public:
    SpawnAttributes() {
        require(posix_spawnattr_init(&attributes_), "preparing a process");
        sigset_t none;
        sigemptyset(&none);
        sigset_t all;
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &all);
        posix_spawnattr_setpgroup(&attributes_, 0);
        posix_spawnattr_setflags(&attributes_,
                                 POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
    SpawnAttributes(const SpawnAttributes&) = delete;
    SpawnAttributes& operator=(const SpawnAttributes&) = delete;
    [[nodiscard]] const posix_spawnattr_t* get() const noexcept { return &attributes_; }

  private:
    posix_spawnattr_t attributes_{};
};

pid_t spawn(const std::vector<std::string>& command, int socket) {
    const SpawnActions actions(socket);
    const SpawnAttributes attributes;
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t pid = -1;
    const int error =
        posix_spawnp(&pid, arguments.front(), actions.get(), attributes.get(), arguments.data(), environ);
    if (error != 0) fail("cannot start " + command.front(), error);
    return pid;
}

int milliseconds_until(ChildProcess::Clock::time_point deadline) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - ChildProcess::Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, std::int64_t{60} * 60 * 1000));
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command) {
    if (command.empty()) throw Error(ErrorCode::invalid_argument, "a process to start needs a command");
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        fail("making a socket for " + command.front(), errno);
    try {
        pid_ = spawn(command, ends[1]);
    } catch (...) {
        close(ends[0]);
        close(ends[1]);
        throw;
    }
    remember(pid_);
    close(ends[1]);
    socket_ = ends[0];
}

ChildProcess::~ChildProcess() {
    reap();
    close(socket_);
}

bool ChildProcess::write_line(std::string_view text) noexcept {
    for (const std::string_view part : {text, std::string_view("\n")})
        for (std::size_t sent = 0; sent < part.size();) {
            const ssize_t count =
                send(socket_, part.data() + sent, part.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return false;
            sent += static_cast<std::size_t>(count);
        }
    return true;
}

bool ChildProcess::take_line(std::string& text) {
    const std::size_t end = received_.find('\n');
    if (end == std::string::npos) return false;
    text = received_.substr(0, end);
    received_.erase(0, end + 1);
    return true;
}

/// Waits for more of the child's output; says why there will be none, or nothing if some may have come.
std::optional<ChildProcess::Reading> ChildProcess::receive(Clock::time_point deadline) {
    pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
    const int ready = poll(&waiting, 1, milliseconds_until(deadline));
    if (ready <= 0) {
        if (Clock::now() >= deadline) return Reading::timed_out;
        return std::nullopt;
    }
    std::array<char, 4096> buffer;
    const ssize_t count = recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return std::nullopt;
    if (count <= 0) return Reading::ended;
    received_.append(buffer.data(), static_cast<std::size_t>(count));
    if (received_.size() > kLongestLine) return Reading::too_long;
    return std::nullopt;
}

ChildProcess::Line ChildProcess::read_line(Clock::time_point deadline) {
    Line line{Reading::line, {}};
    while (!take_line(line.text))
        if (const std::optional<Reading> fault = receive(deadline)) return {*fault, {}};
    return line;
}

void ChildProcess::reap() noexcept {
    if (pid_ < 0) return;
    // Not reaped yet, so the number, and the group's, are still the child's own.
    kill(-pid_, SIGKILL);
    forget(pid_);
    while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
}

std::string ChildProcess::stop() {
    reap();
    if (WIFEXITED(status_)) return "exit status " + std::to_string(WEXITSTATUS(status_));
    const int number = WTERMSIG(status_);
    const char* description = sigdescr_np(number);
    return "signal " + std::to_string(number) + (description ? std::string(" (") + description + ")" : "");
}

void kill_child_processes() noexcept {
    const int error = errno;
    const auto each_own = [](const auto& act) {
        for (const Child& child : children)
            if (child.parent == getpid()) act(child.pid.load());
    };
    each_own([](pid_t pid) { kill(-pid, SIGKILL); });
    int patience = 1000;
    each_own([&](pid_t pid) {
        constexpr timespec kMillisecond{.tv_sec = 0, .tv_nsec = 1000000};
        while (waitpid(pid, nullptr, WNOHANG) == 0 && patience-- > 0) nanosleep(&kMillisecond, nullptr);
    });
    errno = error;
}

}  // namespace hg::kernels
