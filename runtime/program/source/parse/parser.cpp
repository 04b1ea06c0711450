#include "runtime/program/source/parse/parser.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "runtime/program/source/parse/expression_parser.hpp"
#include "runtime/program/source/parse/statement_parsers.hpp"

namespace hg::source {
namespace {

constexpr std::size_t kMostSubParameters = 64;

/// Reads blocks and the statements that contain blocks.
class Parser {
  public:
    explicit Parser(SyntaxTree& tree) : state_(tree), tree_(&tree), tokens_(&state_.tokens) {}

    void program() {
        header();
        for (tokens_->skip_lines(); !tokens_->at_end(); tokens_->skip_lines())
            if (std::optional<Statement> found = statement()) state_.add(tree_->body, std::move(*found));
        if (state_.machine_place && tree_->target.devices.empty())
            tokens_->fail(*state_.machine_place, "a source with `machine` declares its devices, too");
    }

  private:
    void header() {
        tokens_->skip_lines();
        const auto fail = [&] { tokens_->fail("a source begins with the line `hg program 2`"); };
        if (!tokens_->take("hg") || !tokens_->take("program") || tokens_->peek().kind != TokenKind::integer)
            fail();
        if (tokens_->peek().integer != 2)
            tokens_->fail("this is a program of version " + std::to_string(tokens_->peek().integer) +
                          "; a source begins with `hg program 2`");
        tokens_->take();
        tokens_->end_statement();
    }

    /// Reads a statement. Returns none for a sub, which does nothing until it is called.
    std::optional<Statement> statement() {
        std::optional<Statement> found;
        if (tokens_->peek().is("sub"))
            sub();
        else
            found = some_statement();
        tokens_->end_statement();
        return found;
    }

    /// Returns the effort of running the statements read so far.
    [[nodiscard]] std::size_t effort() const noexcept {
        return tree_->expressions.size() + tree_->arguments.size() + tree_->registers.size() +
               tree_->marks.size();
    }
    static std::uint32_t weight(std::size_t effort) {
        constexpr std::size_t kEffortOfAStep = 16;
        return static_cast<std::uint32_t>(1 + effort / kEffortOfAStep);
    }

    Statement some_statement() {
        if (tokens_->peek().is("for")) return loop();
        if (tokens_->peek().is("if")) return condition();
        const std::size_t before = effort();
        Statement found = simple_statement();
        found.weight = weight(effort() - before);
        return found;
    }

    Statement simple_statement() {
        if (tokens_->peek().is("hg")) return parse_routine(state_);
        if (std::optional<Statement> found = parse_command(state_)) return std::move(*found);
        if (std::optional<Statement> found = parse_declaration(state_)) return std::move(*found);
        if (tokens_->peek().kind == TokenKind::word && !is_reserved(tokens_->peek().text)) return call();
        tokens_->fail_expected("a statement");
    }

    /// Reads the statements between braces.
    Block block() {
        state_.enter_level(tokens_->place());
        tokens_->expect("{");
        Block found;
        for (tokens_->skip_lines(); !tokens_->peek().is("}"); tokens_->skip_lines()) {
            if (tokens_->at_end()) tokens_->fail_expected("`}`");
            if (tokens_->peek().is("sub")) tokens_->fail("`sub` is allowed only outside blocks and subs");
            state_.add(found, std::move(*statement()));
        }
        tokens_->expect("}");
        --state_.nesting;
        return found;
    }

    Statement loop() {
        const Place place = tokens_->take().place;
        return tokens_->take("device") ? device_loop(place) : integer_loop(place);
    }

    Statement integer_loop(Place place) {
        const Token name = tokens_->name("a new name");
        ForStatement loop;
        tokens_->expect("in");
        const std::size_t before = effort();
        const ParsedExpression first = bound();
        tokens_->expect("..");
        const ParsedExpression last = bound();
        const ParsedExpression step = tokens_->take("step") ? bound() : ParsedExpression{};
        loop.first = first.id;
        loop.last = last.id;
        loop.step = step.id;
        const std::uint32_t weight_of_bounds = weight(effort() - before);
        state_.scopes.enter();
        constexpr std::size_t kMostLevels = 62;
        const Dependence own = Dependence{1} << std::min(state_.scopes.level(), kMostLevels);
        loop.cell = state_.new_cell();
        state_.declare(name, NameKind::integer, loop.cell, own | first.depends | last.depends | step.depends);
        const Dependence around = std::exchange(state_.control, 0);
        loop.body = block();
        loop.is_uniform = (state_.control & own) == 0;
        state_.control |= around;
        state_.scopes.leave();
        return {place, weight_of_bounds, std::move(loop)};
    }

    ParsedExpression bound() {
        const ParsedExpression parsed = parse_integer(state_);
        state_.control |= parsed.depends;
        return parsed;
    }

    Statement device_loop(Place place) {
        const Token name = tokens_->name("a new name");
        ForDeviceStatement loop;
        tokens_->expect("in");
        state_.named(tokens_->name("a list of devices"), NameKind::devices);
        state_.scopes.enter();
        loop.cell = state_.new_cell();
        state_.declare(name, NameKind::device, loop.cell);
        loop.body = block();
        state_.scopes.leave();
        return {.place = place, .body = std::move(loop)};
    }

