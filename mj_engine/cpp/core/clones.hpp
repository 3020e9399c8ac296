// MJ_CLONES: compiles a function for several vector widths too; at run time the widest one that the
// machine supports is used. The results are the same: sums keep their order, no multiply-add is
// fused.
#pragma once

#if defined(__linux__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define MJ_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define MJ_CLONES
#endif
