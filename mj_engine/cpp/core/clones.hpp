// MJ_CLONES: a function is also compiled for wider vectors, and the machine uses the widest that it
// has. Results do not depend on it: sums keep their order, and no multiply-add is fused.
#pragma once

#if defined(__linux__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define MJ_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define MJ_CLONES
#endif
