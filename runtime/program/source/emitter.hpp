#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/program/source/loop_turns.hpp"
#include "runtime/program/source/syntax_tree.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/source.hpp>

namespace hg::source {

/// Runs a source: its commands go to a ProgramBuilder.
class Emitter {
  public:
    /// `cells` hold the parameters. All arguments outlive the emitter.
    Emitter(const std::shared_ptr<const SyntaxTree>& tree, std::span<std::int64_t> cells,
            const Target& target, const SourceLibrary& library, MemoryPolicy policy,
            const SourceLimits& limits);

    /// Throws what ProgramBuilder and the library throw, with the place if they know none.
    Program run();

    // Statements, by std::visit.
    void operator()(const EmptyStatement&) {}
    void operator()(const LetStatement& let) { cell(let.cell) = value(let.value); }
    void operator()(const MatrixStatement& matrix);
    void operator()(const ScalarStatement& scalar);
    void operator()(const DeviceStatement& device) { cell(device.cell) = device.device; }
    void operator()(const RegisterStatement& registers);
    void operator()(const WindowStatement& window);
    void operator()(const TransferStatement& transfer);
    void operator()(const ExecStatement& exec);
    void operator()(const MarkStatement& mark);
    void operator()(const ForStatement& loop);
    void operator()(const ForDeviceStatement& loop);
    void operator()(const IfStatement& statement);
    void operator()(const CallStatement& call);
    void operator()(const RoutineStatement& routine);
    void operator()(const InstructionStatement& instruction);

  private:
    void run(const Block& block);
    /// The error with the statement's place if it has none, and more words.
    [[nodiscard]] Error placed(const Error& error, const std::string& more = {}) const;
    [[nodiscard]] std::int64_t value(ExpressionId id) const {
        return evaluate(tree_->expressions, id, environment_);
    }
    [[nodiscard]] std::int64_t& cell(Cell which) { return cells_[static_cast<std::size_t>(which)]; }
    [[nodiscard]] const std::string& name(std::uint32_t position) const { return tree_->names[position]; }

    [[nodiscard]] RegisterId reg(const RegisterReference& reference);
    [[nodiscard]] DeviceIndex device(const DeviceReference& reference);
    /// The tile, with the extents of `reg` if it has none of its own. It must lie in its matrix.
    [[nodiscard]] HostTile tile(const TileReference& reference, RegisterId reg);
    [[nodiscard]] Scalar scalar(const Argument& argument);
    [[nodiscard]] RoutineArgument routine_argument(const Argument& argument);
    [[nodiscard]] const InstructionPtr& instruction(std::uint32_t position);
    [[nodiscard]] std::span<const CommandId> after(Range marks);

    const std::shared_ptr<const SyntaxTree>* shared_;
    const SyntaxTree* tree_;
    std::span<std::int64_t> cells_;
    const SourceLibrary* library_;
    SourceLimits limits_;
    Environment environment_;
    ProgramBuilder builder_;
    Place place_ = 0;  ///< of the statement that runs
    std::vector<MatrixParameter> matrices_;
    std::vector<InstructionPtr> instructions_;  ///< by the tree's names of instructions
    std::vector<std::int64_t> marks_;           ///< the last command of each name, or -1
    // What one command takes.
    std::vector<RegisterId> registers_;
    std::vector<Scalar> scalars_;
    std::vector<CommandId> after_;
};

}  // namespace hg::source
