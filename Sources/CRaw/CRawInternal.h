// What the two halves of the shim share.
#pragma once

#include "CRaw.h"
#include <libraw/libraw.h>
#include <limits.h>

struct keepers_libraw {
  libraw_data_t *data;
  int (*is_stale)(void *);
  void *stale_context;
  /// Places in the sensor's data that made no sense; -1 in `damaged_at` stands for the file's end.
  int damages;
  int damaged_at;
  /// The sensor's white, as the last half found it.
  int saturation;
};

void keepers_copy_text(char *target, size_t capacity, const char *source, size_t source_capacity);
