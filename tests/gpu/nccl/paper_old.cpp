// A library that calls itself NCCL 2.18.5.

extern "C" int ncclGetVersion(int* version) {
  *version = 21805;
  return 0;
}
