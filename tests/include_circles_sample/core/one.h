#pragma once

#include "core/two.h"
