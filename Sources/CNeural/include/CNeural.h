// OpenVINO through its C interface, loaded at run time: the package builds and runs where it is not installed.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Room for a message, with its final zero.
enum { kn_message_size = 300 };

/// The loaded libraries and one core; lives as long as the process, because OpenVINO's libraries cannot be unloaded safely.
typedef struct kn_runtime kn_runtime;
/// One compiled model and its one request; not for two threads at once.
typedef struct kn_model kn_model;

/// Loads the libraries that lie in `folder` (an absolute path) and makes a core; NULL and a message when that fails.
kn_runtime *_Nullable kn_open(const char *_Nonnull folder, char *_Nonnull message);

/// Reads an ONNX or TFLite file and compiles it for one thread in 32-bit floats; NULL and a message when that fails.
/// `shape`, of `rank` sides, replaces the only input's; rank 0 leaves it.
kn_model *_Nullable kn_load(kn_runtime *_Nonnull runtime, const char *_Nonnull path, const int64_t *_Nullable shape, int rank,
                            char *_Nonnull message);
void kn_free(kn_model *_Nullable model);

/// The input's floats, to be filled before each run; they stay where they are.
float *_Nonnull kn_input(kn_model *_Nonnull model, size_t *_Nonnull count);

/// Runs the model on its input; 0, or -1 and a message.
int kn_run(kn_model *_Nonnull model, char *_Nonnull message);

/// How many outputs there are, in the file's order.
size_t kn_outputs(const kn_model *_Nonnull model);

/// An output's floats after a run, valid until the next one; NULL beyond the last.
const float *_Nullable kn_output(const kn_model *_Nonnull model, size_t index, size_t *_Nonnull count);
