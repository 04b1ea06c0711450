#pragma once

#include <cstdint>
#include <vector>

#include "kernels/qr/qr_tree.hpp"
#include "lapack/qr/block_reflector.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Factors tall panels on one device: A = Q R by a tree, and LAPACK's reflectors of its Q. The tree follows
/// from the numbers of rows and columns alone, and so do the bits.
class TallPanel {
  public:
    /// The builder must outlive the object.
    TallPanel(ProgramBuilder& builder, DeviceIndex device, const kernels::QrTree& tree);

    /// The most columns of a panel.
    [[nodiscard]] std::int64_t width() const noexcept { return tree_.width; }
    /// Appends the factorization of A, m x n with m >= n. A becomes R and, below its diagonal, V; V (m x n)
    /// and tau (n x 1) are written.
    BlockReflector append(RegisterId A, RegisterId V, RegisterId tau);

  private:
    /// A level's blocks.
    struct Level {
        RegisterId V = kNoRegister;
        RegisterId T = kNoRegister;
        RegisterId R = kNoRegister;  ///< the matrix of the next level
    };

    Level factor(RegisterId A, RegisterId V);
    RegisterId expand(const std::vector<Level>& levels);
    [[nodiscard]] RegisterId identity(std::int64_t n);
    [[nodiscard]] RegisterId matrix(std::int64_t rows, std::int64_t cols);

    ProgramBuilder& builder_;
    DeviceIndex device_;
    kernels::QrTree tree_;
    RegisterId identity_ = kNoRegister;
};

}  // namespace hg
