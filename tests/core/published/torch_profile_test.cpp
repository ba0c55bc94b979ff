// Traces of torch.profiler, in the form that Kineto writes.
#include "core/published/torch_profile.h"

#include <tuple>

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

// Collectives to which a rank brings less than the full vector.
bool is_share(CollectiveKind kind) {
  return kind == CollectiveKind::all_gather || kind == CollectiveKind::gather;
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
        read_profile(trace_of(kernel("ncclDevKernel_X", 0, 5, fields(name, is_share(kind) ? 10 : 40, 40))));
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
                                                         {"Float8_e5m2", DataType::float8_e5m2},
                                                         {"Float8_e4m3fnuz", DataType::float8_e4m3},
                                                         {"Bool", DataType::uint8},
                                                         {"torch.bfloat16", DataType::bfloat16},
                                                         {"float32", DataType::float32},
                                                         {"c10::BFloat16", DataType::bfloat16},
                                                         {"c10::Half", DataType::float16},
                                                         {"long int", DataType::int64}};
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

// torch 1.13 to 2.2 write no data into the kernel.
TEST(TorchProfile, AKernelOfOldTorchIsNamedWithWhatIsMissing) {
  for (const std::string_view name :
       {"ncclKernel_AllReduce_RING_LL_Sum_float", "ncclAllReduceRingLLKernel_sum_f32"}) {
    const TorchProfile profile = read_profile(trace_of(kernel(name, 0, 5, R"("external id": 7)")));
    EXPECT_TRUE(profile.calls.empty());
    ASSERT_EQ(profile.unread.size(), 1u) << name;
    EXPECT_EQ(profile.unread[0].kernel, name);
    EXPECT_THAT(profile.unread[0].why, HasSubstr("how much data"));
    EXPECT_EQ(profile.communication, microseconds(5));
  }
}

// RCCL has one kernel for all collectives, MSCCL one for its algorithms: the call says which it is.
TEST(TorchProfile, AKernelForEveryCollectiveIsWhatItsCallIs) {
  for (const std::string_view name :
       {"ncclDevKernel_Generic_4", "ncclDevKernel_Generic", "mscclKernel_Sum_half_Simple",
        "ncclSymkDevKernel_AllReduce_RSxLD_AGxST", "ncclDevKernel_SendRecv"}) {
    const TorchProfile told = read_profile(trace_of(kernel(name, 0, 5, fields("all_to_all", 80, 80))));
    ASSERT_EQ(told.calls.size(), 1u) << name;
    EXPECT_EQ(told.calls[0].kind, CollectiveKind::all_to_all);
    const TorchProfile alone = read_profile(trace_of(kernel(name, 0, 5, "")));
    EXPECT_TRUE(alone.calls.empty());
    ASSERT_EQ(alone.unread.size(), 1u) << name;
  }
  EXPECT_THAT(read_profile(trace_of(kernel("ncclDevKernel_Generic_4", 0, 5, ""))).unread[0].why,
              HasSubstr("does not say which collective"));
}

// torch makes a barrier of an all_reduce; a name that is said holds.
TEST(TorchProfile, WhatACallIsNamedCountsMoreThanItsKernel) {
  for (const std::string_view name : {"barrier", "send", "recv", "coalesced", "allreduce_sparse"}) {
    const TorchProfile profile =
        read_profile(trace_of(kernel("ncclDevKernel_AllReduce_Sum_i8_RING_LL", 0, 5, fields(name, 1, 1))));
    EXPECT_TRUE(profile.calls.empty()) << name;
    ASSERT_EQ(profile.unread.size(), 1u);
    EXPECT_EQ(profile.unread[0].why, fmt::format("{} is no collective that is predicted", name));
  }
}

TEST(TorchProfile, CommunicationWithoutNcclIsNoComputation) {
  for (const std::string_view name :
       {"void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>",
        "void (anonymous namespace)::two_shot_all_reduce_kernel<c10::BFloat16, 16>",
        "void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<4>",
        "void deep_ep::intranode::dispatch<8>", "nvshmemi_signal_wait_until_on_stream"}) {
    const TorchProfile profile = read_profile(trace_of(kernel(name, 0, 5, "")));
    EXPECT_EQ(profile.communication, microseconds(5)) << name;
    ASSERT_EQ(profile.unread.size(), 1u) << name;
    EXPECT_THAT(profile.unread[0].why, HasSubstr("without NCCL"));
  }
  const TorchProfile profile = read_profile(trace_of(kernel("void softmax<WarpAllReduce>", 0, 5, "") + ", " +
                                                     kernel("ncclDevKernel_SendRecv", 20, 5, "")));
  EXPECT_EQ(profile.communication, microseconds(5)) << "only the second one communicates";
}

