#pragma once

#include <signal.h>
#include <sys/resource.h>

namespace hg::test {

/// No file of this process grows beyond `bytes` while this lives, as if the disk were full.
class SmallDisk {
  public:
    explicit SmallDisk(rlim_t bytes) : handler_(signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~SmallDisk() {
        setrlimit(RLIMIT_FSIZE, &before_);
        signal(SIGXFSZ, handler_);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

  private:
    rlimit before_{};
    sighandler_t handler_;
};

}  // namespace hg::test
