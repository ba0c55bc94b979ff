// A library that calls itself NCCL 2.17.1.

extern "C" int ncclGetVersion(int* version) {
  *version = 21701;
  return 0;
}
