// The few functions of expat that Swift may call.
#pragma once
#include <stddef.h>
#include <stdint.h>

// What stands at a place in the file. Text has no event: it is whatever lies between two of them.
enum {
    KEEPERS_XML_START = 1,
    KEEPERS_XML_END = 2,
    KEEPERS_XML_COMMENT = 3,
    KEEPERS_XML_INSTRUCTION = 4,
    KEEPERS_XML_CDATA_START = 5,
    KEEPERS_XML_CDATA_END = 6,
};

enum {
    KEEPERS_XML_OK = 0,
    KEEPERS_XML_MALFORMED = 1,
    KEEPERS_XML_DOCTYPE = 2,
    KEEPERS_XML_TOO_DEEP = 3,
    KEEPERS_XML_NO_MEMORY = 4,
};

typedef struct {
    uint32_t kind;
    // Byte range of the markup; an END of an empty-element tag has length 0.
    uint32_t offset;
    uint32_t length;
} keepers_xml_event;

typedef struct {
    keepers_xml_event *events;
    size_t count;
    int status;
    // expat's own English words for `status` MALFORMED; a static string or NULL.
    const char *message;
    uint32_t line;
    // The encoding named in the XML declaration, "" where there is none.
    char encoding[32];
} keepers_xml_result;

// Finds the byte ranges of all markup in UTF-8 `bytes` (at most 2 GiB): expat knows them while it parses and keeps none of them itself.
// Stops at a DOCTYPE, so that no entity is ever declared or expanded, and below `max_depth` nested elements.
void keepers_xml_scan(const uint8_t *bytes, size_t length, uint32_t max_depth, keepers_xml_result *result);

// Gives back the events of one scan: they are C memory because their number is unknown before.
void keepers_xml_free(keepers_xml_result *result);
