#pragma once

#include <string_view>
#include <type_traits>
#include <vector>

#include "blas/call/argument_list.hpp"
#include "blas/call/kept_matrix.hpp"

namespace hg {

/// The vectors that a call writes, as they were when this was made. Throws std::bad_alloc.
template <class T>
class WrittenVectors : public ArgumentList<WrittenVectors<T>> {
  public:
    template <class Routine>
    explicit WrittenVectors(const Routine& call) {
        list_arguments(call, *this);
    }

    using ArgumentList<WrittenVectors>::vector;
    template <class Data>
    void vector(std::string_view /*name*/, Data* data, const Strided& elements, bool /*used*/ = true) {
        if constexpr (!std::is_const_v<Data>)
            before_.emplace_back(data, elements.distance(), Shape{1, elements.count});
    }

    void put_back() const noexcept {
        for (const KeptMatrix<T>& vector : before_) vector.put_back();
    }

  private:
    std::vector<KeptMatrix<T>> before_;
};

}  // namespace hg
