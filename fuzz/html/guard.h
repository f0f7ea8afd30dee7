#pragma once

#include <sys/types.h>

#include <functional>

namespace httparity::html {

/// Forks a guard, which forks a process for `run` (it executes something, and doesn't return) and takes its process
/// group along when it ends for whatever cause: by itself, by stop_guarded(), or because this process ended, even by
/// SIGKILL. So nothing that a shell started in there is left over. Returns the guard, a child of this process that ends
/// as the guarded one ended; -1 with errno where it can't be started. What `run` doesn't use of this process's files
/// isn't held open by the guard.
pid_t start_guarded(const std::function<void()>& run);

/// Ends a guarded process with all its group. Its guard is still to be waited for.
void stop_guarded(pid_t guard);

}  // namespace httparity::html
