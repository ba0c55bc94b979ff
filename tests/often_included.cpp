// Compiled only for its precompiled header, which all tests share.
