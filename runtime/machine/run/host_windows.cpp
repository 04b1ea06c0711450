#include "runtime/machine/run/host_windows.hpp"

#include <algorithm>
#include <cstdint>

#include "runtime/program/check/rules.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Views of the bound matrices on one device, made on demand.
class ViewsOfMatrices {
  public:
    ViewsOfMatrices(const CheckedBindings& bindings, Device& device, std::vector<HostView>& views)
        : bindings_(bindings), device_(device), views_(views) {}

    /// Returns the register as the device finds it in the caller's memory; without memory if it cannot.
    LiveRegister find(const Register& loaded, const HostTile& tile) {
        const HostRectangle rectangle = bindings_.rectangle(tile);
        LiveRegister live{.shape = loaded};
        live.shape.ld = rectangle.ld;
        if (!register_fault(live.shape).empty()) return live;
        const HostView* const view = view_of(tile.parameter);
        if (view == nullptr) return live;
        const std::int64_t bytes = rectangle.data - view->begin;
        if (bytes % rectangle.element_size != 0) return live;
        live.shape.offset = bytes / rectangle.element_size;
        live.memory = view->memory.get();
        return live;
    }

  private:
    /// Memory that the run changes through another matrix is copied, because an LD takes what is there now.
    /// For OpenCL, a view is a buffer from its first page on: nothing in it may change meanwhile, and pinned
    /// memory belongs to other buffers, with which it must not overlap.
    const HostView* view_of(ParameterId id) {
        const CheckedBindings::Matrix& matrix = bindings_.matrix(id);
        if (matrix.overlaps || ((matrix.pinned || matrix.shares_range) && !device_.info().is_host))
            return nullptr;
        auto known = std::ranges::find(known_, id, &Known::matrix);
        if (known == known_.end()) {
            known_.push_back({id, device_.view(matrix.data, matrix.region.extent(), matrix.region.writes)});
            known = known_.end() - 1;
            if (known->view.memory) views_.push_back(known->view);
        }
        return known->view.memory ? &known->view : nullptr;
    }

    struct Known {
        ParameterId matrix{};
        HostView view;
    };
    const CheckedBindings& bindings_;
    Device& device_;
    std::vector<HostView>& views_;
    std::vector<Known> known_;
};

/// Returns true if the instruction takes these registers. Without copies they have other leading dimensions
/// than those for which the program was built.
bool takes(const Instruction& instruction, std::span<const Register> registers,
           std::span<const ScalarValue> scalars) {
    if (!instruction.check) return true;
    try {
        instruction.check({registers, scalars});
    } catch (const Error&) {
        return false;
    }
    return true;
}

}  // namespace

void HostWindows::open(const Program& program, const CheckedBindings& bindings, DeviceIndex d,
                       Device& device) {
    const auto is_in_place = [&](const Register& reg) { return reg.in_place && reg.device == d; };
    if (std::ranges::none_of(program.registers(), is_in_place)) return;
    registers_.resize(program.registers().size());
    ViewsOfMatrices views(bindings, device, views_);
    for (const CommandId load : program.queue({d, QueueKind::load}))
        if (program.is_in_place(load)) {
            const RegisterId reg = program.operands(load).front();
            registers_[index(reg)] = views.find(program.reg(reg), program.tile(load));
        }
    for (const QueueKind kind : {QueueKind::exec, QueueKind::exec2})
        for (const CommandId exec : program.queue({d, kind}))
            if (program.command(exec).operation == Operation::exec)
                close_unfit(program, bindings, exec, device.info().is_host);
}

/// Closes the windows of an EXEC that its kernel cannot read where they begin, or all of them if the
/// instruction does not accept their leading dimensions. Views begin at pages, so offsets in them tell how
/// memory is aligned. Host implementations take any alignment.
void HostWindows::close_unfit(const Program& program, const CheckedBindings& bindings, CommandId exec,
                              bool on_host) {
    const auto operands = program.operands(exec);
    const Instruction& instruction = program.instruction(exec);
    const auto close = [&](RegisterId reg) { registers_[index(program.whole(reg))].memory = nullptr; };
    for (std::size_t i = 0; i < operands.size() && !on_host; ++i)
        if (has(program, operands[i]) &&
            live(program, operands[i]).shape.first_byte() % instruction.operands[i].alignment != 0)
            close(operands[i]);
    if (std::ranges::none_of(operands, [&](RegisterId reg) { return has(program, reg); })) return;
    std::vector<Register> shapes;
    for (const RegisterId reg : operands)
        shapes.push_back(has(program, reg) ? live(program, reg).shape : program.reg(reg));
    std::vector<ScalarValue> scalars;
    for (const Scalar& scalar : program.scalar_operands(exec)) scalars.push_back(bindings.value(scalar));
    if (!takes(instruction, shapes, scalars)) std::ranges::for_each(operands, close);
}

LiveRegister HostWindows::live(const Program& program, RegisterId id) const noexcept {
    LiveRegister found = registers_[index(program.whole(id))];
    const Register& part = program.reg(id);
    if (!part.is_window()) return found;
    found.shape.rows = part.rows;
    found.shape.cols = part.cols;
    found.shape.offset += part.first_row() + part.first_col() * found.shape.ld;
    return found;
}

std::vector<bool> HostWindows::slots_in_use(const Program& program, DeviceIndex d) const {
    std::vector<bool> used(program.slots().size(), registers_.empty());
    if (registers_.empty()) return used;
    for (std::size_t r = 0; r < registers_.size(); ++r) {
        const auto id = static_cast<RegisterId>(r);
        if (program.reg(id).device == d && !has(program, id)) used[index(program.slot_of(id))] = true;
    }
    return used;
}

}  // namespace hg
