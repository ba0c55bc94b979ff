#pragma once
// A folder without a row, which the layering test must find.
