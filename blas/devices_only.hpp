#pragma once

namespace hg {

/// While one lives, the calls of its thread go to the devices also where the CPU's BLAS would do them sooner.
class DevicesOnly {
  public:
    explicit DevicesOnly(bool wanted = true) noexcept;
    ~DevicesOnly();
    DevicesOnly(const DevicesOnly&) = delete;
    DevicesOnly& operator=(const DevicesOnly&) = delete;

    /// In the calling thread.
    [[nodiscard]] static bool active() noexcept;

  private:
    bool before_;
};

}  // namespace hg
