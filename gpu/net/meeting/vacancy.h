#pragma once
// The meeting place of a rank 0 that has ended. A member that comes to join would try until its deadline,
// because no process listens there any more. With a Vacancy, the process that saw rank 0 end tells the member
// at once.

#include <string>

#include "gpu/net/sockets/listener.h"

namespace commlab {

class Vacancy {
 public:
  // `listener` listens where rank 0 did.
  Vacancy(Listener listener, std::string why) : listener_(std::move(listener)), why_(std::move(why)) {}

  int descriptor() const { return listener_.descriptor(); }  // ready to read: a member comes
  // Refuses members that have come, without waiting for more. At most 64, so that a crowd of visitors cannot
  // keep the caller here; descriptor() stays ready if there are others.
  void turn_away() const;

 private:
  Listener listener_;
  std::string why_;
};

}  // namespace commlab
