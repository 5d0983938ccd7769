// The few functions of this library that Swift may call.
#pragma once
#include "demo.h"
