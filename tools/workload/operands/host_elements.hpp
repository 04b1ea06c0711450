#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <memory>
#include <type_traits>
#include <vector>

#include "tools/workload/operands/random_matrix.hpp"
#include <hg/runtime/machine/machine.hpp>

namespace hgctl {

/// A matrix's elements in ordinary or in pinned memory.
template <class T>
class HostElements {
  public:
    /// Pinned by `pins`, unless that is null.
    HostElements(hg::Machine* pins, std::int64_t count) : count_(count) {
        const std::int64_t room = std::max<std::int64_t>(1, count);  // so that there is an address
        if (pins != nullptr) {
            pinned_ = pins->allocate_pinned(room * hg::size_of(hg::element_type_of<T>()));
            data_ = reinterpret_cast<T*>(pinned_->data());
        } else {
            pageable_ = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(room));
            data_ = pageable_.get();
        }
    }
    [[nodiscard]] T* data() const noexcept { return data_; }
    [[nodiscard]] std::int64_t count() const noexcept { return count_; }
    void fill(T value) {
        tbb::parallel_for(
            tbb::blocked_range<T*>(data_, data_ + count_, kElementsOfAThread),
            [&](const auto& part) { std::fill(part.begin(), part.end(), value); }, tbb::static_partitioner());
    }

  private:
    std::int64_t count_;
    std::shared_ptr<hg::PinnedMemory> pinned_;
    std::unique_ptr<T[]> pageable_;
    T* data_ = nullptr;
};

/// A hash of the words' bits after Fowler, Noll and Vo, word by word. Complex numbers are two words.
template <class Word>
std::uint64_t hash_of(const Word* words, std::int64_t count) {
    if constexpr (std::is_arithmetic_v<Word>) {
        using Bits = std::conditional_t<sizeof(Word) == 8, std::uint64_t, std::uint32_t>;
        std::uint64_t hash = 0xcbf29ce484222325;
        for (std::int64_t i = 0; i < count; ++i)
            hash = (hash ^ std::bit_cast<Bits>(words[i])) * 0x100000001b3;
        return hash;
    } else {
        return hash_of(reinterpret_cast<const typename Word::value_type*>(words), 2 * count);
    }
}

/// Of a matrix's bits, on all cores: the hash of the hashes of its pieces.
template <class T>
std::uint64_t hash_of(const HostElements<T>& elements) {
    constexpr std::int64_t kPiece = std::int64_t{1} << 20;
    const std::int64_t count = elements.count();
    std::vector<std::uint64_t> pieces(static_cast<std::size_t>((count + kPiece - 1) / kPiece));
    tbb::parallel_for(std::int64_t{0}, std::ssize(pieces), [&](std::int64_t p) {
        pieces[static_cast<std::size_t>(p)] =
            hash_of(elements.data() + p * kPiece, std::min(kPiece, count - p * kPiece));
    });
    return hash_of(pieces.data(), static_cast<std::int64_t>(pieces.size()));
}

}  // namespace hgctl
