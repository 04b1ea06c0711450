#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "runtime/program/source/parse/expression_parser.hpp"
#include "runtime/program/source/parse/statement_parsers.hpp"

namespace hg::source {
namespace {

constexpr std::array<std::string_view, 7> kClauses{"entry", "geometry", "flops", "bytes",
                                                   "needs", "options",  "host"};

/// Reads one declaration.
class InstructionParser {
  public:
    explicit InstructionParser(ParseState& state) : state_(&state), tokens_(&state.tokens) {}

    InstructionDeclaration parse(const Token& name) {
        found_.name = name.text;
        found_.place = name.place;
        found_.entry = name.text;
        if (!tokens_->take("from")) tokens_->fail_expected("`from` and a file");
        found_.file = tokens_->quoted("a file");
        tokens_->expect("(");
        operands();
        if (tokens_->take(";")) scalars();
        tokens_->expect(")");
        while (clause()) {
        }
        if (found_.global.empty())
            tokens_->fail(found_.place, "instruction " + found_.name + " needs a geometry");
        return std::move(found_);
    }

  private:
    void operands() {
        do {
            Operand operand;
            operand.name = new_name("the name of an operand");
            tokens_->expect(":");
            operand.access = access();
            operand.type = tokens_->element_type();
            found_.operands.push_back(std::move(operand));
            state_->charge(sizeof(Operand));
        } while (tokens_->take(","));
    }

    void scalars() {
        do {
            const std::string name = new_name("the name of a scalar");
            tokens_->expect(":");
            found_.scalars.push_back({name, tokens_->element_type()});
            state_->charge(sizeof(ScalarOperand));
        } while (tokens_->take(","));
    }

    std::string new_name(std::string_view what) {
        constexpr std::size_t kMostOperands = 256;
        const Token token = tokens_->name(what);
        const auto is_taken = [&](const auto& other) { return other.name == token.text; };
        if (std::any_of(found_.operands.begin(), found_.operands.end(), is_taken) ||
            std::any_of(found_.scalars.begin(), found_.scalars.end(), is_taken))
            tokens_->fail(token.place, "two operands are called `" + std::string(token.text) + "`");
        if (found_.operands.size() + found_.scalars.size() == kMostOperands)
            tokens_->fail(token.place, "an instruction takes at most 256 operands and scalars");
        return std::string(token.text);
    }

    Access access() {
        for (const Access access : {Access::read, Access::write, Access::read_write})
            if (tokens_->take(hg::name(access))) return access;
        tokens_->fail_expected("read, write or read_write");
    }

    /// Reads a clause in this line or in one below, if there is one.
    bool clause() {
        TokenReader ahead = *tokens_;
        ahead.skip_lines();
        const std::string_view word = ahead.peek().text;
        if (ahead.peek().kind != TokenKind::word || std::ranges::find(kClauses, word) == kClauses.end())
            return false;
        ahead.take();
        *tokens_ = ahead;
        if (word == "entry")
            found_.entry = tokens_->quoted("the kernel's name");
        else if (word == "geometry")
            geometry();
        else if (word == "flops")
            found_.flops = expression();
        else if (word == "bytes")
            found_.bytes = expression();
        else if (word == "needs")
            needs();
        else if (word == "options")
            found_.options = tokens_->quoted("options of the compiler");
        else
            found_.host = tokens_->quoted("a library");
        return true;
    }

    void geometry() {
        found_.global = range();
        found_.local.clear();
        if (!tokens_->take("local")) return;
        const Place place = tokens_->place();
        found_.local = range();
        if (found_.local.size() != found_.global.size())
            tokens_->fail(place, "the work-items have " + std::to_string(found_.global.size()) +
                                     " dimensions, but a work-group has " +
                                     std::to_string(found_.local.size()));
    }

    std::vector<ExpressionId> range() {
        constexpr std::size_t kMostDimensions = 3;
        std::vector<ExpressionId> extents;
        tokens_->expect("(");
        do {
            if (extents.size() == kMostDimensions) tokens_->fail("work-items have at most 3 dimensions");
            extents.push_back(expression());
        } while (tokens_->take(","));
        tokens_->expect(")");
        return extents;
    }

    void needs() {
        bool found = false;
        for (;; found = true) {
            if (tokens_->take("local"))
                found_.local_memory = constant();
            else if (tokens_->take("work_group"))
                found_.work_group = constant();
            else if (tokens_->take("compute_units"))
                found_.compute_units = constant();
            else
                break;
        }
        if (!found) tokens_->fail_expected("local, work_group or compute_units");
    }

    ExpressionId expression() { return parse_integer(*state_, found_.operands).id; }

    /// Reads an expression that cannot depend on the operands' shapes.
    ExpressionId constant() { return parse_integer(*state_).id; }

    ParseState* state_;
    TokenReader* tokens_;
    InstructionDeclaration found_;
};

}  // namespace

InstructionStatement parse_instruction(ParseState& state) {
    const Token name = state.tokens.instruction_name();
    SyntaxTree& tree = *state.tree;
    if (tree.instructions.size() == kMostDeclarations) state.tokens.fail(name.place, "too many instructions");
    const std::uint32_t position = instruction_position(state, name);
    if (tree.instruction_names[position].declaration != kNotDeclared)
        state.tokens.fail(name.place, "two instructions are called `" + std::string(name.text) + "`");
    InstructionDeclaration declaration = InstructionParser(state).parse(name);
    declaration.position = position;
    const std::uint32_t added = state.add(tree.instructions, std::move(declaration));
    tree.instruction_names[position].declaration = added;
    return {added};
}

std::uint32_t instruction_position(ParseState& state, const Token& name) {
    const auto [place, is_new] = state.instructions.try_emplace(
        name.text, static_cast<std::uint32_t>(state.tree->instruction_names.size()));
    if (!is_new) return place->second;
    if (state.tree->instruction_names.size() == kMostDeclarations)
        state.tokens.fail(name.place,
                          "a source names at most " + std::to_string(kMostDeclarations) + " instructions");
    state.charge(name.text.size() + 160);
    state.tree->instruction_names.push_back({std::string(name.text), kNotDeclared});
    return place->second;
}

}  // namespace hg::source
