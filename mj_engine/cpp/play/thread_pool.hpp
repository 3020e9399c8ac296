// A thread pool for work that comes often and is short: threads spin a moment before they sleep.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace mj {

// The calling thread is one of its threads. After a fork the child has none of the others: the
// calling thread then does everything.
class ThreadPool {
  public:
    explicit ThreadPool(int threads);
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    ThreadPool(ThreadPool&&) = delete;
    ThreadPool& operator=(ThreadPool&&) = delete;
    ~ThreadPool();

    // Work by the number of its thread, 0 for the calling one, and its own: 0 to `count` - 1.
    using Job = std::function<void(std::size_t, std::size_t)>;

    // Does all of a job, fewer than 2^32 pieces, each as soon as a thread is free; the calling
    // thread waits for pieces in work only. The first exception is rethrown here. One at a time.
    void run(std::size_t count, const Job& job);

  private:
    struct Shared;
    static void serve(Shared& shared, std::size_t thread);

    std::shared_ptr<Shared> shared_;  // the threads may outlive the pool by a moment
};

}  // namespace mj
