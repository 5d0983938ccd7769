// One source, two machines: the loader picks the AVX2 code where the processor has it.
// No fused multiply-add is asked for, so both give the same numbers.
#pragma once
#if defined(__x86_64__) && defined(__linux__)
#define KEEPERS_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define KEEPERS_CLONES
#endif
