#include "tools/cli/run_progress.hpp"

#include <utility>

namespace hgctl {

RunProgress::RunProgress(std::string what, hg::Observer* next) : what_(std::move(what)), next_(next) {}

void RunProgress::on_begin(std::uint64_t run, const hg::Program& program) noexcept {
    bar_ = std::make_unique<ProgressBar>(what_, program.size());
    if (next_ != nullptr) next_->on_begin(run, program);
}

void RunProgress::on_interval(const hg::Interval& interval) noexcept {
    if (interval.track == hg::Track::queue) bar_->advance();
    if (next_ != nullptr) next_->on_interval(interval);
}

void RunProgress::on_end(std::uint64_t run, double seconds, bool succeeded) noexcept {
    bar_.reset();
    if (next_ != nullptr) next_->on_end(run, seconds, succeeded);
}

}  // namespace hgctl