// Kineto's groups: a text, shortened after 30 ranks; on the call, their beginning and stride. Megatron's data
// parallel ranks are not consecutive.
TEST(TorchProfile, TellsWhichRanksAreTheGroup) {
  const auto regular = [](int from, int by) {
    std::vector<Rank> ranks;
    for (int i = 0; i < 8; ++i) ranks.push_back(from + i * by);
    return ranks;
  };
  const std::pair<std::string, std::vector<Rank>> cases[] = {
      {R"("Process Group Ranks": "[0, 1, 2, 3, 4, 5, 6, 7]")", regular(0, 1)},
      {R"("Process Group Ranks": [0, 8, 16, 24, 32, 40, 48, 56])", regular(0, 8)},
      {R"("Process Group Ranks": "[3, 11, 19, ...]")", regular(3, 8)},
      {R"("Process Group Ranks": "[3, 11, ..., 59]")", regular(3, 8)},
      {R"("Process Group Ranks": "[...]", "Global rank start": 2, "Global rank stride": 4)", regular(2, 4)},
      {R"("Global rank start": 8, "Global rank stride": 1)", regular(8, 1)},
      {R"("Process Group Ranks": "[7, 6, 5, 4, 3, 2, 1, 0]")", regular(7, -1)}};
  for (const auto& [args, ranks] : cases) {
    const TorchProfile profile =
        read_profile(trace_of(kernel("ncclDevKernel_X", 0, 5, fields("allreduce", 1, 1) + ", " + args)));
    ASSERT_EQ(profile.calls.size(), 1u) << args;
    ASSERT_GE(profile.calls[0].group, 0) << args;
    EXPECT_EQ(profile.groups.at(static_cast<std::size_t>(profile.calls[0].group)), ranks) << args;
  }
  for (const char* args :
       {R"("Process Group Ranks": "[0, 1, 2]")", R"("Process Group Ranks": "[0, 1, 5, ...]")",
        R"("Process Group Ranks": "[0, 0, 0, 0, 0, 0, 0, 0]")", R"("Process Group Ranks": "[]")",
        R"("Process Group Ranks": "all")", R"("Process Group Ranks": 0)", R"("Process Group Ranks": null)",
        R"("Process Group Ranks": "[-8, -7, -6, -5, -4, -3, -2, -1]")",
        R"("Global rank start": 1e15, "Global rank stride": 1e15)",
        R"("Global rank start": -1, "Global rank stride": -1)", ""}) {
    const std::string all = *args == 0 ? fields("allreduce", 1, 1) : fields("allreduce", 1, 1) + ", " + args;
    const TorchProfile profile = read_profile(trace_of(kernel("ncclDevKernel_X", 0, 5, all)));
    ASSERT_EQ(profile.calls.size(), 1u) << args;
    EXPECT_EQ(profile.calls[0].group, -1) << args;
  }
}

TEST(TorchProfile, AnUnevenAllToAllIsNotTakenForAnEvenOne) {
  const std::string even = R"(, "In split size": "[256, 256]", "Out split size": "[256, 256]")";
  const std::string uneven = R"(, "In split size": "[256, 128]", "Out split size": "[192, 192]")";
  const auto of = [](const std::string& args) {
    return read_profile(trace_of(kernel("ncclDevKernel_SendRecv", 0, 5, args)));
  };
  EXPECT_EQ(of(fields("all_to_allv", 80, 80) + even).calls.size(), 1u);
  EXPECT_EQ(of(fields("all_to_all", 80, 80) + R"(, "In split size": "[]")").calls.size(), 1u);
  for (const std::string& args : {fields("all_to_allv", 80, 80) + uneven, fields("all_to_allv", 80, 96)}) {
    EXPECT_TRUE(of(args).calls.empty()) << args;
    EXPECT_THAT(of(args).unread.at(0).why, HasSubstr("more to some ranks"));
  }
  EXPECT_EQ(of(fields("all_gather", 10, 80) + uneven).calls.size(), 1u) << "splits are those of all_to_all";
}

