#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "runtime/program/source/limits.hpp"
#include "runtime/program/source/parse/scopes.hpp"
#include "runtime/program/source/parse/token_reader.hpp"
#include "runtime/program/source/syntax_tree.hpp"

namespace hg::source {

/// The state that the parts of the parser share: the tokens, the names, and the growing tree.
struct ParseState {
    explicit ParseState(SyntaxTree& grown) : tree(&grown), tokens(grown.source) {}

    SyntaxTree* tree;
    TokenReader tokens;
    Scopes scopes;
    std::size_t bytes = 0;         ///< the size of the tree
    Dependence control = 0;        ///< what the number of commands of the open block depends on
    int nesting = 0;               ///< the number of blocks and calls around the statement
    int deepest = 0;               ///< the greatest depth of blocks and calls so far
    bool only_parameters = false;  ///< expressions may name only parameters
    std::size_t matrices = 0;      ///< the number of declared matrices
    std::size_t scalars = 0;
    std::size_t residents = 0;
    std::optional<Place> machine_place;                                ///< of `machine`, if there is one
    std::unordered_map<std::string_view, std::uint32_t> names;         ///< positions in the tree's names
    std::unordered_map<std::string_view, std::uint32_t> instructions;  ///< and in its instruction names

    /// Adds to the tree's size and throws if it takes too much memory.
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
    /// Returns the position of a name in the tree's names, and adds it if it is new.
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
    /// Returns the object that a word names. Throws if it names none; `wanted` says what is expected, such as
    /// "a matrix".
    const Named& named(const Token& token, std::string_view wanted) const;
    /// Does the same for one kind of object.
    const Named& named(const Token& token, NameKind kind) const;
    /// Begins a block.
    void enter_level(Place place) {
        go_down(place, 1);
        ++nesting;
    }
    /// Records that `levels` blocks and calls are nested from here on.
    void go_down(Place place, int levels);
};

}  // namespace hg::source
