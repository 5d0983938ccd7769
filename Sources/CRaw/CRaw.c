#include "CRawInternal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

keepers_libraw *keepers_libraw_new(void) {
  keepers_libraw *raw = calloc(1, sizeof *raw);
  if (!raw) return NULL;
  raw->data = libraw_init(LIBRAW_OPTIONS_NONE);
  if (!raw->data) {
    free(raw);
    return NULL;
  }
  return raw;
}

void keepers_libraw_free(keepers_libraw *raw) {
  if (!raw) return;
  libraw_close(raw->data);
  free(raw);
}

void keepers_copy_text(char *target, size_t capacity, const char *source, size_t source_capacity) {
  size_t length = strnlen(source, source_capacity);
  if (length >= capacity) length = capacity - 1;
  memcpy(target, source, length);
  target[length] = 0;
}

// LibRaw ran the camera's wall clock through mktime; localtime undoes exactly that, whatever the zone of this machine.
static void copy_time(time_t stamp, keepers_libraw_info *info) {
  struct tm parts;
  if (stamp <= 0 || !localtime_r(&stamp, &parts)) return;
  info->year = parts.tm_year + 1900;
  info->month = parts.tm_mon + 1;
  info->day = parts.tm_mday;
  info->hour = parts.tm_hour;
  info->minute = parts.tm_min;
  info->second = parts.tm_sec;
}

static int exif_orientation(int flip) {
  switch (flip) {
    case 3: return 3;
    case 5: return 8;
    case 6: return 6;
    default: return 1;
  }
}

static void copy_facts(const libraw_data_t *data, keepers_libraw_info *info) {
  keepers_copy_text(info->make, sizeof info->make, data->idata.make, sizeof data->idata.make);
  keepers_copy_text(info->model, sizeof info->model, data->idata.model, sizeof data->idata.model);
  keepers_copy_text(info->lens, sizeof info->lens, data->lens.Lens, sizeof data->lens.Lens);
  info->raw_width = data->sizes.raw_width;
  info->raw_height = data->sizes.raw_height;
  info->width = data->sizes.width;
  info->height = data->sizes.height;
  info->orientation = exif_orientation(data->sizes.flip);
  info->iso = data->other.iso_speed;
  info->shutter_seconds = data->other.shutter;
  info->aperture = data->other.aperture;
  info->focal_millimetres = data->other.focal_len;
  copy_time(data->other.timestamp, info);
}

static void copy_thumb(const libraw_data_t *data, keepers_libraw_info *info) {
  const libraw_thumbnail_t *thumb = &data->thumbnail;
  if (!thumb->thumb || !thumb->tlength) return;
  info->thumb_width = thumb->twidth;
  info->thumb_height = thumb->theight;
  info->thumb_length = thumb->tlength;
  if (thumb->tformat == LIBRAW_THUMBNAIL_JPEG)
    info->thumb_format = 1;
  else if (thumb->tformat == LIBRAW_THUMBNAIL_BITMAP && thumb->tcolors == 3)
    info->thumb_format = 2;
  else
    info->thumb_format = 3;
}

// Both steps of every caller: what is known after opening stays in `info` even when the preview cannot be unpacked.
static int finish(keepers_libraw *raw, int code, keepers_libraw_info *info) {
  if (code == LIBRAW_SUCCESS) {
    copy_facts(raw->data, info);
    code = libraw_unpack_thumb(raw->data);
    if (code == LIBRAW_SUCCESS) copy_thumb(raw->data, info);
  }
  if (code != LIBRAW_SUCCESS) {
    const char *words = libraw_strerror(code);
    keepers_copy_text(info->error, sizeof info->error, words ? words : "unknown error", sizeof info->error);
  }
  return code;
}

int keepers_libraw_read(keepers_libraw *raw, const void *bytes, size_t length, keepers_libraw_info *info) {
  memset(info, 0, sizeof *info);
  libraw_recycle(raw->data);
  return finish(raw, libraw_open_buffer(raw->data, (void *)bytes, length), info);
}

const uint8_t *keepers_libraw_thumb(const keepers_libraw *raw, size_t *length) {
  *length = raw->data->thumbnail.thumb ? raw->data->thumbnail.tlength : 0;
  return *length ? (const uint8_t *)raw->data->thumbnail.thumb : NULL;
}

long keepers_libraw_walk(keepers_libraw *raw, const char *path) {
  libraw_recycle(raw->data);
  int code = libraw_open_file(raw->data, path);
  if (code == LIBRAW_SUCCESS) code = libraw_unpack_thumb(raw->data);
  if (code != LIBRAW_SUCCESS) return code < 0 ? code : -code;
  return (long)raw->data->thumbnail.tlength;
}

int keepers_libraw_probe(const char *path, keepers_libraw_info *info) {
  memset(info, 0, sizeof *info);
  keepers_libraw *raw = keepers_libraw_new();
  if (!raw) {
    strcpy(info->error, "out of memory");
    return LIBRAW_UNSUFFICIENT_MEMORY;
  }
  int code = finish(raw, libraw_open_file(raw->data, path), info);
  keepers_libraw_free(raw);
  return code;
}
