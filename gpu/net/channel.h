#pragma once
// One connection to another process, on which whole messages go both ways. Sockets are waited for with
// poll(2) in the calling thread: Asio's blocking calls know no deadline, and its asynchronous ones would
// put a hop between threads into everything that is measured.
//
// Any thread may send, each message as a whole; one may receive meanwhile; close() may be called by any.

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "gpu/net/descriptor.h"
#include "gpu/net/message.h"

namespace commlab {

class Channel {
 public:
  // `socket` is a connected stream socket; `peer` says in errors who is on its other side.
  Channel(Descriptor socket, std::string peer);

  // Blocks until the system took all of it. Errors (Fault::runtime): the other side closed the connection,
  // or took too little by the deadline; after half a message nothing more can be sent.
  Status send(const NetMessage&, Deadline);
  // The same without waiting, and only where everything that was sent before has reached the other side: else
  // nothing is sent.
  void send_if_idle(const NetMessage&);
  // The next message, whose bytes are at most `most`. Errors (Fault::runtime): none by the deadline (what
  // came of one is kept: it may be asked for again), the other side closed the connection, is no commlab,
  // speaks another version, sends too much.
  Result<NetMessage> receive(Deadline, Bytes most = {0});
  // The same of what is here already, without waiting: nullopt where no message is complete yet.
  Result<std::optional<NetMessage>> receive_if_here(const MessageLimits&);

  // Sends no more, and discards what comes until the other side closes, at most until the deadline. Without
  // it, what was sent last can be lost: a socket that is closed with input unread resets the connection,
  // which discards what has not left yet (RFC 2525, 2.17).
  void finish(Deadline);
  // Ends both directions: whoever waits on either side is woken with an error.
  void close();

  const std::string& peer() const { return peer_; }
  void call_peer(std::string name) { peer_ = std::move(name); }
  std::string remote_address()
      const;  // "192.168.1.7:40112"; "a local socket" where it is none of the network
  Bytes heard() const { return heard_; }  // all that ever came
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
  std::unique_ptr<std::mutex> sending_ = std::make_unique<std::mutex>();  // of what follows
  bool cut_short_ = false;                                                // half a message was sent
};

}  // namespace commlab
