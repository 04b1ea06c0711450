#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "lapack/passes/tile_operation.hpp"
#include "support/exact_matrix.hpp"

namespace hg::test {

enum class ExactFactorization { lu, cholesky, qr };

/// Executes lists of operations of a factorization on devices of their own memory. Pivots of LU are the
/// largest residues. Roots of Cholesky's diagonal and QR's reflectors are functions of the elements that
/// exist modulo a prime; they need not factor the matrix.
class TileExecutor {
  public:
    /// @param owners_read_copies as in DeferredPermutations.
    TileExecutor(std::int64_t m, std::int64_t n, bool owners_read_copies,
                 ExactFactorization factorization = ExactFactorization::lu)
        : m_(m), host_(m, n), owners_read_copies_(owners_read_copies), factorization_(factorization) {}

    /// Executes a list that begins and ends with the matrix in host memory.
    void execute(const TileOperations& operations) {
        devices_.clear();
        copies_.clear();
        stored_.clear();
        for (const TileOperation& op : operations)
            if (is_exchange(op)) copied_.insert(op.writes.cols.begin);
        for (const TileOperation& op : operations) execute(op);
        if (std::ranges::count(operations, Kind::store, &TileOperation::kind) > 0) return;
        for (const auto& [device, tile] : stored_) copy(devices_.at(device), host_, tile);
    }

    [[nodiscard]] const ExactMatrix& result() const { return host_; }

  private:
    using Kind = TileOperation::Kind;

    /// A device has all of the matrix, if a list loads nothing.
    ExactMatrix& on(DeviceIndex device) { return devices_.try_emplace(device, host_).first->second; }

    static void copy(ExactMatrix& from, ExactMatrix& to, const Tile& tile) {
        for (std::int64_t j = tile.cols.begin; j < tile.cols.end; ++j)
            for (std::int64_t i = tile.rows.begin; i < tile.rows.end; ++i) to(i, j) = from(i, j);
    }

    void execute(const TileOperation& op) {
        ExactMatrix& A = on(op.device);
        if (!op.from) stored_.emplace_back(op.device, op.writes);
        if (factorization_ != ExactFactorization::lu && op.kind != Kind::store && !is_load(op))
            return execute(A, op);
        switch (op.kind) {
            case Kind::factor:
                factor(A, op.writes);
                owners_[op.writes.cols.begin] = op.device;
                if (copied_.contains(op.writes.cols.begin)) copies_[op.writes.cols.begin] = A;
                return;
            case Kind::permute:
                return permute(A, op.writes.cols, op.left.cols);
            case Kind::solve: {
                ExactMatrix L = read(op);
                for (std::int64_t k = op.left.cols.begin; k < op.left.cols.end; ++k)
                    subtract(A, L, {{k + 1, op.left.cols.end}, op.writes.cols}, k);
                return;
            }
            case Kind::update: {
                ExactMatrix L = read(op);
                for (std::int64_t k = op.left.cols.begin; k < op.left.cols.end; ++k)
                    subtract(A, L, op.writes, k);
                return;
            }
            case Kind::copy:
                if (!op.from) copy(host_, A, op.writes);
                return;
            case Kind::store:
                return copy(A, host_, op.writes);
            case Kind::reflect:
                return;
        }
    }

    /// An operation of a factorization without pivots.
    void execute(ExactMatrix& A, const TileOperation& op) {
        const auto [rows, cols] = op.writes;
        switch (op.kind) {
            case Kind::factor:
                return factorization_ == ExactFactorization::qr ? factor_by_reflections(A, op.writes)
                                                                : factor_diagonal(A, cols);
            case Kind::solve:
                for (std::int64_t k = cols.begin; k < cols.end; ++k)
                    solve_column(A, rows, {op.left.cols.begin, k});
                return;
            case Kind::update:
                for (std::int64_t j = cols.begin; j < cols.end; ++j)
                    for (std::int64_t i = std::max(rows.begin, j); i < rows.end; ++i)
                        for (std::int64_t k = op.left.cols.begin; k < op.left.cols.end; ++k)
                            ExactMatrix::subtract(A(i, j), A(i, k), A(j, k));
                return;
            case Kind::reflect:
                for (std::int64_t k = op.left.cols.begin; k < op.left.cols.end; ++k) reflect(A, k, cols);
                return;
            case Kind::copy:
                return copy(on(*op.from), A, op.writes);
            case Kind::permute:
            case Kind::store:
                return;
        }
    }

    /// A(rows, k) := (A(rows, k) - A(rows, before k) L(k, before k)^T) / L(k, k)
    static void solve_column(ExactMatrix& A, const Span& rows, const Span& before) {
        const std::int64_t k = before.end;
        const std::int64_t scale = ExactMatrix::inverse(A(k, k));
        for (std::int64_t i = rows.begin; i < rows.end; ++i) {
            for (std::int64_t j = before.begin; j < k; ++j) ExactMatrix::subtract(A(i, k), A(i, j), A(k, j));
            A(i, k) = A(i, k) * scale % ExactMatrix::kPrime;
        }
    }

