#pragma once
// A forbidden arrow between two rooms of one folder, for the layering test to find.

#include "core/base/error.h"
#include "core/programs/programs.h"
