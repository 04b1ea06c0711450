#include "tools/cli/progress_bar.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <new>
#include <utility>

#include "runtime/program/base/no_destructor.hpp"
#include "runtime/program/base/printable.hpp"

namespace hgctl {
namespace {

constexpr std::size_t kWidth = 30;
constexpr std::chrono::milliseconds kPause{100};

/// "40 s", "3 min 20 s"
std::string time_left(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::min(seconds, 1e9)) + 1;
    if (whole < 60) return std::to_string(whole) + " s";
    return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
}

/// The bar on the screen, if there is one, and the note behind its text.
struct Shown {
    std::mutex mutex;
    ProgressBar* bar = nullptr;
    std::string note;
};

Shown& on_screen() {
    static hg::NoDestructor<Shown> shown;
    return *shown;
}

}  // namespace

ProgressBar::ProgressBar(std::string what, std::size_t steps)
    : shown_(isatty(STDERR_FILENO) == 1), what_(std::move(what)), steps_(steps) {
    if (!shown_) return;
    const std::lock_guard lock(on_screen().mutex);
    on_screen().bar = this;
    draw();
}

ProgressBar::~ProgressBar() {
    if (!shown_) return;
    const std::lock_guard lock(on_screen().mutex);
    on_screen().bar = nullptr;
    std::fputs("\r\033[K", stderr);
}

void ProgressBar::advance() noexcept {
    if (!shown_) return;
    const std::lock_guard lock(on_screen().mutex);
    ++done_;
    if (std::chrono::steady_clock::now() - drawn_ >= kPause) draw();
}

void ProgressBar::say(const std::string& what) {
    if (!shown_) return;
    const std::lock_guard lock(on_screen().mutex);
    what_ = what;
    draw();
}

void ProgressBar::reach(double share, double seconds_left, const std::string& what) {
    if (!shown_) return;
    const std::lock_guard lock(on_screen().mutex);
    done_ = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(steps_));
    what_ = what;
    if (seconds_left > 0) what_ += ", about " + time_left(seconds_left) + " left";
    if (std::chrono::steady_clock::now() - drawn_ >= kPause) draw();
}

void ProgressBar::note(const char* text) noexcept {
    try {
        const std::lock_guard lock(on_screen().mutex);
        on_screen().note = text == nullptr ? "" : std::string(" (") + text + ")";
        if (on_screen().bar != nullptr) on_screen().bar->draw();
    } catch (const std::bad_alloc&) {
        // The bar goes on without the note.
    }
}

void ProgressBar::draw() {
    const std::size_t filled = steps_ == 0 ? kWidth : std::min(kWidth, kWidth * done_ / steps_);
    const std::size_t percent = steps_ == 0 ? 100 : std::min<std::size_t>(100, 100 * done_ / steps_);
    const std::string bar = std::string(filled, '#') + std::string(kWidth - filled, '.');
    std::fprintf(stderr, "\r\033[K[%s] %3zu%%  %s", bar.c_str(), percent,
                 hg::printable(what_ + on_screen().note).c_str());
    std::fflush(stderr);
    drawn_ = std::chrono::steady_clock::now();
}

}  // namespace hgctl
