#pragma once

#include "core/three.h"
