#include "tools/hgctl/matrices/matrix_job.hpp"

#include "tools/cli/run_progress.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/report/quantity.hpp"
#include "tools/workload/operands/gemm_words.hpp"

namespace hgctl {

void MatrixFiles::add_options(Command& command, const std::string& page) {
    command.flag("--sum-duplicates", sum_duplicates, "Sum duplicate elements of a Matrix Market file");
    add_trace_option(command, trace);
    add_devices_option(command, devices);
    add_arithmetic_option(command, arithmetic);
    reports.add_options(command, page);
}

void MatrixFiles::check(const InputFile& c) const {
    reports.check({{"--output", output, true}, {"--trace", trace}}, {{"A", a}, {"B", b}, c});
}

hg::Session& MatrixJob::session() {
    if (!session_) session_.emplace(machine_options(files_.devices, files_.arithmetic));
    return *session_;
}

double MatrixJob::run(const std::string& what, const std::function<void()>& call) {
    RunProgress progress(what, &trace_);
    return run(&progress, call);
}

double MatrixJob::run(hg::Observer* observer, const std::function<void()>& call) {
    session().observe(observer);
    watch_.lap();
    call();
    const double seconds = watch_.lap();
    session().observe(nullptr);
    return seconds;
}

void MatrixJob::finish(const NpyMatrix& result, Report& report) {
    write_npy(files_.output, result);
    did("write", "writing");
    const std::vector<std::string> devices = device_names(session().machine());
    const auto in_trace = files_.trace.empty() ? Json() : Json(files_.trace);
    std::vector<std::string> texts;
    report.devices(devices);
    for (const Phase& phase : phases_) {
        report.fact(phase.key + "_seconds", phase.seconds);
        texts.push_back(seconds_text(phase.seconds) + ' ' + phase.text);
    }
    report.fact("output", files_.output).fact("trace", in_trace);
    report.row("other time", joined(texts)).row("on", joined(devices));
    if (!files_.trace.empty()) report.row("trace", files_.trace + kTraceHint);
    files_.reports.write(report);
    end();
}

void MatrixJob::end() {
    // Last: a disk that is full takes no more than the trace.
    if (!files_.trace.empty()) trace_.write(files_.trace);
}

}  // namespace hgctl
