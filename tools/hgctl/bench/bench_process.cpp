// hgctl bench process: one of the processes that `hgctl bench processes` times.
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "interfaces/generated/blas_routines.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/tuner/worker/worker.hpp"
#include "tools/workload/operands/host_elements.hpp"
#include "tools/workload/operands/random_matrix.hpp"
#include "tools/workload/rule/call_verdict.hpp"
#include "tools/workload/rule/routines/gemm.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// C := A B of order n, on matrices of this process's own.
class OwnProduct {
  public:
    explicit OwnProduct(hg::Session& session, std::int64_t n)
        : session_(session),
          a_(session.machine(), n * n, false),
          b_(session.machine(), n * n, false),
          c_(session.machine(), n * n, false) {
        RandomElements<double>{1}.copy_to(a_.data(), a_.count());
        RandomElements<double>{2}.copy_to(b_.data(), b_.count());
        call_ = {hg::Op::none, hg::Op::none, n, n, n, 1, a_.data(), n, b_.data(), n, 0, c_.data(), n};
    }
    void run() { hg::routines::Gemm::call<double>(session_, hg::Layout::col_major, call_); }
    /// In units of the bound; C was NaN before.
    double checked_run() {
        c_.fill(std::numeric_limits<double>::quiet_NaN());
        run();
        const Operands<double> operands = operands_of(hg::Layout::col_major, call_);
        return call_error_estimate(call_, operands, operands);
    }

  private:
    hg::Session& session_;
    HostElements<double> a_, b_, c_;
    hg::GemmArguments<double> call_{};
};

/// Answers lines: "ready DEVICES ERROR" once one product is checked; then to "go SECONDS" with
/// "done CALLS SECONDS ERROR", the last product checked too; or "failed MESSAGE".
int serve(std::int64_t n, std::FILE* answers) {
    try {
        hg::Session session(machine_options(""));
        OwnProduct product(session, n);
        const double error = product.checked_run();
        product.run();  // programs and memory are as they stay
        std::fprintf(answers, "ready %zu %.17g\n", session.machine().device_count(), error);
        std::fflush(answers);
        std::string word;
        double wanted = 0;
        if (!(std::cin >> word >> wanted)) return kCheckFailed;
        Stopwatch watch;
        double seconds = 0;
        std::int64_t calls = 0;
        while (seconds < wanted) {
            product.run();
            ++calls;
            seconds += watch.lap();
        }
        std::fprintf(answers, "done %lld %.17g %.17g\n", static_cast<long long>(calls), seconds,
                     product.checked_run());
    } catch (const hg::Error& error) {
        std::string message = error.what();
        for (char& letter : message)
            if (letter == '\n') letter = ' ';
        std::fprintf(answers, "failed %s\n", message.c_str());
    }
    std::fflush(answers);
    return kGood;
}

int run_process(std::int64_t n) {
    hg::kernels::end_with_parent();
    // Drivers and compilers may print: standard output belongs to the answers.
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> answers(fdopen(dup(STDOUT_FILENO), "w"),
                                                                  std::fclose);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return serve(n, answers.get());
}

}  // namespace

void add_bench_process(Command& bench, int& status) {
    auto n = std::make_shared<std::int64_t>(0);
    Command command = bench.subcommand("process", "One process of `bench processes`");
    command.hide();
    command.option("--n", *n).required().whole_number(1);
    command.callback([n, &status] { status = run_process(*n); });
}

}  // namespace hgctl
