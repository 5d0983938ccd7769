#include "CNeural.h"
#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The parts of OpenVINO's C interface (openvino/c/*.h, 2026.4) that are called; all its handles are opaque.
typedef struct { int64_t rank; int64_t *dims; } ov_shape;
typedef struct { int64_t min, max; } ov_dimension;
typedef struct { ov_dimension rank; ov_dimension *dims; } ov_partial_shape;
typedef struct { const char *key; const void *value; } ov_property;
enum { ov_float32 = 4, most_outputs = 8 };

struct kn_runtime {
    void *core;
    const char *(*error_info)(int);
    const char *(*last_error)(void);
    int (*core_create)(void **);
    int (*read_model)(const void *, const char *, const char *, void **);
    int (*compile)(const void *, const void *, const char *, size_t, const ov_property *, void **);
    int (*outputs_size)(const void *, size_t *);
    int (*reshape)(const void *, ov_partial_shape);
    int (*partial_shape_static)(int64_t, const int64_t *, ov_partial_shape *);
    void (*partial_shape_free)(ov_partial_shape *);
    void (*model_free)(void *);
    int (*request_create)(const void *, void **);
    void (*compiled_free)(void *);
    int (*input_tensor)(const void *, void **);
    int (*output_tensor)(const void *, size_t, void **);
    int (*infer)(void *);
    void (*request_free)(void *);
    int (*tensor_data)(const void *, void **);
    int (*tensor_size)(const void *, size_t *);
    int (*tensor_type)(const void *, int *);
    void (*tensor_free)(void *);
};

struct kn_model {
    kn_runtime *runtime;
    void *compiled, *request, *input;
    float *input_floats;
    size_t input_count, output_count;
    void *outputs[most_outputs];
    const float *output_floats[most_outputs];
    size_t output_counts[most_outputs];
};

static void say(char *message, const char *what, const char *why) {
    snprintf(message, kn_message_size, "%s: %s", what, why && *why ? why : "no reason given");
    // OpenVINO's reasons run over several lines.
    for (char *mark = message; *mark; mark++)
        if (*mark == '\n' || *mark == '\r' || *mark == '\t') *mark = ' ';
}

static int failed(const kn_runtime *runtime, int status, const char *what, char *message) {
    if (status == 0) return 0;
    const char *why = runtime->last_error ? runtime->last_error() : NULL;
    say(message, what, why && *why ? why : runtime->error_info(status));
    return 1;
}

static void *load_library(const char *folder, const char *name, char *message) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
        say(message, name, "the folder's name is too long");
        return NULL;
    }
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) say(message, name, dlerror());
    return library;
}

static int find_calls(kn_runtime *runtime, void *library, char *message) {
    const struct { const char *name; void **place; } calls[] = {
        {"ov_get_error_info", (void **)&runtime->error_info},
        {"ov_get_last_err_msg", (void **)&runtime->last_error},
        {"ov_core_create", (void **)&runtime->core_create},
        {"ov_core_read_model", (void **)&runtime->read_model},
        {"ov_core_compile_model_props", (void **)&runtime->compile},
        {"ov_compiled_model_outputs_size", (void **)&runtime->outputs_size},
        {"ov_model_reshape_single_input", (void **)&runtime->reshape},
        {"ov_partial_shape_create_static", (void **)&runtime->partial_shape_static},
        {"ov_partial_shape_free", (void **)&runtime->partial_shape_free},
        {"ov_model_free", (void **)&runtime->model_free},
        {"ov_compiled_model_create_infer_request", (void **)&runtime->request_create},
        {"ov_compiled_model_free", (void **)&runtime->compiled_free},
        {"ov_infer_request_get_input_tensor", (void **)&runtime->input_tensor},
        {"ov_infer_request_get_output_tensor_by_index", (void **)&runtime->output_tensor},
        {"ov_infer_request_infer", (void **)&runtime->infer},
        {"ov_infer_request_free", (void **)&runtime->request_free},
        {"ov_tensor_data", (void **)&runtime->tensor_data},
        {"ov_tensor_get_size", (void **)&runtime->tensor_size},
        {"ov_tensor_get_element_type", (void **)&runtime->tensor_type},
        {"ov_tensor_free", (void **)&runtime->tensor_free},
    };
    for (size_t index = 0; index < sizeof calls / sizeof calls[0]; index++) {
        *calls[index].place = dlsym(library, calls[index].name);
        if (!*calls[index].place) {
            say(message, calls[index].name, "this call is missing in libopenvino_c");
            return -1;
        }
    }
    return 0;
}

