// libFuzzer target: sources that bytes choose along the grammar, so that most of them are built. The library
// builds what the tests' evaluator builds on a ProgramBuilder, and refuses what that refuses. Some sources
// have tokens changed: they are built or refused.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "finding.hpp"
#include "tests/support/source_mutation.hpp"
#include "tests/support/source_runs.hpp"
#include <hg/runtime/program/text.hpp>

namespace {

using hg::test::SourceDescription;

/// Numbers of the fuzzer's bytes, a byte each; the least one when there are no more.
class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

    int operator()(int least, int most) {
        if (at_ == end_) return least;
        unsigned value = *at_++;
        if (most - least > 255 && at_ != end_) value = value << 8U | *at_++;
        return least + static_cast<int>(value % static_cast<unsigned>(most - least + 1));
    }

  private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

/// The library and the evaluator agree.
void compare(const std::string& text, const SourceDescription& source) {
    const hg::ProgramSource parsed = hg::ProgramSource::parse(text, hg::test::kSourceName);
    const std::optional<hg::Program> expected = hg::test::evaluated(source);
    std::optional<hg::Program> program;
    try {
        program = hg::test::built(parsed, source);
    } catch (const hg::Error& error) {
        require(hg::test::has_place(error));
    }
    require(program.has_value() == expected.has_value());
    if (program) require(hg::test::are_alike(*program, *expected));
}

void build(const std::string& text, const SourceDescription& source) {
    const hg::Program program = hg::test::built_if_small(text, source);
    hg::verify(program);
    require(print(hg::test::read_back(program)) == print(program));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes pick(data, size);
    const int kind = pick(0, 3);
    const auto any = [&](int least, int most) { return pick(least, most); };
    const SourceDescription source = hg::test::RandomSource(any, kind == 1).source();
    std::string text = hg::test::written(source);
    try {
        if (kind < 2) {
            compare(text, source);
        } else {
            for (int i = pick(1, 3); i > 0; --i) text = hg::test::mutated(text, any);
            build(text, source);
        }
    } catch (const hg::Error& error) {
        // A device may have got too little memory, which is nobody's line.
        require(error.code() == hg::ErrorCode::invalid_argument ||
                error.code() == hg::ErrorCode::out_of_memory || hg::test::has_place(error));
    } catch (const hg::test::TooLarge&) {
    }
    return 0;
}
