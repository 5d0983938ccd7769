// The few calls of Landlock, libseccomp and Linux processes that Swift may make.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Every function returns a negative errno when it fails, unless it says otherwise.

// ---- Landlock (raw system calls: glibc has no wrappers, and bookworm's header ends at REFER) ----

/// The kernel's Landlock version, 0 when there is none.
int ks_landlock_abi(void);
/// Makes a rule set that handles these rights; returns its descriptor.
int ks_landlock_create(uint64_t file_rights, uint64_t net_rights, uint64_t scopes);
/// Allows `rights` at and below the file or folder behind `descriptor`.
int ks_landlock_allow(int rule_set, int descriptor, uint64_t rights);
/// Binds the calling thread, and all that it starts, to the rule set for good.
int ks_landlock_restrict(int rule_set);

// ---- seccomp (macros and variadic functions are invisible to Swift) ----

/// Whether this kernel filters system calls.
bool ks_seccomp_available(void);
/// Where the committer's sealed names lie: two regions of `region` bytes (a power of two, the first aligned to twice that):
/// targets, then temporaries, one name a `slot` (a power of two); `folder` is the address of the name that rmdir may take.
struct ks_names {
    uint64_t targets;
    uint64_t region;
    uint64_t slot;
    uint64_t folder;
};
/// What no process of ours ever needs: sockets, new programs, new processes, other people's memory, changes of mode, time, owner.
int ks_seccomp_base(void);
/// Only what decoding needs; everything else is refused. `generates_code` keeps executable memory (model run times).
int ks_seccomp_worker(bool generates_code);
/// What writing new sidecars needs; renames and removals take their names from the sealed table only.
int ks_seccomp_committer(const struct ks_names *names);
/// What copying into one folder needs: new files only, no rename over another, times of open files only. It includes the base filter's refusals.
int ks_seccomp_copier(void);

// ---- What glibc shows to GNU sources only ----

/// The kernel's name of an errno ("EACCES") and the short name of a signal ("SEGV"); NULL for unknown numbers.
const char *ks_errno_name(int number);
const char *ks_signal_name(int number);
/// A descriptor that only names a file or folder (O_PATH).
int ks_open_place(const char *path);

// ---- Processes ----

/// fork(), which Swift does not offer; returns the process id, 0 in the child.
pid_t ks_fork(void);
/// Where a started process finds its end of the socket and the memory of its pictures.
enum { ks_worker_socket = 3, ks_worker_memory = 4 };
struct ks_order {
    const char *executable;
    const char *verb;
    int socket;
    int memory;
    uint64_t address_space;
    bool writes_files;
};
/// Forks and executes `executable verb` with nothing but the two descriptors, its own session, its limits and a death signal.
pid_t ks_start(const struct ks_order *start);
/// Asks the kernel to kill the calling process when its parent dies; returns -ESRCH when `parent` has gone already.
int ks_die_with(pid_t parent);
/// Reaps one dead child without waiting; 0 when none is dead.
pid_t ks_reap(int *signal, int *code, int64_t *peak_bytes);
/// A descriptor that becomes readable when a child dies; blocks SIGCHLD.
int ks_child_signals(void);
/// Empties that descriptor.
void ks_drain_signals(int descriptor);
/// Forbids core dumps and inspection by others of the same user: a dump would keep pieces of photos.
int ks_undumpable(void);
/// Names the process in ps and top.
void ks_name(const char *name);
/// Keeps malloc from returning memory: the committer may not unmap anything.
void ks_keep_memory(void);
/// A free address range of `2 * size` bytes, aligned to that; the caller maps over it.
void *ks_reserve(size_t size);

// ---- Messages and shared memory ----

/// Two ends of a packet socket: message boundaries hold, and the end is noticed when the other side dies.
int ks_pair(int ends[2]);
/// Anonymous memory of `size` bytes that nobody can resize (SHRINK, GROW and SEAL are sealed).
int ks_memory(const char *name, size_t size);
/// Anonymous memory with these bytes, sealed against every change; the descriptor is read-only.
int ks_sealed(const char *name, const void *bytes, size_t count, size_t size);
/// Sends one message with up to two descriptors; `wait` blocks while the socket is full.
ssize_t ks_send(int socket, const void *head, size_t head_count, const void *body, size_t body_count,
                const int *descriptors, int descriptor_count, bool wait);
/// Receives one message and up to two descriptors (-1 where none came); -EMSGSIZE when it was longer than the buffer, 0 at the end.
ssize_t ks_receive(int socket, void *buffer, size_t capacity, int descriptors[2], bool wait);
/// Receives one message and refuses any descriptor with it: the other side may be hijacked.
ssize_t ks_receive_plain(int socket, void *buffer, size_t capacity, bool wait);
/// rename with the two names exactly where they lie (glibc may choose another system call); -EEXIST where it may not replace, as far as the
/// file system can promise that.
int ks_rename(int directory, const char *from, const char *to, bool replacing);
/// unlink or rmdir with the name exactly where it lies.
int ks_unlink(int directory, const char *name, bool folder);

// ---- What `keepers privacy` tries; each returns 0 when the act succeeded ----

/// socket(), as a raw system call so that the program never links the symbol.
int ks_try_socket(int family);
/// execve() of a name that cannot exist: the kernel's ENOENT means that nothing refused it.
int ks_try_exec(void);
/// A child that ends at once.
int ks_try_fork(void);
int ks_try_chmod(const char *path, mode_t mode);
int ks_try_times(const char *path);
int ks_try_attribute(const char *path);

// ---- One number that two processes look at ----

static inline uint64_t ks_load(const uint64_t *number) { return __atomic_load_n(number, __ATOMIC_ACQUIRE); }
static inline void ks_store(uint64_t *number, uint64_t value) { __atomic_store_n(number, value, __ATOMIC_RELEASE); }
