#pragma once
// A forbidden arrow, which the layering test must find.

#include "sim/simulate.h"
