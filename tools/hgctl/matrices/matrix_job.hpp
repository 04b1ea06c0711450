#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/cli/command_line.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/matrices/npy.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/machine/trace.hpp>

namespace hgctl {

/// Options of all commands that make a call on matrices in files.
struct MatrixFiles {
    std::string a, b, output, trace, devices, arithmetic;
    ReportFiles reports{};
    bool sum_duplicates = false;  ///< of a Matrix Market file

    /// All of them but A, B and --output; `page` is what stands on the page.
    void add_options(Command& command, const std::string& page = "all results");
    /// Throws what check_outputs() throws; `c` is another matrix to read, with its option.
    void check(const InputFile& c = {}) const;
};

/// Such a call: its devices, what took how long, its trace and its report.
class MatrixJob {
  public:
    explicit MatrixJob(const MatrixFiles& files) : files_(files) {}

    /// Ends a phase, which began where the one before ended: "read", for people "reading".
    void did(const std::string& key, const std::string& text) {
        phases_.push_back({key, text, watch_.lap()});
    }
    /// On the devices that the options name, from the first call on.
    hg::Session& session();
    /// Makes the call, and says so on the terminal. Returns its seconds.
    double run(const std::string& what, const std::function<void()>& call);
    /// The same with another observer, which may be null.
    double run(hg::Observer* observer, const std::function<void()>& call);
    [[nodiscard]] hg::Trace& trace() noexcept { return trace_; }
    /// Writes the result and the report, to which it adds what all such reports say; then end().
    void finish(const NpyMatrix& result, Report& report);
    /// Writes the trace, if there shall be one, and warns of devices that failed.
    void end();

  private:
    struct Phase {
        std::string key, text;
        double seconds;
    };

    const MatrixFiles& files_;
    Stopwatch watch_;
    std::vector<Phase> phases_;
    std::optional<hg::Session> session_;
    hg::Trace trace_;
};

}  // namespace hgctl