// The vector of an all_gather is what comes out, that of a reduce_scatter what goes in.
TEST(TorchProfile, OneSideOfTheDataIsEnough) {
  const std::tuple<const char*, const char*, std::int64_t> cases[] = {
      {"_allgather_base", R"("In msg nelems": 10)", 80},
      {"_allgather_base", R"("Out msg nelems": 80)", 80},
      {"_reduce_scatter_base", R"("In msg nelems": 80)", 80},
      {"_reduce_scatter_base", R"("Out msg nelems": 10)", 80},
      {"allreduce", R"("Out msg nelems": 10)", 10},
      {"broadcast", R"("In msg nelems": 10)", 10}};
  for (const auto& [name, data, elements] : cases) {
    const TorchProfile profile = read_profile(trace_of(
        kernel("ncclDevKernel_X", 0, 5,
               fmt::format(R"("Collective name": "{}", {}, "Group size": 8, "dtype": "Byte")", name, data))));
    ASSERT_EQ(profile.calls.size(), 1u) << name;
    EXPECT_EQ(profile.calls[0].size, Bytes{elements}) << name << ' ' << data;
  }
}

TEST(TorchProfile, SeveralKernelsOfOneCallAreOneCall) {
  const std::string args = fields("_allgather_base", 10, 80) + R"(, "External id": 5)";
  const TorchProfile profile =
      read_profile(trace_of(kernel("ncclDevKernel_Broadcast_RING_LL", 10, 5, args) + ", " +
                            kernel("ncclDevKernel_Broadcast_RING_LL", 20, 5, args) + ", " +
                            kernel("ncclDevKernel_AllGather_RING_LL", 40, 5, fields("all_gather", 10, 80))));
  ASSERT_EQ(profile.calls.size(), 2u);
  EXPECT_EQ(profile.calls[0].took, microseconds(15));
  EXPECT_EQ(profile.communication, microseconds(15)) << "the gap between two kernels is no communication";
}

TEST(TorchProfile, TimesMayBeTextsAndDoNotDependOnWhatAViewerShows) {
  const TorchProfile profile = read_profile(
      R"({"displayTimeUnit": "ns", "baseTimeNanoseconds": 1700000000000000000, "traceEvents": [)"
      R"({"ph": "M", "name": "process_name", "pid": "Spans", "args": {"name": "python"}}, )"
      R"({"ph": "C", "name": "Queue", "ts": 1, "args": {"depth": 5}}, {"ph": "i", "name": "Iteration", "ts": 0}, )"
      R"({"ph": "s", "id": 1, "cat": "ac2g", "ts": 3}, )"
      R"({"ph": "X", "cat": "kernel", "name": "ncclDevKernel_X", "pid": 0, "ts": "12.500", "dur": "7.250", "args": {)" +
      fields("allreduce", 1, 1) + "}}]}");
  ASSERT_EQ(profile.calls.size(), 1u);
  EXPECT_EQ(profile.calls[0].took, nanoseconds(7250));
}

TEST(TorchProfile, ACallWithoutATimeIsNamed) {
  for (const char* times : {R"("ts": 5)", R"("dur": 5)", R"("ts": 5, "dur": -1)", R"("ts": NaN, "dur": 1)",
                            R"("ts": "now", "dur": 1)", R"("ts": "", "dur": 1)"}) {
    const TorchProfile profile = read_profile(trace_of(fmt::format(
        R"({{"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_X", {}, "args": {{{}}}}})", times,
        fields("allreduce", 1, 1))));
    EXPECT_TRUE(profile.calls.empty()) << times;
    ASSERT_EQ(profile.unread.size(), 1u) << times;
    EXPECT_THAT(profile.unread[0].why, HasSubstr("how long it took"));
  }
}

