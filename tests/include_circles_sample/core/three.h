#pragma once

#include "core/one.h"
