#include "play/thread_pool.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace mj {

namespace {

// How long a thread looks out before it sleeps. A sleeping one needs some 50 us to wake up.
constexpr std::chrono::microseconds kSpin{100};
constexpr std::size_t kCacheLine = 64;

// Calls `is_ready` until it returns true, for a moment only. Whether it did.
template <typename IsReady>
bool spin(const IsReady& is_ready) {
    constexpr int kLooksByClock = 16;
    const auto end = std::chrono::steady_clock::now() + kSpin;
    do {
        for (int look = 0; look < kLooksByClock; ++look) {
            if (is_ready()) return true;
            std::this_thread::yield();  // to whoever needs this core
        }
    } while (std::chrono::steady_clock::now() < end);
    return false;
}

}  // namespace

struct ThreadPool::Shared {
    // The number of the job in the upper half, how many pieces nobody has taken in the lower: a
    // thread that comes late takes none of the next job by mistake.
    alignas(kCacheLine) std::atomic<std::uint64_t> left{0};
    alignas(kCacheLine) std::atomic<std::size_t> done{0};
    // Written before `left`, read only by threads that hold a piece.
    alignas(kCacheLine) const Job* job = nullptr;
    std::size_t count = 0;
    std::atomic<bool> over{false};
    std::mutex failing;
    std::exception_ptr failure;

    static constexpr std::uint64_t kPieces = 0xFFFFFFFF;

    // Takes a piece and does it; false if none is left.
    bool do_one(std::size_t thread) {
        std::uint64_t seen = left.load(std::memory_order_acquire);
        do {
            if ((seen & kPieces) == 0) return false;
        } while (!left.compare_exchange_weak(seen, seen - 1, std::memory_order_acq_rel,
                                             std::memory_order_acquire));
        std::size_t finished = 1;
        try {
            (*job)(thread, count - (seen & kPieces));
        } catch (...) {
            const std::scoped_lock lock(failing);
            if (!failure) failure = std::current_exception();
            finished += left.fetch_and(~kPieces, std::memory_order_acq_rel) & kPieces;
        }
        finish(finished);
        return true;
    }

    void finish(std::size_t pieces) {
        const std::size_t all = count;  // the next job may begin after the last piece
        if (done.fetch_add(pieces, std::memory_order_acq_rel) + pieces == all) done.notify_one();
    }

    void wait_for_all() {
        if (spin([this] { return done.load(std::memory_order_acquire) == count; })) return;
        for (std::size_t seen = done.load(); seen != count; seen = done.load()) done.wait(seen);
    }
};

ThreadPool::ThreadPool(int threads) : shared_(std::make_shared<Shared>()) {
    for (int thread = 1; thread < threads; ++thread) {
        // Detached: a fork's child could not join it.
        std::thread([shared = shared_, thread] {
            serve(*shared, static_cast<std::size_t>(thread));
        }).detach();
    }
}

ThreadPool::~ThreadPool() {
    shared_->over = true;
    shared_->left.fetch_add(Shared::kPieces + 1, std::memory_order_acq_rel);
    shared_->left.notify_all();
}

void ThreadPool::run(std::size_t count, const Job& job) {
    Shared& shared = *shared_;
    shared.job = &job;
    shared.count = count;
    shared.done.store(0, std::memory_order_relaxed);
    const std::uint64_t last = shared.left.load(std::memory_order_relaxed);
    shared.left.store((last | Shared::kPieces) + 1 + count, std::memory_order_release);
    shared.left.notify_all();
    while (shared.do_one(0)) {
    }
    shared.wait_for_all();
    const std::exception_ptr failure = std::exchange(shared.failure, nullptr);
    if (failure) std::rethrow_exception(failure);
}

void ThreadPool::serve(Shared& shared, std::size_t thread) {
    while (true) {
        const std::uint64_t seen = shared.left.load(std::memory_order_acquire);
        if (shared.over) return;  // looked at after `left`, which changes last
        if (shared.do_one(thread)) continue;
        const auto is_new = [&] { return shared.left.load(std::memory_order_acquire) != seen; };
        if (!spin(is_new)) shared.left.wait(seen, std::memory_order_acquire);
    }
}

}  // namespace mj
