// Compiled for its precompiled header alone, which all tests share.
