#include "tests/gpu/hand_written.h"

namespace commlab {
namespace {

Instruction send(int step, int block) {
  return {.op = Opcode::send, .step = step, .source = {.block = block, .buffer = Buffer::input}};
}

Instruction recv(int step, int block) {
  return {.op = Opcode::recv, .step = step, .target = {.block = block, .buffer = Buffer::output}};
}

Program one_lane(int send_peer, int recv_peer, std::vector<Instruction> code) {
  Program program;
  program.lanes.push_back({.send_peer = send_peer, .recv_peer = recv_peer, .code = std::move(code)});
  return program;
}

}  // namespace

Programs exchange_of_two(std::int64_t count) {
  Programs programs;
  programs.collective = {.kind = CollectiveKind::sendrecv, .ranks = 2, .count = count};
  programs.partition = {.elements = count};
  programs.algorithm = "exchange";
  programs.steps = 1;
  programs.programs = {one_lane(1, 1, {send(0, 0), recv(0, 0)}), one_lane(0, 0, {send(0, 0), recv(0, 0)})};
  return programs;
}

Programs stream_of_messages(int blocks) {
  Programs programs;
  programs.collective = {.kind = CollectiveKind::p2p, .ranks = 2, .count = blocks, .from = 0, .to = {1}};
  programs.partition = {.elements = blocks, .blocks = blocks};
  programs.algorithm = "stream";
  programs.steps = blocks;
  std::vector<Instruction> sends;
  std::vector<Instruction> receives;
  for (int block = 0; block < blocks; ++block) {
    sends.push_back(send(block, block));
    receives.push_back(recv(block, block));
  }
  programs.programs = {one_lane(1, no_peer, std::move(sends)), one_lane(no_peer, 0, std::move(receives))};
  return programs;
}

}  // namespace commlab
