#include "CExpat.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    XML_Parser parser;
    keepers_xml_result *result;
    size_t capacity;
    uint32_t depth;
    uint32_t max_depth;
} scan;

static void stop(scan *s, int status) {
    if (s->result->status == KEEPERS_XML_OK) s->result->status = status;
    XML_StopParser(s->parser, XML_FALSE);
}

static void record(scan *s, uint32_t kind) {
    keepers_xml_result *r = s->result;
    // expat may still deliver the end of an empty element after it was stopped.
    if (r->status != KEEPERS_XML_OK) return;
    if (r->count == s->capacity) {
        size_t capacity = s->capacity ? s->capacity * 2 : 256;
        keepers_xml_event *events = realloc(r->events, capacity * sizeof *events);
        if (!events) {
            stop(s, KEEPERS_XML_NO_MEMORY);
            return;
        }
        r->events = events;
        s->capacity = capacity;
    }
    XML_Index offset = XML_GetCurrentByteIndex(s->parser);
    int length = XML_GetCurrentByteCount(s->parser);
    r->events[r->count++] = (keepers_xml_event){kind, offset < 0 ? 0 : (uint32_t)offset, length < 0 ? 0 : (uint32_t)length};
}

static void XMLCALL on_start(void *data, const XML_Char *name, const XML_Char **attributes) {
    (void)name;
    (void)attributes;
    scan *s = data;
    if (++s->depth > s->max_depth) {
        stop(s, KEEPERS_XML_TOO_DEEP);
        return;
    }
    record(s, KEEPERS_XML_START);
}

static void XMLCALL on_end(void *data, const XML_Char *name) {
    (void)name;
    scan *s = data;
    s->depth--;
    record(s, KEEPERS_XML_END);
}

static void XMLCALL on_comment(void *data, const XML_Char *text) {
    (void)text;
    record(data, KEEPERS_XML_COMMENT);
}

static void XMLCALL on_instruction(void *data, const XML_Char *target, const XML_Char *text) {
    (void)target;
    (void)text;
    record(data, KEEPERS_XML_INSTRUCTION);
}

static void XMLCALL on_cdata_start(void *data) { record(data, KEEPERS_XML_CDATA_START); }
static void XMLCALL on_cdata_end(void *data) { record(data, KEEPERS_XML_CDATA_END); }

static void XMLCALL on_doctype(void *data, const XML_Char *name, const XML_Char *system, const XML_Char *public, int internal) {
    (void)name;
    (void)system;
    (void)public;
    (void)internal;
    stop(data, KEEPERS_XML_DOCTYPE);
}

static void XMLCALL on_declaration(void *data, const XML_Char *version, const XML_Char *encoding, int standalone) {
    (void)version;
    (void)standalone;
    scan *s = data;
    if (encoding) strncpy(s->result->encoding, encoding, sizeof s->result->encoding - 1);
}

void keepers_xml_scan(const uint8_t *bytes, size_t length, uint32_t max_depth, keepers_xml_result *result) {
    memset(result, 0, sizeof *result);
    // The bytes are UTF-8 whatever their declaration says: the caller has transcoded them.
    scan s = {XML_ParserCreate("UTF-8"), result, 0, 0, max_depth};
    if (!s.parser || length > INT32_MAX) {
        result->status = KEEPERS_XML_NO_MEMORY;
        if (s.parser) XML_ParserFree(s.parser);
        return;
    }
    XML_SetUserData(s.parser, &s);
    XML_SetElementHandler(s.parser, on_start, on_end);
    XML_SetCommentHandler(s.parser, on_comment);
    XML_SetProcessingInstructionHandler(s.parser, on_instruction);
    XML_SetCdataSectionHandler(s.parser, on_cdata_start, on_cdata_end);
    XML_SetStartDoctypeDeclHandler(s.parser, on_doctype);
    XML_SetXmlDeclHandler(s.parser, on_declaration);
    if (XML_Parse(s.parser, (const char *)bytes, (int)length, XML_TRUE) != XML_STATUS_OK && result->status == KEEPERS_XML_OK) {
        enum XML_Error error = XML_GetErrorCode(s.parser);
        result->status = error == XML_ERROR_NO_MEMORY ? KEEPERS_XML_NO_MEMORY : KEEPERS_XML_MALFORMED;
        result->message = XML_ErrorString(error);
    }
    result->line = (uint32_t)XML_GetCurrentLineNumber(s.parser);
    XML_ParserFree(s.parser);
}

void keepers_xml_free(keepers_xml_result *result) {
    free(result->events);
    result->events = NULL;
    result->count = 0;
}
