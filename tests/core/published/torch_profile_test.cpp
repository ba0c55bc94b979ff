// Traces of torch.profiler, in the form that Kineto writes.
#include "core/published/torch_profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::HasSubstr;

std::string trace_of(std::string_view events) { return fmt::format(R"({{"traceEvents": [{}]}})", events); }

std::string kernel(std::string_view name, int ts, int dur, std::string_view args) {
  return fmt::format(
      R"json({{"ph": "X", "cat": "kernel", "name": "{}(Storage)", "ts": {}, "dur": {}, "args": {{{}}}}})json",
      name, ts, dur, args);
}

std::string fields(std::string_view collective, int in, int out, std::string_view dtype = "BFloat16") {
  return fmt::format(
      R"("Collective name": "{}", "In msg nelems": {}, "Out msg nelems": {}, "Group size": 8, "dtype": "{}")",
      collective, in, out, dtype);
}

TorchProfile read_profile(const std::string& text) {
  Result<TorchProfile> profile = parse_torch_profile(text);
  EXPECT_TRUE(profile) << profile.error().message;
  return profile ? *std::move(profile) : TorchProfile{};
}

TEST(TorchProfile, EveryNameOfACollectiveIsKnown) {
  const std::pair<std::string_view, CollectiveKind> names[] = {
      {"allreduce", CollectiveKind::all_reduce},
      {"allreduce_coalesced", CollectiveKind::all_reduce},
      {"all_gather", CollectiveKind::all_gather},
      {"_allgather_base", CollectiveKind::all_gather},
      {"all_gather_into_tensor_coalesced", CollectiveKind::all_gather},
      {"reduce_scatter", CollectiveKind::reduce_scatter},
      {"_reduce_scatter_base", CollectiveKind::reduce_scatter},
      {"reduce_scatter_tensor_coalesced", CollectiveKind::reduce_scatter},
      {"broadcast", CollectiveKind::broadcast},
      {"_broadcast_oop", CollectiveKind::broadcast},
      {"reduce", CollectiveKind::reduce},
      {"_reduce_oop", CollectiveKind::reduce},
      {"all_to_all", CollectiveKind::all_to_all},
      {"all_to_allv", CollectiveKind::all_to_all},
      {"gather", CollectiveKind::gather},
      {"scatter", CollectiveKind::scatter}};
  for (const auto& [name, kind] : names) {
    const TorchProfile profile =
        read_profile(trace_of(kernel("ncclDevKernel_X", 0, 5, fields(name, 10, 40))));
    ASSERT_EQ(profile.calls.size(), 1u) << name;
    EXPECT_EQ(profile.calls[0].kind, kind) << name;
    EXPECT_EQ(profile.calls[0].size, Bytes{80}) << name;
  }
}

TEST(TorchProfile, EveryNameOfATypeIsKnown) {
  const std::pair<std::string_view, DataType> names[] = {{"Float", DataType::float32},
                                                         {"Double", DataType::float64},
                                                         {"Half", DataType::float16},
                                                         {"BFloat16", DataType::bfloat16},
                                                         {"Char", DataType::int8},
                                                         {"Byte", DataType::uint8},
                                                         {"Int", DataType::int32},
                                                         {"Long", DataType::int64},
                                                         {"UInt32", DataType::uint32},
                                                         {"UInt64", DataType::uint64},
                                                         {"Float8_e4m3fn", DataType::float8_e4m3},
                                                         {"Float8_e5m2", DataType::float8_e5m2}};
  for (const auto& [name, type] : names) {
    const TorchProfile profile =
        read_profile(trace_of(kernel("ncclDevKernel_X", 0, 5, fields("allreduce", 10, 10, name))));
    ASSERT_EQ(profile.calls.size(), 1u) << name;
    EXPECT_EQ(profile.calls[0].dtype, type) << name;
    EXPECT_EQ(profile.calls[0].size, Bytes{10 * size_of(type)}) << name;
  }
}

