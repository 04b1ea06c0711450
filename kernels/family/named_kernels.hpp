#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/family/fields.hpp"
#include "kernels/name_reader.hpp"
#include "runtime/program/base/instruction_parts.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {

inline constexpr std::array kBothWays{false, true};

/// Every kind of kernel of a family: all combinations of some members' values, the last member changing
/// first.
template <class Parameters>
struct Kinds {
    std::vector<Parameters> all{Parameters{}};

    template <class Member, class Values>
    [[nodiscard]] Kinds with(Member member, const Values& values) const {
        Kinds more{{}};
        for (const Parameters& p : all)
            for (const auto& value : values) {
                more.all.push_back(p);
                more.all.back().*member = value;
            }
        return more;
    }
};

/// Kernels whose names are a front, which tells what they compute, and behind it the numbers of a table. The
/// table is that of `Tabled`, which Parameters are or are derived from.
template <class Parameters, class Tabled = Parameters>
class NamedKernels {
  public:
    using Fields = std::span<const Field<Tabled>>;

    /// Of the kinds, each with numbers that it may have, those without a fault can be made.
    NamedKernels(Fields fields, const Kinds<Parameters>& kinds, std::string (*front)(const Parameters&),
                 std::string (*fault)(const Parameters&))
        : fields_(fields), front_(front), fault_(fault) {
        for (const Parameters& p : kinds.all)
            if (fault(p).empty()) kinds_.emplace_back(front(p), filled(p));
    }

    /// With the numbers that a kernel has in place of those that stand for a default.
    [[nodiscard]] std::string name(const Parameters& given) const {
        const Parameters p = filled(given);
        std::string text = front_(p);
        for (const Field<Tabled>& field : fields_)
            if (field.is_used(p)) text.append(field.mark).append(std::to_string(blocking_of(p).*field.value));
        return text;
    }

    /// The parameters of a name, whether such a kernel can be made or not. None if the text is no such name.
    [[nodiscard]] std::optional<Parameters> read(std::string_view text) const {
        for (const auto& [front, kind] : kinds_) {
            NameReader reader(text);
            Parameters p = kind;
            bool is_named = reader.take(front);
            for (const Field<Tabled>& field : fields_)
                if (is_named && field.is_used(p))
                    is_named = reader.take(field.mark) && reader.take_number(blocking_of(p).*field.value);
            if (is_named && reader.at_end()) return p;
        }
        return std::nullopt;
    }

    /// Likewise of a kernel that can be made.
    [[nodiscard]] std::optional<Parameters> parse(std::string_view text) const {
        std::optional<Parameters> p = read(text);
        return p && fault_(*p).empty() && name(*p) == text ? p : std::nullopt;
    }

    /// The instruction that make() makes of such parameters: one object a name. Throws
    /// Error{invalid_argument} if it cannot be made.
    template <class Make>
    [[nodiscard]] InstructionPtr made(const Parameters& given, const Make& make) const {
        const std::string text = name(given);
        if (const std::string fault = fault_(given); !fault.empty())
            throw Error(ErrorCode::invalid_argument, text + ": " + fault);
        return made_once(text, [&] { return make(filled(given)); });
    }
    [[nodiscard]] const std::vector<std::pair<std::string, Parameters>>& kinds() const { return kinds_; }
    /// The names of all kinds.
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto& [front, kind] : kinds_) all.push_back(name(kind));
        return all;
    }

  private:
    static Parameters filled(const Parameters& p) {
        if constexpr (requires { p.blocking.vector; })
            return with_defaults(p);
        else
            return p;
    }

    Fields fields_;
    std::string (*front_)(const Parameters&);
    std::string (*fault_)(const Parameters&);
    std::vector<std::pair<std::string, Parameters>> kinds_;
};

/// The names of two kinds of kernels.
inline std::vector<std::string> joined(std::vector<std::string> names, const std::vector<std::string>& more) {
    names.insert(names.end(), more.begin(), more.end());
    return names;
}

}  // namespace hg::kernels
