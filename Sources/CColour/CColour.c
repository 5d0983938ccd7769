#include "CColour.h"
