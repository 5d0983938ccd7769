// The few LibRaw functions that Swift may call. LibRaw's own struct is 381 KB: it stays behind an opaque pointer and is never copied.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// What LibRaw says about one file; texts are zero-terminated, numbers are 0 where it says nothing.
typedef struct keepers_libraw_info {
  char make[64];
  char model[64];
  char lens[128];
  int raw_width, raw_height;
  /// The picture's size in stored pixels, margins cut.
  int width, height;
  /// EXIF orientation, 1 to 8.
  int orientation;
  float iso, shutter_seconds, aperture, focal_millimetres;
  /// The camera's wall clock; year is 0 where there is none.
  int year, month, day, hour, minute, second;
  int thumb_width, thumb_height;
  /// 0 none, 1 JPEG, 2 packed 8-bit RGB, 3 something else.
  int thumb_format;
  size_t thumb_length;
  /// LibRaw's words for what went wrong, or empty.
  char error[128];
} keepers_libraw_info;

/// A LibRaw instance that is reused from file to file, because making one clears 381 KB.
typedef struct keepers_libraw keepers_libraw;

/// Makes an instance; NULL when memory is short.
keepers_libraw *keepers_libraw_new(void);

/// Frees an instance and all that it unpacked.
void keepers_libraw_free(keepers_libraw *raw);

/// Identifies a file in memory and unpacks its preview; 0, or a LibRaw error code with `info->error` set.
/// `bytes` must live until the next call on `raw`.
int keepers_libraw_read(keepers_libraw *raw, const void *bytes, size_t length, keepers_libraw_info *info);

/// The preview unpacked by the last `keepers_libraw_read` or `keepers_libraw_walk`, `*length` bytes, owned by `raw`; NULL when there is none.
const uint8_t *keepers_libraw_thumb(const keepers_libraw *raw, size_t *length);

/// Opens a path and unpacks its preview: the work that our own walker replaces, kept as the baseline of the benchmark.
/// Returns the preview's length, or a negative LibRaw error code.
long keepers_libraw_walk(keepers_libraw *raw, const char *path);

/// Identifies the file at a path and unpacks its preview, for tests of files that we made; 0 or a LibRaw error code.
int keepers_libraw_probe(const char *path, keepers_libraw_info *info);

// MARK: developing (develop.c)

/// What a RAW says about its sensor's data.
typedef struct keepers_raw_facts {
  int raw_width, raw_height;
  /// The whole picture in stored pixels, margins cut.
  int width, height;
  /// One colour a photosite; otherwise half and full are the same.
  int is_mosaic;
  /// Any part of it can be developed by itself.
  int is_in_parts;
  /// The file tells the camera's white balance.
  int has_camera_balance;
  char error[128];
} keepers_raw_facts;

/// Linear light in sRGB's colours, four 16-bit values a pixel (the fourth is not used), rows packed, as stored.
/// Lives until the next call for the same instance.
typedef struct keepers_raw_image {
  const uint16_t *pixels;
  int width, height;
} keepers_raw_image;

/// Identifies a file in memory; 0, or an error code with `facts->error` set. `bytes` must live until it is unpacked.
int keepers_raw_open(keepers_libraw *raw, const void *bytes, size_t length, keepers_raw_facts *facts);

/// Unpacks the sensor's data of the opened file, 2 to 8 bytes a photosite; the file's bytes are not needed afterwards.
int keepers_raw_unpack(keepers_libraw *raw, keepers_raw_facts *facts);

/// Develops the whole picture with four photosites to a pixel.
int keepers_raw_half(keepers_libraw *raw, keepers_raw_image *image, keepers_raw_facts *facts);

/// Develops a part in full (AHD), after the half; x and y must be multiples of 48, so that every mosaic keeps its pattern.
int keepers_raw_part(keepers_libraw *raw, int x, int y, int width, int height, keepers_raw_image *image,
                     keepers_raw_facts *facts);

/// Gives the developed image back; the sensor's data stays.
void keepers_raw_release(keepers_libraw *raw);

/// Asks `is_stale` now and then while it works: anything but 0 ends the work, and the file must be opened anew. NULL ends the asking.
void keepers_raw_watch(keepers_libraw *raw, int (*is_stale)(void *), void *context);

int keepers_raw_is_cancelled(int code);
int keepers_raw_is_short_of_memory(int code);