TEST(TorchProfile, WhatAKernelDoesNotSayItsCallSays) {
  const std::string call = fmt::format(
      R"({{"ph": "X", "cat": "cpu_op", "name": "record_param_comms", "ts": 1, "dur": 2, "args": {{)"
      R"("External id": 17, {}}}}})",
      fields("allreduce", 100, 100, "Float"));
  const std::string alone = kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 10, 5, R"("External id": 17)");

  for (const std::string& events : {call + ", " + alone, alone + ", " + call}) {
    const TorchProfile profile = read_profile(trace_of(events));
    ASSERT_EQ(profile.calls.size(), 1u);
    EXPECT_EQ(profile.calls[0].kernel, "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    EXPECT_EQ(profile.calls[0].ranks, 8);
    EXPECT_EQ(profile.calls[0].dtype, DataType::float32);
    EXPECT_EQ(profile.calls[0].size, Bytes{400});
    EXPECT_EQ(profile.calls[0].took, microseconds(5));
  }
}

TEST(TorchProfile, GloosEventsHaveShapes) {
  const TorchProfile profile = read_profile(trace_of(
      R"({"ph": "X", "cat": "user_annotation", "name": "gloo:all_reduce", "ts": 1, "dur": 7, "args": {)"
      R"("Input Dims": [[4, 256]], "Input type": ["float"], "Group size": 2}})"));
  ASSERT_EQ(profile.calls.size(), 1u);
  EXPECT_EQ(profile.calls[0].size, Bytes{4096});
  EXPECT_EQ(profile.calls[0].ranks, 2);
}

TEST(TorchProfile, CommunicationIsCountedOnceAndExposedWhereNothingComputes) {
  const TorchProfile profile = read_profile(trace_of(
      R"({"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#3", "ts": 0, "dur": 100}, )" +
      kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", 10, 20, fields("allreduce", 1, 1)) + ", " +
      kernel("ncclDevKernel_AllGather_RING_LL", 20, 20, fields("all_gather", 1, 8)) + ", " +
      kernel("gemm", 35, 10, "") + ", " + kernel("ncclDevKernel_SendRecv", 90, 30, fields("send", 1, 1))));
  EXPECT_EQ(profile.steps, 1);
  EXPECT_EQ(profile.span, microseconds(100));
  EXPECT_EQ(profile.communication, microseconds(40));  // 10..40 and 90..100
  EXPECT_EQ(profile.exposed, microseconds(35));        // without 35..40
  ASSERT_EQ(profile.unread.size(), 1u);
  EXPECT_EQ(profile.unread[0].why, "send is no collective that is predicted");
}

TEST(TorchProfile, WhatIsNotKnownIsNamed) {
  const std::pair<std::string, std::string> cases[] = {
      {R"("Collective name": "allreduce", "Group size": 8, "dtype": "Float")", "how much data"},
      {R"("Collective name": "allreduce", "Group size": 8, "In msg nelems": 4, "dtype": "Quaternion")",
       "which type"},
      {R"("Collective name": "allreduce", "In msg nelems": 4, "dtype": "Float")", "how many ranks"},
      {R"("Collective name": "allreduce", "Group size": 0, "In msg nelems": 4, "dtype": "Float")", "0 ranks"},
      {R"("Collective name": "allreduce", "Group size": 8, "In msg nelems": -4, "dtype": "Float", "Out msg nelems": -4)",
       "-4 elements"},
      {R"("Collective name": "barrier", "Group size": 8, "In msg nelems": 0, "dtype": "Float")", "barrier"}};
  for (const auto& [args, why] : cases) {
    const TorchProfile profile = read_profile(trace_of(kernel("ncclDevKernel_X", 0, 5, args)));
    EXPECT_TRUE(profile.calls.empty()) << args;
    ASSERT_EQ(profile.unread.size(), 1u) << args;
    EXPECT_THAT(profile.unread[0].why, HasSubstr(why));
  }
}

TEST(TorchProfile, WhatIsNoTraceIsAnError) {
  for (const char* text : {"", "{", "[]", "7", R"({"events": []})", R"({"traceEvents": [)"})
    EXPECT_THAT(parse_torch_profile(text).error().message, HasSubstr("expected a trace of torch.profiler"))
        << text;
  for (const char* events :
       {"", "7", R"({"ph": "X"})",
        R"({"ph": "X", "ts": "now", "dur": 5, "name": "ncclDevKernel_X", "cat": "kernel"})"})
    EXPECT_THAT(parse_torch_profile(trace_of(events)).error().message, HasSubstr("no communication"))
        << events;
}

}  // namespace
}  // namespace commlab