// Kineto has written "blocks per SM": inf, and Python's json writes NaN.
TEST(TorchProfile, NumbersThatJsonDoesNotKnowDoNotMatter) {
  for (const char* bare : {"NaN", "nan", "-nan", "inf", "-inf", "Infinity", "-Infinity"}) {
    const TorchProfile profile = read_profile(trace_of(
        kernel("ncclDevKernel_X", 0, 5,
               fields("allreduce", 4, 4) +
                   fmt::format(R"(, "blocks per SM": {}, "note": "inf, \"NaN\", {}")", bare, bare))));
    ASSERT_EQ(profile.calls.size(), 1u) << bare;
    EXPECT_EQ(profile.calls[0].size, Bytes{8});
  }
}

TEST(TorchProfile, AListOfEventsIsATraceToo) {
  const TorchProfile profile =
      read_profile(" [" + kernel("ncclDevKernel_X", 0, 5, fields("allreduce", 4, 4)) + "]");
  EXPECT_EQ(profile.calls.size(), 1u);
}

// Each rank writes its own file. Several in one file share their ids, so nothing in it could be trusted.
TEST(TorchProfile, OfSeveralRanksIsAnError) {
  const auto on = [](int device) {
    return kernel("ncclDevKernel_X", 0, 5,
                  fields("allreduce", 4, 4) + fmt::format(R"(, "device": {})", device));
  };
  EXPECT_THAT(parse_torch_profile(trace_of(on(0) + ", " + on(1))).error().message,
              HasSubstr("communication of 2 GPUs or processes; expected the trace of one rank"));
  const TorchProfile profile = read_profile(trace_of(on(1) + ", " + kernel("gemm", 0, 5, R"("device": 0)")));
  EXPECT_EQ(profile.exposed, microseconds(5)) << "what another GPU computes hides nothing";
}

TEST(TorchProfile, WithoutKernelsSaysHowToRecordThem) {
  const std::string call = fmt::format(
      R"({{"ph": "X", "cat": "cpu_op", "name": "record_param_comms", "ts": 1, "dur": 2, "args": {{)"
      R"("External id": 17, {}}}}})",
      fields("allreduce", 100, 100));
  EXPECT_THAT(parse_torch_profile(trace_of(call)).error().message,
              HasSubstr("1 call of collectives, but no kernel that ran"));
}

TEST(TorchProfile, ThatEndsInTheMiddleSaysAfterHowMuch) {
  const std::string whole =
      trace_of(kernel("gemm", 0, 5, "") + ", " + kernel("ncclDevKernel_X", 0, 5, fields("allreduce", 4, 4)));
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_THAT(parse_torch_profile(std::string_view(whole).substr(0, length)).error().message,
                HasSubstr("this one ends in the middle, after"))
        << length;
  EXPECT_THAT(parse_torch_profile(std::string_view(whole).substr(0, whole.size() - 20)).error().message,
              HasSubstr("after 1 event"));
  std::string broken = whole;
  broken[broken.find('"', broken.find("gemm"))] = 'x';
  EXPECT_THAT(parse_torch_profile(broken).error().message, HasSubstr("this is no JSON at byte"));
}

TEST(TorchProfile, GloosEventsHaveShapes) {
  const TorchProfile profile = read_profile(trace_of(
      R"({"ph": "X", "cat": "user_annotation", "name": "gloo:all_reduce", "ts": 1, "dur": 7, "args": {)"
      R"("Input Dims": [[4, 256]], "Input type": ["float"], "Group size": 2}})"));
  ASSERT_EQ(profile.calls.size(), 1u);
  EXPECT_EQ(profile.calls[0].size, Bytes{4096});
  EXPECT_EQ(profile.calls[0].ranks, 2);
}

// Gloo's events do not say how many ranks there are. If the job has one group only, they are all its ranks.
TEST(TorchProfile, GloosRanksAreThoseOfTheJobIfItHasOneGroup) {
  const auto of = [](std::string_view job, std::string_view name) {
    return read_profile(fmt::format(
        R"({{"distributedInfo": {}, "traceEvents": [{{"ph": "X", "cat": "cpu_op", "name": "{}", "ts": 1, "dur": 7, )"
        R"("args": {{"Input Dims": [[1024], [1024]], "Input type": ["float", "float"]}}}}]}})",
        job, name));
  };
  const std::string_view one_group = R"({"backend": "gloo", "rank": 0, "world_size": 4, "pg_count": 1})";
  EXPECT_EQ(of(one_group, "gloo:all_reduce").calls.at(0).ranks, 4);
  EXPECT_EQ(of(one_group, "gloo:all_reduce").calls.at(0).size, Bytes{8192}) << "both tensors";
  EXPECT_EQ(of(one_group, "gloo:all_gather").calls.at(0).size, Bytes{4 * 8192}) << "the input is a share";
  EXPECT_THAT(of(one_group, "gloo:send").unread.at(0).why, HasSubstr("no collective"));
  for (const std::string_view job :
       {R"({"rank": 0, "world_size": 4, "pg_count": 2})", R"({"world_size": 4})", "7"})
    EXPECT_THAT(of(job, "gloo:all_reduce").unread.at(0).why, HasSubstr("how many ranks")) << job;
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
       {"", "7", R"({"ph": "X"})", R"({"ph": "X", "ts": "now", "dur": 5, "name": "gemm", "cat": "kernel"})"})
    EXPECT_THAT(parse_torch_profile(trace_of(events)).error().message, HasSubstr("no communication"))
        << events;
}

}  // namespace
}  // namespace commlab
