#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "runtime/program/base/sha256.hpp"

namespace hg {
namespace {

/// Of the examples for FIPS 180-4 that NIST publishes.
TEST(Sha256, GivesWhatTheStandardGives) {
    EXPECT_EQ(digest({""}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(digest({"abc"}), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(digest({"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"}),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(
        digest({"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmno"
                "pqrsmnopqrstnopqrstu"}),
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    EXPECT_EQ(digest({std::string(1000000, 'a')}),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/// Lengths around the ends of blocks, where padding takes another one.
TEST(Sha256, DoesNotDependOnThePieces) {
    std::string text;
    for (int i = 0; i < 300; ++i) text += static_cast<char>(i);
    for (std::size_t size = 0; size <= text.size(); ++size) {
        const std::string_view whole = std::string_view(text).substr(0, size);
        for (const std::size_t piece : {1U, 3U, 55U, 64U, 65U}) {
            Sha256 hash;
            for (std::size_t at = 0; at < size; at += piece) hash.add(whole.substr(at, piece));
            EXPECT_EQ(hash.finish(), digest({whole})) << size << " bytes in pieces of " << piece;
        }
    }
}

}  // namespace
}  // namespace hg
