#pragma once
// A folder without a row, for the layering test to find.
