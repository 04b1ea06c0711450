#include "tools/tuner/worker/worker.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <utility>

#include "tools/tuner/tunable_routines.hpp"
#include "tools/tuner/worker/compile_pool.hpp"
#include "tools/tuner/worker/protocol.hpp"
#include "tools/tuner/worker/worker_process.hpp"

namespace hg::kernels {
namespace {

/// Whole lines of a file descriptor.
class LineReader {
  public:
    explicit LineReader(int descriptor) : descriptor_(descriptor) {}

    /// Nothing at the end.
    std::optional<std::string> next() {
        std::array<char, 4096> buffer;
        while (true) {
            if (const std::size_t end = received_.find('\n'); end != std::string::npos) {
                std::string line = received_.substr(0, end);
                received_.erase(0, end + 1);
                return line;
            }
            const ssize_t count = read(descriptor_, buffer.data(), buffer.size());
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return std::nullopt;
            received_.append(buffer.data(), static_cast<std::size_t>(count));
        }
    }

  private:
    int descriptor_;
    std::string received_;
};

bool write_line(int descriptor, std::string line) {
    line += '\n';
    for (std::size_t written = 0; written < line.size();) {
        const ssize_t count = write(descriptor, line.data() + written, line.size() - written);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        written += static_cast<std::size_t>(count);
    }
    return true;
}

Outcome run_safely(CandidateRunner& runner, const Candidate& candidate) {
    try {
        return runner.run(candidate);
    } catch (const std::exception& error) {
        return {Verdict::rejected, 0, error.what()};
    }
}

constexpr int kGood = 0;
constexpr int kNotUnderstood = 2;

}  // namespace

void end_with_parent() noexcept {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // A parent that has ended already sends no signal, but holds no end of the socket either.
    pollfd parent{.fd = STDIN_FILENO, .events = POLLRDHUP, .revents = 0};
    if (poll(&parent, 1, 0) > 0 && (parent.revents & (POLLHUP | POLLRDHUP)) != 0) _exit(kGood);
}

int serve_candidates(int in, int out, CandidateRunner& runner) {
    LineReader lines(in);
    if (!write_line(out, ready_line())) return kGood;
    while (const std::optional<std::string> line = lines.next()) {
        const std::optional<Candidate> candidate = parse_candidate(*line, tunable_routines());
        if (!candidate) return kNotUnderstood;
        if (!write_line(out, began_line(*candidate))) return kGood;
        const Outcome outcome = run_safely(runner, *candidate);
        if (!write_line(out, to_line(*candidate, outcome))) return kGood;
        // A device that is lost stays lost to this process.
        if (outcome.verdict == Verdict::crashed) return kGood;
    }
    return kGood;
}

struct WorkerRunner::State {
    explicit State(WorkerOptions given)
        : options(std::move(given)),
          compilers(options.compile_command, options.compilers, options.seconds),
          worker(options.command) {}

    WorkerOptions options;
    CompilePool compilers;
    WorkerProcess worker;
};

WorkerRunner::WorkerRunner(WorkerOptions options) : state_(std::make_unique<State>(std::move(options))) {}

WorkerRunner::~WorkerRunner() = default;

void WorkerRunner::expect(const std::vector<Candidate>& candidates) {
    state_->compilers.expect(candidates);
}

Outcome WorkerRunner::run(const Candidate& candidate) {
    if (std::optional<Outcome> fault = state_->compilers.take(candidate)) return *std::move(fault);
    return state_->worker.ask(candidate, state_->options.seconds);
}

std::int64_t WorkerRunner::processes_started() const noexcept {
    return state_->worker.processes_started() + state_->compilers.processes_started();
}

}  // namespace hg::kernels
