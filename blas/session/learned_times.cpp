#include "blas/session/learned_times.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

namespace hg {
namespace {

/// Smaller changes of a factor are noise, and worth no other plan.
constexpr double kNotable = 0.03;
/// A run that takes longer was disturbed.
constexpr double kMostFactor = 3;
/// On a machine whose times never settle, planning again and again would cost more than it brings.
constexpr unsigned kMostEditions = 8;
/// Times of short runs scatter more.
constexpr double kShort = 0.02;  ///< seconds
constexpr std::size_t kRunsIfShort = 6;
constexpr std::size_t kRunsIfLong = 3;
/// Some more than a session caches.
constexpr std::size_t kMostExpected = 256;
constexpr std::size_t kMostKinds = 1024;

/// Returns the factors with the gaps filled. A number of devices that was not tried has the largest factor of
/// fewer devices, because many errors do not depend on the number, or grow with it.
std::vector<double> filled(std::vector<double> factors) {
    double largest = 1;
    for (double& factor : factors) {
        if (factor == 0) factor = largest;
        largest = std::max(largest, factor);
    }
    return factors;
}

}  // namespace

std::string kind_of_call(std::string_view key) {
    std::string kind;
    const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t i = 0; i < key.size();) {
        const bool begins_word = i == 0 || key[i - 1] == ' ';
        std::int64_t size = 0;
        const auto [end, fault] = std::from_chars(key.data() + i, key.data() + key.size(), size);
        if (!begins_word || !is_digit(key[i]) || fault != std::errc()) {
            kind.push_back(key[i++]);
            continue;
        }
        const double halves = 2 * std::log2(static_cast<double>(std::max<std::int64_t>(size, 1)));
        kind.append("~").append(std::to_string(std::lround(halves)));
        i = static_cast<std::size_t>(end - key.data());
    }
    return kind;
}

double LearnedTimes::Ratios::smallest() const {
    return *std::min_element(last.begin(), last.begin() + static_cast<std::ptrdiff_t>(std::min(runs, kLast)));
}

LearnedTimes::LearnedTimes(const LearnedFactors& known, Keep keep) : keep_(std::move(keep)) {
    for (const auto& [name, tried] : known)
        if (Kind* const known_kind = kind(name)) known_kind->tried = tried;
}

/// Returns null if there are too many kinds.
LearnedTimes::Kind* LearnedTimes::kind(const std::string& name) {
    const auto known = kinds_.find(name);
    if (known != kinds_.end()) return &known->second;
    return kinds_.size() < kMostKinds ? &kinds_[name] : nullptr;
}

LearnedTimes::Factors LearnedTimes::factors(const std::string& kind) const {
    const std::lock_guard lock(mutex_);
    const auto known = kinds_.find(kind);
    if (known == kinds_.end()) return {};
    return {filled(known->second.tried), known->second.edition};
}

void LearnedTimes::note_run(const std::string& kind, const std::string& key, double seconds,
                            const std::function<Expected()>& expected) {
    {
        std::unique_lock lock(mutex_);
        if (const auto known = programs_.find(key); known != programs_.end()) {
            const Expected of_program = known->second;
            lock.unlock();
            return add(kind, of_program, seconds);
        }
    }
    const Expected of_program = expected();
    const std::lock_guard lock(mutex_);
    if (programs_.size() >= kMostExpected) programs_.clear();
    programs_.try_emplace(key, of_program);
}

void LearnedTimes::add(const std::string& kind_name, const Expected& expected, double seconds) {
    if (expected.count == 0 || !(expected.seconds > 0) || !(seconds > 0)) return;
    std::vector<double> changed;
    {
        const std::lock_guard lock(mutex_);
        Kind* const known = kind(kind_name);
        if (!known || known->edition >= kMostEditions) return;
        Ratios& ratios = known->ratios[expected.count];
        ratios.last[ratios.runs++ % kLast] = seconds / expected.seconds;
        if (ratios.runs < (seconds < kShort ? kRunsIfShort : kRunsIfLong)) return;
        if (known->tried.size() < expected.count) known->tried.resize(expected.count, 0);
        const double factor = std::clamp(ratios.smallest(), 1.0, kMostFactor);
        const bool notable = std::abs(factor / filled(known->tried)[expected.count - 1] - 1) >= kNotable;
        double& tried = known->tried[expected.count - 1];
        if (notable || tried == 0) tried = factor;
        if (!notable) return;
        ++known->edition;
        changed = known->tried;
    }
    if (keep_) keep_(kind_name, changed);
}

}  // namespace hg
