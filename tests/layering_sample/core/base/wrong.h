#pragma once
// A forbidden arrow, for the layering test to find.

#include "sim/simulate.h"
