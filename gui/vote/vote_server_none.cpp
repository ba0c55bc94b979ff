// In a browser, where no server can be.

#include "gui/vote/vote_server.h"

namespace commlab {

class VoteServer::Service {};

VoteServer::~VoteServer() = default;

}  // namespace commlab
