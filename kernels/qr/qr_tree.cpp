#include "kernels/qr/qr_tree.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/name_reader.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/qr/qr_panel_parts.hpp"
#include "kernels/qr/qr_tree_host.hpp"
#include "kernels/shapes.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

/// A step of a tree.
enum class Step { factor, expand, reconstruct, finish };

constexpr std::array kSteps{Step::factor, Step::expand, Step::reconstruct, Step::finish};

std::string_view word(Step step) {
    static constexpr std::array<std::string_view, kSteps.size()> kWords{"factor", "expand", "reconstruct",
                                                                        "finish"};
    return kWords[static_cast<std::size_t>(step)];
}

std::string name(Step step, const QrTree& tree) {
    return "qr_tree_" + std::string(word(step)) + "_" + std::string(hg::name(tree.type)) + "_w" +
           std::to_string(tree.width) + "_b" + std::to_string(tree.rows) + (tree.portable ? "_portable" : "");
}

/// What keeps a tree from being made; empty if nothing does.
std::string fault(const QrTree& tree) {
    constexpr int kWidest = 32;
    if (tree.type == ElementType::i32) return "it is made for f32, f64, c32 and c64";
    if (tree.width < 8 || tree.width > kWidest || tree.width % 8 != 0)
        return "width must be a multiple of 8 up to 32";
    const int shares = tree.rows / tree.width;
    if (tree.rows % tree.width != 0 || shares < tree.width / 4 || tree.width % shares != 0)
        return "a block's rows must be the width times a divisor of it, and that at least a quarter of it";
    return {};
}

std::vector<Operand> operands(Step step, ElementType type) {
    constexpr Access kRead = Access::read, kWrite = Access::write;
    using Names = std::vector<std::pair<const char*, Access>>;
    static const NoDestructor<std::array<Names, kSteps.size()>> names(
        std::array<Names, kSteps.size()>{{{{"A", kRead}, {"V", kWrite}, {"T", kWrite}, {"R", kWrite}},
                                          {{"V", kRead}, {"T", kRead}, {"C", kRead}, {"Q", kWrite}},
                                          {{"V", kRead},
                                           {"T0", kRead},
                                           {"C", kRead},
                                           {"R", kRead},
                                           {"tau", kWrite},
                                           {"T", kWrite},
                                           {"X", kWrite},
                                           {"F", kWrite}},
                                          {{"A", kWrite},
                                           {"V", Access::read_write},
                                           {"T", kRead},
                                           {"C", kRead},
                                           {"X", kRead},
                                           {"F", kRead}}}});
    std::vector<Operand> all;
    for (const auto& [name, access] : (*names)[static_cast<std::size_t>(step)])
        all.push_back({name, access, type});
    return all;
}

/// Which operands of a step are what: positions of one that has the rows of the matrix, of the triangles T of
/// all blocks, and of their squares one above the other; and from where on they are n x n. -1: none.
struct Places {
    std::size_t tall, triangles, stack;
    int other_tall;
    std::size_t squares;
};

/// By the numbers of Step.
constexpr std::array<Places, kSteps.size()> kPlaces{
    {{0, 2, 3, 1, 4}, {0, 1, 2, 3, 4}, {0, 1, 2, -1, 3}, {0, 2, 3, 1, 4}}};

const Places& places(Step step) {
    return kPlaces[static_cast<std::size_t>(step)];
}

void check_shapes(Step step, const QrTree& tree, const ExecShape& shape) {
    const Places at = places(step);
    const auto& registers = shape.registers;
    const Register& a = registers[at.tall];
    const std::int64_t n = a.cols;
    const auto is = [](const Register& r, std::int64_t rows, std::int64_t cols) {
        return r.rows == rows && r.cols == cols;
    };
    const std::int64_t stacked = tree.blocks(a.rows) * n;
    bool fit = n <= tree.width && (step == Step::factor || a.rows >= n) &&
               is(registers[at.triangles], n, stacked) && is(registers[at.stack], stacked, n) &&
               (at.other_tall < 0 || is(registers[static_cast<std::size_t>(at.other_tall)], a.rows, n));
    constexpr std::size_t kTau = 4;
    for (std::size_t i = at.squares; i < registers.size(); ++i)
        fit = fit && is(registers[i], n, step == Step::reconstruct && i == kTau ? 1 : n);
    require_shapes(fit, name(step, tree), shape,
                   "a panel must be m x n with n up to " + std::to_string(tree.width) +
                       ", for each block of " + std::to_string(tree.rows) +
                       " rows n columns of T and n rows of R or C; tau must be n x 1, all others n x n");
}

