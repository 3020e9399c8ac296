// MJ_CLONES: a function is compiled for wider vectors too, and the machine takes what it has. No
// result depends on it: nothing is summed in another order, and no multiply-add is fused.
#pragma once

#if defined(__linux__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define MJ_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define MJ_CLONES
#endif
