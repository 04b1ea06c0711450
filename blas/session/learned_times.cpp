#include "blas/session/learned_times.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "blas/cost/plan.hpp"
#include <hg/runtime/program/simulate.hpp>

namespace hg {
namespace {

/// Smaller changes of a factor are noise, and worth no other plan.
constexpr double kNotable = 0.03;
/// A run that takes longer was disturbed.
constexpr double kMostFactor = 3;
/// Some more than a session caches.
constexpr std::size_t kMostPrograms = 256;

}  // namespace

std::string kind_of_call(std::string_view key) {
    std::string kind;
    const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t i = 0; i < key.size();) {
        const bool begins_word = i == 0 || key[i - 1] == ' ';
        double size = 0;
        const auto [end, fault] = std::from_chars(key.data() + i, key.data() + key.size(), size);
        if (!begins_word || !is_digit(key[i]) || fault != std::errc()) {
            kind.push_back(key[i++]);
            continue;
        }
        kind.append("~").append(std::to_string(std::lround(2 * std::log2(std::max(size, 1.0)))));
        i = static_cast<std::size_t>(end - key.data());
    }
    return kind;
}

double LearnedTimes::Ratios::smallest() const {
    return *std::min_element(last.begin(), last.begin() + static_cast<std::ptrdiff_t>(std::min(runs, kLast)));
}

LearnedTimes::Factors LearnedTimes::factors(const std::string& kind) const {
    const std::lock_guard lock(mutex_);
    const auto known = kinds_.find(kind);
    return known == kinds_.end() ? Factors{} : known->second.factors;
}

void LearnedTimes::note_run(const std::string& kind, const std::string& key, const Program& program,
                            const Target& target, double seconds) {
    if (std::ranges::count_if(target.devices, &DeviceModel::is_gpu) < 2) return;
    Expected expected;
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = programs_.find(key); known != programs_.end()) expected = known->second;
    }
    if (expected.count > 0) return add(kind, expected.count, expected.seconds, seconds);
    expected = {devices_in_use(program), simulate(program, target).makespan};
    const std::lock_guard lock(mutex_);
    if (programs_.size() >= kMostPrograms) programs_.clear();
    programs_.try_emplace(key, expected);
}

void LearnedTimes::add(const std::string& kind, std::size_t count, double simulated, double measured) {
    if (count == 0 || !(simulated > 0) || !(measured > 0)) return;
    const std::lock_guard lock(mutex_);
    Kind& known = kinds_[kind];
    Ratios& ratios = known.ratios[count];
    ratios.last[ratios.runs++ % kLast] = measured / simulated;
    if (ratios.runs < 2) return;
    std::vector<double>& factors = known.factors.by_count;
    if (factors.size() < count) factors.resize(count, 1);
    const double factor = std::clamp(ratios.smallest(), 1.0, kMostFactor);
    if (std::abs(factor / factors[count - 1] - 1) < kNotable) return;
    factors[count - 1] = factor;
    ++known.factors.edition;
}

}  // namespace hg