kn_runtime *kn_open(const char *folder, char *message) {
    // Every thread that OpenVINO starts would reserve 64 MB of a worker's limited addresses for itself.
    mallopt(M_ARENA_MAX, 1);
    // In the order in which they need each other, by absolute path: nothing is looked for elsewhere.
    void *library = NULL;
    const char *names[] = {"libtbb.so.12", "libopenvino.so.2641", "libopenvino_c.so.2641"};
    for (int index = 0; index < 3; index++)
        if (!(library = load_library(folder, names[index], message))) return NULL;
    kn_runtime *runtime = calloc(1, sizeof *runtime);
    if (!runtime) {
        say(message, "the model run time", "out of memory");
        return NULL;
    }
    if (find_calls(runtime, library, message) < 0 ||
        failed(runtime, runtime->core_create(&runtime->core), "OpenVINO does not start", message)) {
        free(runtime);
        return NULL;
    }
    return runtime;
}

static int reshape(kn_runtime *runtime, void *network, const int64_t *shape, int rank, const char *path, char *message) {
    if (rank == 0) return 0;
    ov_partial_shape wanted;
    if (failed(runtime, runtime->partial_shape_static(rank, shape, &wanted), path, message)) return -1;
    int status = runtime->reshape(network, wanted);
    runtime->partial_shape_free(&wanted);
    return failed(runtime, status, path, message) ? -1 : 0;
}

// The floats of a tensor; anything else is not ours.
static float *floats(kn_runtime *runtime, void *tensor, size_t *count, const char *path, char *message) {
    void *data = NULL;
    int type = 0;
    if (failed(runtime, runtime->tensor_type(tensor, &type), path, message) ||
        failed(runtime, runtime->tensor_size(tensor, count), path, message) ||
        failed(runtime, runtime->tensor_data(tensor, &data), path, message))
        return NULL;
    if (type != ov_float32) say(message, path, "its values are no 32-bit floats");
    return type == ov_float32 ? data : NULL;
}

static int bind(kn_model *model, const char *path, char *message) {
    kn_runtime *runtime = model->runtime;
    if (failed(runtime, runtime->request_create(model->compiled, &model->request), path, message) ||
        failed(runtime, runtime->outputs_size(model->compiled, &model->output_count), path, message) ||
        failed(runtime, runtime->input_tensor(model->request, &model->input), path, message))
        return -1;
    model->input_floats = floats(runtime, model->input, &model->input_count, path, message);
    if (!model->input_floats) return -1;
    if (model->output_count > most_outputs) {
        say(message, path, "it has more outputs than expected");
        model->output_count = 0;
        return -1;
    }
    return 0;
}

kn_model *kn_load(kn_runtime *runtime, const char *path, const int64_t *shape, int rank, char *message) {
    void *network = NULL;
    if (failed(runtime, runtime->read_model(runtime->core, path, NULL, &network), path, message)) return NULL;
    kn_model *model = calloc(1, sizeof *model);
    if (!model) say(message, path, "out of memory");
    const ov_property properties[] = {
        {"INFERENCE_PRECISION_HINT", "f32"}, {"PERFORMANCE_HINT", "LATENCY"}, {"INFERENCE_NUM_THREADS", "1"},
        {"NUM_STREAMS", "1"}, {"ENABLE_CPU_PINNING", "NO"},
    };
    if (model) model->runtime = runtime;
    int done = model && reshape(runtime, network, shape, rank, path, message) == 0 &&
               !failed(runtime,
                       runtime->compile(runtime->core, network, "CPU", sizeof properties / sizeof properties[0], properties,
                                        &model->compiled),
                       path, message) &&
               bind(model, path, message) == 0;
    runtime->model_free(network);
    if (done) return model;
    kn_free(model);
    return NULL;
}

static void forget_outputs(kn_model *model) {
    for (size_t index = 0; index < model->output_count; index++) {
        if (model->outputs[index]) model->runtime->tensor_free(model->outputs[index]);
        model->outputs[index] = NULL;
        model->output_floats[index] = NULL;
    }
}

void kn_free(kn_model *model) {
    if (!model) return;
    forget_outputs(model);
    if (model->input) model->runtime->tensor_free(model->input);
    if (model->request) model->runtime->request_free(model->request);
    if (model->compiled) model->runtime->compiled_free(model->compiled);
    free(model);
}

float *kn_input(kn_model *model, size_t *count) {
    *count = model->input_count;
    return model->input_floats;
}

int kn_run(kn_model *model, char *message) {
    kn_runtime *runtime = model->runtime;
    forget_outputs(model);
    if (failed(runtime, runtime->infer(model->request), "the model does not run", message)) return -1;
    for (size_t index = 0; index < model->output_count; index++) {
        if (failed(runtime, runtime->output_tensor(model->request, index, &model->outputs[index]), "its output", message)) return -1;
        model->output_floats[index] = floats(runtime, model->outputs[index], &model->output_counts[index], "its output", message);
        if (!model->output_floats[index]) return -1;
    }
    return 0;
}

size_t kn_outputs(const kn_model *model) { return model->output_count; }

const float *kn_output(const kn_model *model, size_t index, size_t *count) {
    if (index >= model->output_count) return NULL;
    *count = model->output_counts[index];
    return model->output_floats[index];
}