    static void factor_diagonal(ExactMatrix& A, const Span& block) {
        for (std::int64_t k = block.begin; k < block.end; ++k) {
            for (std::int64_t j = block.begin; j < k; ++j) ExactMatrix::subtract(A(k, k), A(k, j), A(k, j));
            A(k, k) = ExactMatrix::root(A(k, k));
            solve_column(A, {k + 1, block.end}, {block.begin, k});
        }
    }

    /// Column k from its diagonal down becomes v, by which (I - 2 v v^T / v^T v) reflects.
    void factor_by_reflections(ExactMatrix& A, const Tile& panel) {
        for (std::int64_t k = panel.cols.begin; k < panel.cols.end; ++k) {
            A(k, k) = (A(k, k) + 1) % ExactMatrix::kPrime;
            reflect(A, k, {k + 1, panel.cols.end});
        }
    }

    void reflect(ExactMatrix& A, std::int64_t k, const Span& cols) {
        const auto dot = [&](std::int64_t j) {
            std::int64_t sum = 0;
            for (std::int64_t i = k; i < m_; ++i) ExactMatrix::subtract(sum, A(i, k), A(i, j));
            return (ExactMatrix::kPrime - sum) % ExactMatrix::kPrime;
        };
        const std::int64_t scale = 2 * ExactMatrix::inverse(dot(k)) % ExactMatrix::kPrime;
        for (std::int64_t j = cols.begin; j < cols.end; ++j) {
            const std::int64_t share = dot(j) * scale % ExactMatrix::kPrime;
            for (std::int64_t i = k; i < m_; ++i) ExactMatrix::subtract(A(i, j), A(i, k), share);
        }
    }

    static void subtract(ExactMatrix& A, ExactMatrix& L, const Tile& tile, std::int64_t k) {
        for (std::int64_t j = tile.cols.begin; j < tile.cols.end; ++j)
            for (std::int64_t i = tile.rows.begin; i < tile.rows.end; ++i)
                ExactMatrix::subtract(A(i, j), L(i, k), A(k, j));
    }

    /// Panels that were sent are read as they were then; those of a pair with the permutations of its second
    /// panel.
    ExactMatrix read(const TileOperation& op) {
        ExactMatrix L = on(op.device);
        for (std::int64_t k = op.left.cols.begin; k < op.left.cols.end; k = widths_.at(k)) {
            const Span panel{k, widths_.at(k)};
            if (!copies_.contains(k) || (!owners_read_copies_ && owners_.at(k) == op.device)) continue;
            copy(copies_.at(k), L, {{0, m_}, panel});
            permute(L, panel, {panel.end, op.left.cols.end});
        }
        return L;
    }

    void factor(ExactMatrix& A, const Tile& panel) {
        widths_[panel.cols.begin] = panel.cols.end;
        for (std::int64_t k = panel.cols.begin; k < panel.cols.end; ++k) {
            std::int64_t pivot = k;
            for (std::int64_t i = k; i < m_; ++i)
                if (A(i, k) > A(pivot, k)) pivot = i;
            pivots_[k] = pivot;
            permute(A, panel.cols, {k, k + 1});
            const std::int64_t scale = ExactMatrix::inverse(A(k, k));
            for (std::int64_t i = k + 1; i < m_; ++i) A(i, k) = A(i, k) * scale % ExactMatrix::kPrime;
            subtract(A, A, {{k + 1, m_}, {k + 1, panel.cols.end}}, k);
        }
    }

    void permute(ExactMatrix& A, const Span& cols, const Span& by) {
        for (std::int64_t k = by.begin; k < by.end; ++k)
            for (std::int64_t j = cols.begin; j < cols.end; ++j) std::swap(A(k, j), A(pivots_.at(k), j));
    }

    std::int64_t m_;
    ExactMatrix host_;
    bool owners_read_copies_;
    ExactFactorization factorization_;
    std::map<std::int64_t, DeviceIndex> owners_{};  ///< of panels, by their first columns
    std::map<DeviceIndex, ExactMatrix> devices_{};
    std::map<std::int64_t, std::int64_t> pivots_{};  ///< by column
    std::map<std::int64_t, std::int64_t> widths_{};  ///< the ends of panels, by their first columns
    std::set<std::int64_t> copied_{};                ///< panels that are sent, by their first columns
    std::map<std::int64_t, ExactMatrix> copies_{};
    std::vector<std::pair<DeviceIndex, Tile>> stored_{};  ///< what the devices have written
};

}  // namespace hg::test
