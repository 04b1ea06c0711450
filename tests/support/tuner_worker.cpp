// A worker of the tuner without a device: kernels take the time that PlantedCosts draws from a seed,
// and some do worse.
//
//     hg_test_worker SEED [KERNEL=BEHAVIOUR]...       BEHAVIOUR as in behave() below
//     hg_test_worker START                            START as in misbehave_at_start() below

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include "support/planted_costs.hpp"
#include "tools/tuner/worker/protocol.hpp"
#include "tools/tuner/worker/worker.hpp"

namespace {

using namespace hg::kernels;

[[noreturn]] void hang() {
    while (true) pause();
}

class PlantedRunner final : public CandidateRunner {
  public:
    PlantedRunner(std::uint64_t seed, std::map<std::string, std::string> behaviours)
        : costs_(seed), behaviours_(std::move(behaviours)) {}

    Outcome run(const Candidate& candidate) override {
        const auto found = behaviours_.find(candidate.kernel.name);
        if (found != behaviours_.end()) return behave(found->second);
        return {Verdict::good, costs_.seconds(candidate.kernel), "process " + std::to_string(getpid())};
    }

  private:
    static Outcome behave(const std::string& what) {
        if (what == "abort") std::abort();
        if (what == "segv") raise(SIGSEGV);
        if (what == "hang") hang();
        if (what == "exit") _exit(0);
        if (what == "garbage") std::cout << "warning: 3 registers spilled" << std::endl;
        if (what == "cut") std::cout << "{\"kernel\": \"gem" << std::endl;
        if (what == "endless")
            while (true) std::cout << "more and more ";
        if (what == "wrong") return {Verdict::wrong, 1e-9, "C(0, 0) is 1, not 2"};
        if (what == "refused") return {Verdict::rejected, 0, "does not compile"};
        if (what == "lost") return {Verdict::crashed, 0, "CL_OUT_OF_RESOURCES"};
        return {Verdict::good, 1e-9, {}};  // "fastest", or what follows a garbled line
    }

    hg::test::PlantedCosts costs_;
    std::map<std::string, std::string> behaviours_;
};

void misbehave_at_start(const std::string& what) {
    if (what == "quits") _exit(3);
    if (what == "prints") {
        std::cout << "usage: something else" << std::endl;
        hang();
    }
    // Ready, and gone before it reads anything.
    if (what == "deaf") {
        std::cout << ready_line() << std::endl;
        _exit(0);
    }
    if (what == "descriptors") {
        // How many are open is told by the exit status: standard input, output and error, and no other.
        int open = 0;
        for (int i = 0; i < 1024; ++i) open += ::fcntl(i, F_GETFD) != -1;
        _exit(open);
    }
}

}  // namespace

int main(int count, char** words) {
    end_with_parent();
    if (count < 2) return 2;
    misbehave_at_start(words[1]);
    std::map<std::string, std::string> behaviours;
    for (int i = 2; i < count; ++i) {
        const std::string word = words[i];
        behaviours[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
    }
    PlantedRunner runner(std::stoull(words[1]), behaviours);
    return serve_candidates(STDIN_FILENO, STDOUT_FILENO, runner);
}
