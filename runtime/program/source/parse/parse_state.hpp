#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "runtime/program/source/limits.hpp"
#include "runtime/program/source/parse/scopes.hpp"
#include "runtime/program/source/parse/token_reader.hpp"
#include "runtime/program/source/syntax_tree.hpp"

namespace hg::source {

/// What the parts of the parser share: the tokens, the names, and the tree that grows.
struct ParseState {
    explicit ParseState(SyntaxTree& grown) : tree(&grown), tokens(grown.source) {}

    SyntaxTree* tree;
    TokenReader tokens;
    Scopes scopes;
    std::size_t bytes = 0;         ///< of the tree
    Dependence control = 0;        ///< of what decides how many commands the open block has
    int nesting = 0;               ///< blocks and calls around the statement
    int deepest = 0;               ///< and the most that were
    bool only_parameters = false;  ///< an expression names nothing else
    std::size_t matrices = 0;      ///< how many are declared
    std::size_t scalars = 0;
    std::size_t residents = 0;
    std::unordered_map<std::string_view, std::uint32_t> names;         ///< positions in the tree's names
    std::unordered_map<std::string_view, std::uint32_t> instructions;  ///< and in those of instructions

    /// Refuses a tree that takes too much memory.
    void charge(std::size_t size) {
        bytes += size;
        if (bytes > kMostTreeBytes)
            tokens.fail("the source is too long: hg would need too much memory to read it");
    }
    template <class Element>
    std::uint32_t add(std::vector<Element>& list, Element element) {
        charge(sizeof(Element));
        list.push_back(std::move(element));
        return static_cast<std::uint32_t>(list.size() - 1);
    }
    /// The position of a name among the tree's.
    std::uint32_t name_position(std::string_view name) {
        const auto [place, is_new] = names.try_emplace(name, static_cast<std::uint32_t>(tree->names.size()));
        if (is_new) {
            charge(name.size() + 128);
            tree->names.emplace_back(name);
        }
        return place->second;
    }
    Cell new_cell(std::uint32_t count = 1) {
        charge(count * sizeof(std::int64_t));
        return static_cast<Cell>(std::exchange(tree->cells, tree->cells + count));
    }

    /// Declares a name. Throws if it is taken.
    void declare(const Token& token, NameKind kind, Cell cell, Dependence depends = 0);
    /// What a word stands for. Throws if it stands for nothing; `wanted` says what is needed: "a matrix".
    const Named& named(const Token& token, std::string_view wanted) const;
    /// The same for one kind of things.
    const Named& named(const Token& token, NameKind kind) const;
    /// A block begins.
    void enter_level(Place place) {
        go_down(place, 1);
        ++nesting;
    }
    /// Notes that there are so many blocks and calls from here.
    void go_down(Place place, int levels);
};

}  // namespace hg::source