/// Estimates for a GPU: steps that wait for each other, and the traffic of the panel.
Cost cost(Step step, const ExecShape& shape) {
    const Register& a = shape.registers[places(step).tall];
    const auto m = static_cast<double>(a.rows);
    const auto n = static_cast<double>(a.cols);
    const double panel = m * n * static_cast<double>(size_of(a.type));
    const double operations = real_operations(a.type);
    const double parts = parts_of_element(a.type);
    switch (step) {
        case Step::factor:
            return {.flops = operations * 3 * m * n * n,
                    .bytes = 2 * panel,
                    .seconds = parts * 0.5e-6 * n,
                    .efficiency = 0.25};
        case Step::expand:
            return {
                .flops = operations * 2 * m * n * n, .bytes = 2 * panel, .seconds = 4e-6, .efficiency = 0.5};
        case Step::reconstruct:
            return {.flops = operations * 8 * n * n * n,
                    .bytes = 0,
                    .seconds = parts * 0.4e-6 * n,
                    .efficiency = 1};
        case Step::finish:
            return {
                .flops = operations * 2 * m * n * n, .bytes = 3 * panel, .seconds = 4e-6, .efficiency = 0.5};
    }
    return {};
}

template <class T>
void run_on_host(Step step, std::int64_t rows, const HostCall& call) {
    switch (step) {
        case Step::factor:
            return factor_qr_level<T>(call, rows);
        case Step::expand:
            return expand_qr_level<T>(call, rows);
        case Step::reconstruct:
            return reconstruct_qr<T>(call);
        case Step::finish:
            return finish_qr_tree<T>(call, rows);
    }
}

std::string options(Step step, const QrTree& tree) {
    std::string text = qr_panel_options(tree.type, tree.width, tree.rows);
    if (step == Step::expand && !needs_f64(tree.type)) text += " -DBELOW_ONE=0x1.fffffep-1f";
    // So that a multiprocessor runs several work-groups of 256 at once: some compute while others wait.
    if (step == Step::factor && !tree.portable)
        text += tree.type == ElementType::f32 ? " -cl-nv-maxrregcount=80" : " -cl-nv-maxrregcount=128";
    return text;
}

/// Bytes of local memory: four squares, and less for the rest.
std::int64_t local_memory(const QrTree& tree) {
    const std::int64_t squares = std::int64_t{5} * tree.width * (tree.width + 2);
    const std::int64_t lines = std::int64_t{4} * tree.rows / tree.width;
    const std::int64_t factor = tree.width * (lines + 1 + tree.width + 4) + std::int64_t{2} * tree.rows;
    return std::max(squares, factor + 2) * size_of(tree.type);
}

InstructionPtr make(Step step, const QrTree& tree) {
    Instruction i;
    i.name = name(step, tree);
    i.operands = operands(step, tree.type);
    i.entry = "qr_tree_" + std::string(word(step));
    i.source = qr_source({"qr_tree_common.cl", i.entry + ".cl"});
    i.build_options = options(step, tree);
    i.needs = {.local_memory = local_memory(tree), .work_group = tree.rows};
    if (!tree.portable) i.needs.nvidia_capability = 80;
    i.geometry = [step, tree](const ExecShape& shape) {
        const std::int64_t m = shape.registers[places(step).tall].rows;
        const std::int64_t groups = step == Step::reconstruct ? 1 : tree.blocks(m);
        const auto items = static_cast<std::size_t>(tree.rows);
        return Geometry{{static_cast<std::size_t>(groups) * items, 1, 1}, {items, 1, 1}};
    };
    i.cost = [step](const ExecShape& shape) { return cost(step, shape); };
    i.check = [step, tree](const ExecShape& shape) { check_shapes(step, tree, shape); };
    i.host = host_for_type(tree.type,
                           [=]<class T>(const HostCall& call) { run_on_host<T>(step, tree.rows, call); });
    return finished(std::move(i));
}

InstructionPtr instruction(Step step, const QrTree& tree) {
    const std::string key = name(step, tree);
    if (const std::string text = fault(tree); !text.empty())
        throw Error(ErrorCode::invalid_argument, key + ": " + text);
    return made_once(key, [&] { return make(step, tree); });
}

}  // namespace

QrTree default_tree(ElementType type) {
    return {.type = type, .width = type == ElementType::c64 ? 16 : 32};
}

InstructionPtr qr_tree_factor(const QrTree& tree) {
    return instruction(Step::factor, tree);
}

InstructionPtr qr_tree_expand(const QrTree& tree) {
    return instruction(Step::expand, tree);
}

InstructionPtr qr_tree_reconstruct(const QrTree& tree) {
    return instruction(Step::reconstruct, tree);
}

InstructionPtr qr_tree_finish(const QrTree& tree) {
    return instruction(Step::finish, tree);
}

InstructionPtr find_qr_tree(std::string_view text) {
    for (const Step step : kSteps)
        for (const ElementType type : kFloatingTypes) {
            QrTree tree{.type = type, .portable = text.ends_with("_portable")};
            NameReader reader(text);
            if (reader.take("qr_tree_") && reader.take(word(step)) && reader.take("_") &&
                reader.take(hg::name(type)) && reader.take("_w") && reader.take_number(tree.width) &&
                reader.take("_b") && reader.take_number(tree.rows) && name(step, tree) == text &&
                fault(tree).empty())
                return instruction(step, tree);
        }
    return nullptr;
}

std::vector<std::string> qr_tree_names() {
    std::vector<std::string> names;
    for (const Step step : kSteps)
        for (const ElementType type : kFloatingTypes) names.push_back(name(step, default_tree(type)));
    return names;
}

}  // namespace hg::kernels
