#pragma once
// One connection to another process, which carries whole messages both ways. It waits with poll(2) in the
// calling thread, because Asio's blocking calls have no deadline, and Asio's asynchronous calls would add a
// change of threads to everything that is measured.
//
// Any thread may send at any time; messages are not mixed. One thread may receive at the same time. Any
// thread may call close().

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "gpu/net/messages/message.h"
#include "gpu/net/sockets/descriptor.h"

namespace commlab {

class Channel {
 public:
  // `socket` is a connected stream socket; `peer` names the other side in errors.
  Channel(Descriptor socket, std::string peer);

  // Blocks until the system has taken the whole message. Errors (Fault::runtime): the other side closed the
  // connection, or took too little by the deadline. After a message that was sent only in part, nothing more
  // can be sent.
  Status send(const NetMessage&, Deadline);
  // The same without waiting. It sends nothing if the other side has not received everything that was sent
  // before.
  void send_if_idle(const NetMessage&);
  // The next message, with at most `most` raw bytes and `text` bytes of fields. Errors (Fault::runtime): no
  // message by the deadline (a partial message is kept, and the next call continues it); the other side
  // closed the connection, is not commlab, speaks another version, or sends too much.
  Result<NetMessage> receive(Deadline, Bytes most = {0}, Bytes text = MessageLimits{}.text);
  // Returns the next message without waiting; nullopt: no message is complete yet.
  Result<std::optional<NetMessage>> receive_if_here(const MessageLimits&);

  // Sends no more, and discards what comes, until the other side closes or the deadline comes. Without this,
  // the last message can be lost: closing a socket with unread input resets the connection, which discards
  // what was not sent yet (RFC 2525, 2.17).
  void finish(Deadline);
  // Ends both directions: waits on either side end with an error.
  void close();

  const std::string& peer() const { return peer_; }
  void call_peer(std::string name) { peer_ = std::move(name); }
  std::string remote_address() const;  // "192.168.1.7:40112"; "a local socket" if it is not a network socket
  Bytes heard() const { return heard_; }  // all bytes received so far
  int descriptor() const { return socket_.number(); }
  std::optional<StreamFault> fault() const { return reader_.fault(); }  // why receiving failed

 private:
  void set_option(int level, int option, int value);
  Error lost(int error) const;
  // REQUIRES: sending_ is held.
  Status send_whole(const NetMessage&, Deadline);

  Descriptor socket_;
  std::string peer_;
  MessageReader reader_;
  Bytes heard_ = {0};
  std::unique_ptr<std::mutex> sending_ = std::make_unique<std::mutex>();  // protects cut_short_
  bool cut_short_ = false;                                                // only part of a message was sent
};

}  // namespace commlab