    Statement condition() {
        Statement found{.place = tokens_->place(), .body = IfStatement{}};
        std::vector<IfStatement::Branch>& branches = std::get<IfStatement>(found.body).branches;
        do {
            tokens_->expect("if");
            const std::size_t before = effort();
            const ParsedExpression parsed = parse_condition(state_);
            state_.control |= parsed.depends;
            found.weight += weight(effort() - before);
            state_.add(branches, branch(parsed.id));
            if (!tokens_->take_on_next_line("else")) return found;
        } while (tokens_->peek().is("if"));
        state_.add(branches, branch(kNoExpression));
        return found;
    }

    IfStatement::Branch branch(ExpressionId condition) {
        state_.scopes.enter();
        IfStatement::Branch found{condition, block()};
        state_.scopes.leave();
        return found;
    }

    void sub() {
        if (state_.scopes.level() > 0) tokens_->fail("`sub` is allowed only outside blocks and subs");
        tokens_->take();
        const Token name = tokens_->name("a new name");
        SubDeclaration declared{.name = std::string(name.text)};
        current_sub_ = name.text;
        state_.scopes.enter_sub();
        parameters(declared);
        const Dependence around = std::exchange(state_.control, 0);
        const int deepest_around = std::exchange(state_.deepest, 0);
        declared.body = block();
        declared.nesting = std::exchange(state_.deepest, std::max(deepest_around, state_.deepest));
        declared.depends_on_arguments = (std::exchange(state_.control, around) & kOnArguments) != 0;
        state_.scopes.leave_sub();
        current_sub_ = {};
        const auto position = static_cast<Cell>(tree_->subs.size());
        state_.declare(name, NameKind::sub, position);
        state_.add(tree_->subs, std::move(declared));
    }

    void parameters(SubDeclaration& declared) {
        using Kind = SubParameter::Kind;
        struct Row {
            std::string_view word;
            Kind kind;
            NameKind name;
        };
        static constexpr std::array<Row, 5> kKinds{{{"int", Kind::integer, NameKind::integer},
                                                    {"register", Kind::reg, NameKind::reg},
                                                    {"device", Kind::device, NameKind::device},
                                                    {"matrix", Kind::matrix, NameKind::matrix},
                                                    {"scalar", Kind::scalar, NameKind::scalar}}};
        tokens_->expect("(");
        while (!tokens_->take(")")) {
            if (!declared.parameters.empty()) tokens_->expect(",");
            if (declared.parameters.size() == kMostSubParameters)
                tokens_->fail("a sub has at most " + std::to_string(kMostSubParameters) + " arguments");
            const auto* const row = std::find_if(kKinds.begin(), kKinds.end(),
                                                 [&](const Row& r) { return tokens_->peek().is(r.word); });
            if (row == kKinds.end()) tokens_->fail_expected("int, register, device, matrix or scalar");
            tokens_->take();
            const Cell cell = state_.new_cell();
            state_.declare(tokens_->name("the name of an argument"), row->name, cell,
                           row->kind == Kind::integer ? kOnArguments : 0);
            declared.parameters.push_back({row->kind, cell});
        }
    }

    Statement call() {
        const Token name = tokens_->name("a statement");
        if (!tokens_->peek().is("("))
            tokens_->fail(name.place, "no statement begins with `" + std::string(name.text) + "`");
        if (name.text == current_sub_)
            tokens_->fail(name.place, "sub `" + std::string(name.text) + "` calls itself");
        CallStatement call{.sub = static_cast<std::uint32_t>(state_.named(name, NameKind::sub).cell)};
        const SubDeclaration& sub = tree_->subs[call.sub];
        state_.go_down(name.place, sub.nesting);
        Dependence depends = 0;
        call.arguments = arguments(sub, name.place, depends);
        if (sub.depends_on_arguments) state_.control |= depends;
        return {.place = name.place, .body = call};
    }

    Range arguments(const SubDeclaration& sub, Place place, Dependence& depends) {
        std::vector<Argument> found;
        tokens_->expect("(");
        while (!tokens_->take(")")) {
            if (!found.empty()) tokens_->expect(",");
            if (found.size() == sub.parameters.size()) fail_of_count(sub, place, "more");
            found.push_back(parse_sub_argument(state_, sub.parameters[found.size()].kind, depends));
        }
        if (found.size() < sub.parameters.size()) fail_of_count(sub, place, std::to_string(found.size()));
        const Range range{static_cast<std::uint32_t>(tree_->arguments.size()),
                          static_cast<std::uint32_t>(found.size())};
        for (const Argument& argument : found) state_.add(tree_->arguments, argument);
        return range;
    }

    [[noreturn]] void fail_of_count(const SubDeclaration& sub, Place place, const std::string& given) const {
        tokens_->fail(place, "`" + sub.name + "` has " + std::to_string(sub.parameters.size()) +
                                 " arguments, not " + given);
    }

    ParseState state_;
    SyntaxTree* tree_;
    TokenReader* tokens_;
    std::string_view current_sub_;
};

}  // namespace

std::shared_ptr<const SyntaxTree> parse_source(std::string text, std::string file) {
    // The parser's tables refer to names in the text, so that the tree must not move.
    const auto tree = std::make_shared<SyntaxTree>(SourceText(std::move(text), std::move(file)));
    Parser(*tree).program();
    return tree;
}

}  // namespace hg::source
