#include "CRawInternal.h"

#include <string.h>

static int fail(int code, keepers_raw_facts *facts) {
  const char *words = code > 0 ? strerror(code) : libraw_strerror(code);
  // The same for a damaged file as for one that ends early.
  if (code == LIBRAW_IO_ERROR) words = "its sensor data cannot be read: the file is cut short or damaged";
  if (code == LIBRAW_FILE_UNSUPPORTED) words = "LibRaw does not know this format or this camera";
  keepers_copy_text(facts->error, sizeof facts->error, words ? words : "unknown error", sizeof facts->error);
  return code;
}

static int ask(void *context, enum LibRaw_progress stage, int iteration, int expected) {
  (void)stage, (void)iteration, (void)expected;
  keepers_libraw *raw = context;
  return raw->is_stale && raw->is_stale(raw->stale_context);
}

// LibRaw would print it and go on with what it has.
static void note_damage(void *context, const char *file, const int offset) {
  (void)file;
  keepers_libraw *raw = context;
  if (!raw->damages++) raw->damaged_at = offset < 0 ? -1 : 0;
}

void keepers_raw_watch(keepers_libraw *raw, int (*is_stale)(void *), void *context) {
  raw->is_stale = is_stale;
  raw->stale_context = context;
  libraw_set_progress_handler(raw->data, is_stale ? ask : NULL, raw);
}

// What is the same for every picture: the camera's white balance or daylight, never a guess from the part in view; linear light in sRGB's
// colours, brightened by the caller; as stored, because orientation is the caller's as for previews.
static void settle(libraw_data_t *data) {
  data->params.use_camera_wb = 1;
  data->params.use_auto_wb = 0;
  data->params.output_color = 1;
  data->params.no_auto_bright = 1;
  data->params.user_flip = 0;
  data->params.user_qual = 3;
  data->params.highlight = 0;
  data->params.use_rawspeed = 0;
  data->params.max_raw_memory_mb = 640;
}

int keepers_raw_open(keepers_libraw *raw, const void *bytes, size_t length, keepers_raw_facts *facts) {
  memset(facts, 0, sizeof *facts);
  libraw_recycle(raw->data);
  raw->saturation = 0;
  raw->damages = 0;
  libraw_set_dataerror_handler(raw->data, note_damage, raw);
  settle(raw->data);
  int code = libraw_open_buffer(raw->data, (void *)bytes, length);
  if (code != LIBRAW_SUCCESS) return fail(code, facts);
  const libraw_data_t *data = raw->data;
  facts->raw_width = data->sizes.raw_width;
  facts->raw_height = data->sizes.raw_height;
  facts->width = data->sizes.width;
  facts->height = data->sizes.height;
  facts->is_mosaic = data->idata.filters != 0;
  return LIBRAW_SUCCESS;
}

int keepers_raw_unpack(keepers_libraw *raw, keepers_raw_facts *facts) {
  int code = libraw_unpack(raw->data);
  if (code != LIBRAW_SUCCESS) return fail(code, facts);
  if (raw->damages) {
    const char *words = raw->damaged_at < 0 ? "its sensor data is cut short" : "its sensor data is damaged";
    keepers_copy_text(facts->error, sizeof facts->error, words, sizeof facts->error);
    return LIBRAW_DATA_ERROR;
  }
  const libraw_data_t *data = raw->data;
  facts->width = data->sizes.width;
  facts->height = data->sizes.height;
  facts->is_mosaic = data->idata.filters != 0;
  facts->has_camera_balance = data->color.cam_mul[0] > 0.00001f && data->color.cam_mul[2] > 0.00001f;
  // Sensors turned by 45 degrees and pixels that are no squares change their size on the way.
  facts->is_in_parts = facts->is_mosaic && !data->rawdata.ioparams.fuji_width && data->sizes.pixel_aspect > 0.995 &&
                       data->sizes.pixel_aspect < 1.005;
  libraw_recycle_datastream(raw->data);
  return LIBRAW_SUCCESS;
}

static void hand_over(const libraw_data_t *data, keepers_raw_image *image) {
  image->pixels = (const uint16_t *)data->image;
  image->width = data->sizes.iwidth;
  image->height = data->sizes.iheight;
}

int keepers_raw_half(keepers_libraw *raw, keepers_raw_image *image, keepers_raw_facts *facts) {
  libraw_data_t *data = raw->data;
  data->params.half_size = 1;
  data->params.user_sat = 0;
  data->params.adjust_maximum_thr = 0.75f;
  data->params.cropbox[0] = data->params.cropbox[1] = 0;
  data->params.cropbox[2] = data->params.cropbox[3] = UINT_MAX;
  int code = libraw_dcraw_process(data);
  if (code != LIBRAW_SUCCESS) return fail(code, facts);
  raw->saturation = (int)data->color.maximum;
  hand_over(data, image);
  return image->pixels ? LIBRAW_SUCCESS : fail(LIBRAW_UNSPECIFIED_ERROR, facts);
}

int keepers_raw_part(keepers_libraw *raw, int x, int y, int width, int height, keepers_raw_image *image,
                     keepers_raw_facts *facts) {
  libraw_data_t *data = raw->data;
  data->params.half_size = 0;
  // White is where it was in the half: a part has no highlights of its own to tell.
  data->params.user_sat = raw->saturation;
  data->params.adjust_maximum_thr = 0;
  unsigned box[4] = {(unsigned)x, (unsigned)y, (unsigned)width, (unsigned)height};
  memcpy(data->params.cropbox, box, sizeof box);
  int code = libraw_dcraw_process(data);
  if (code != LIBRAW_SUCCESS) return fail(code, facts);
  hand_over(data, image);
  return image->pixels ? LIBRAW_SUCCESS : fail(LIBRAW_UNSPECIFIED_ERROR, facts);
}

void keepers_raw_release(keepers_libraw *raw) { libraw_free_image(raw->data); }

int keepers_raw_is_cancelled(int code) { return code == LIBRAW_CANCELLED_BY_CALLBACK; }
int keepers_raw_is_short_of_memory(int code) { return code == LIBRAW_UNSUFFICIENT_MEMORY || code == LIBRAW_TOO_BIG; }
