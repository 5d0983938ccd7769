#include "CRaw.h"
