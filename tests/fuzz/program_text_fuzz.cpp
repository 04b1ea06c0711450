// libFuzzer target: any bytes are safe to parse. What parses is verified, printed and read back; what is
// sound is simulated and analysed. Errors of hg are expected, anything else is a finding.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "finding.hpp"
#include "tests/support/program_sources.hpp"
#include <hg/runtime/program/bounds.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

hg::InstructionPtr make(const char* name, std::vector<hg::Operand> operands,
                        std::vector<hg::ScalarOperand> scalars) {
    hg::Instruction i = samples::empty_instruction(name, std::move(operands), std::move(scalars));
    i.cost = [](const hg::ExecShape& shape) {
        double scalar = shape.scalars.empty() ? 1.0 : shape.scalars.front().real;  // may be anything, NaN too
        return hg::Cost{static_cast<double>(shape.registers.front().bytes()) * scalar, scalar};
    };
    i.geometry = [](const hg::ExecShape& shape) {
        const hg::Register& r = shape.registers.front();
        return hg::Geometry{{static_cast<std::size_t>(r.rows), static_cast<std::size_t>(r.cols), 1},
                            {4, 1, 1}};
    };
    return std::make_shared<const hg::Instruction>(std::move(i));
}

hg::InstructionPtr find(std::string_view name) {
    using enum hg::Access;
    static const hg::InstructionPtr update =
        make("update", {{"X", read, hg::ElementType::f64}, {"Y", read_write, hg::ElementType::f64}},
             {{"s", hg::ElementType::f64}});
    static const hg::InstructionPtr clear = make("clear", {{"X", write, hg::ElementType::f32}}, {});
    if (name == "update") return update;
    if (name == "clear") return clear;
    return nullptr;
}

const hg::SourceLibrary& library() {
    static const hg::SourceLibrary all = sources::library_of_everything(find);
    return all;
}

void check_round_trip(const hg::Program& program) {
    const std::string text = hg::print(program);
    require(hg::print(hg::parse(text, library())) == text);
}

void check_sound(const hg::Program& program) {
    for (std::uint32_t g = 0; g < program.shared_load_count(); ++g) {
        const auto users = program.shared_load_users(g);
        require(users.size() >= 2);
        for (hg::CommandId user : users)
            require(program.shared_load(user) == g && program.tile(user) == program.tile(users[0]));
    }
    hg::Target target = program.target();
    target.links_both = 1e9;
    const hg::Simulation run = hg::simulate(program, target);
    for (std::uint32_t c = 0; c < program.size(); ++c)
        for (const hg::Dependency& d : program.dependencies(static_cast<hg::CommandId>(c)))
            require(run.start[c] >= run.end[hg::index(d.on)]);
    require(run.makespan >= hg::bounds(program, target).best() * (1 - 1e-9));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const hg::Program program = hg::parse(text, library());
        check_round_trip(program);
        hg::verify(program);
        check_sound(program);
    } catch (const hg::Error& error) {
        require(error.what()[0] != '\0');
    }
    return 0;
}
