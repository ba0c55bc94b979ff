#pragma once
// A forbidden arrow between two rooms of one folder, which the layering test must find.

#include "core/base/error.h"
#include "core/programs/programs.h"
