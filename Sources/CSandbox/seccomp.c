#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/msdos_fs.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// Calls younger than bookworm's headers; the numbers are the same on every architecture.
enum {
    call_fchmodat2 = 452,
    call_setxattrat = 463,
    call_removexattrat = 466,
    call_open_tree_attr = 467,
    call_file_setattr = 469,
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define RULE(...)                                      \
    do {                                               \
        int rule_result = seccomp_rule_add(__VA_ARGS__); \
        if (rule_result < 0) return rule_result;       \
    } while (0)

bool ks_seccomp_available(void) {
    uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

static int add_all(scmp_filter_ctx filter, uint32_t action, const int *calls, size_t count) {
    for (size_t index = 0; index < count; index++) RULE(filter, action, calls[index], 0);
    return 0;
}

// A call of another architecture would be read with the wrong table: the process is killed.
static int prepare(scmp_filter_ctx filter) {
    int result = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    if (result == 0) result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    return result;
}

static int load_and_free(scmp_filter_ctx filter, int result) {
    if (result == 0) result = seccomp_load(filter);
    seccomp_release(filter);
    return result;
}

// ---- Base ----

static int refuse_network_and_processes(scmp_filter_ctx filter) {
    static const int refused[] = {
        SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept),
        SCMP_SYS(accept4), SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(ptrace),
        SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(process_madvise), SCMP_SYS(pidfd_getfd),
        SCMP_SYS(pidfd_send_signal), SCMP_SYS(kcmp), SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd),
        SCMP_SYS(keyctl), SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(tkill), SCMP_SYS(personality),
    };
    int result = add_all(filter, SCMP_ACT_ERRNO(EPERM), refused, COUNT(refused));
    if (result < 0) return result;
    // Threads are welcome, processes are not; clone3 hides its flags from us, and glibc falls back to clone.
    RULE(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    static const int absent[] = {
        SCMP_SYS(clone3), SCMP_SYS(openat2), SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register),
    };
    return add_all(filter, SCMP_ACT_ERRNO(ENOSYS), absent, COUNT(absent));
}

static int refuse_signals_to_others(scmp_filter_ctx filter) {
    scmp_datum_t self = (scmp_datum_t)getpid();
    // Ctrl-Z stops the whole job (`make` included), so this one signal may go to the group.
    RULE(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(kill), 2, SCMP_A0(SCMP_CMP_NE, self), SCMP_A1(SCMP_CMP_NE, SIGTSTP));
    RULE(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_NE, self));
    RULE(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(rt_sigqueueinfo), 1, SCMP_A0(SCMP_CMP_NE, self));
    RULE(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(rt_tgsigqueueinfo), 1, SCMP_A0(SCMP_CMP_NE, self));
    return 0;
}

// Landlock does not govern mode, owner, times and attributes, and its ABI 2 (Debian 12) not truncation.
static int refuse_changes_of_originals(scmp_filter_ctx filter) {
    static const int refused[] = {
        SCMP_SYS(chmod), SCMP_SYS(fchmod), SCMP_SYS(fchmodat), call_fchmodat2, SCMP_SYS(chown), SCMP_SYS(fchown),
        SCMP_SYS(lchown), SCMP_SYS(fchownat), SCMP_SYS(utime), SCMP_SYS(utimes), SCMP_SYS(futimesat), SCMP_SYS(utimensat),
        SCMP_SYS(setxattr), SCMP_SYS(lsetxattr), SCMP_SYS(fsetxattr), call_setxattrat, SCMP_SYS(removexattr),
        SCMP_SYS(lremovexattr), SCMP_SYS(fremovexattr), call_removexattrat, call_file_setattr, SCMP_SYS(truncate),
        SCMP_SYS(mknod), SCMP_SYS(mknodat), SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot),
        SCMP_SYS(open_tree), call_open_tree_attr, SCMP_SYS(move_mount), SCMP_SYS(fsopen), SCMP_SYS(fsmount),
        SCMP_SYS(fsconfig), SCMP_SYS(fspick), SCMP_SYS(mount_setattr), SCMP_SYS(unshare), SCMP_SYS(setns),
        SCMP_SYS(open_by_handle_at), SCMP_SYS(name_to_handle_at), SCMP_SYS(swapon), SCMP_SYS(acct), SCMP_SYS(quotactl),
    };
    int result = add_all(filter, SCMP_ACT_ERRNO(EPERM), refused, COUNT(refused));
    if (result < 0) return result;
    // Opened for reading, a file can still be emptied: no right of Landlock's ABI 2 stands in the way.
    struct scmp_arg_cmp open_empties = SCMP_A1(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_TRUNC, O_RDONLY | O_TRUNC);
    struct scmp_arg_cmp openat_empties = SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_TRUNC, O_RDONLY | O_TRUNC);
    RULE(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(open), 1, open_empties);
    RULE(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(openat), 1, openat_empties);
    return 0;
}

static int refuse_controls(scmp_filter_ctx filter) {
    // Typing into the terminal for the user; flags of files that are open for reading only. The kernel reads 32 bits.
    static const uint32_t refused[] = {
        TIOCSTI, 0x541C /* TIOCLINUX */, FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR, FS_IOC_SETVERSION, FAT_IOCTL_SET_ATTRIBUTES,
    };
    for (size_t index = 0; index < COUNT(refused); index++)
        RULE(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1, SCMP_A1(SCMP_CMP_MASKED_EQ, 0xFFFFFFFF, refused[index]));
    return 0;
}

int ks_seccomp_base(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (!filter) return -ENOMEM;
    int result = prepare(filter);
    if (result == 0) result = refuse_network_and_processes(filter);
    if (result == 0) result = refuse_signals_to_others(filter);
    if (result == 0) result = refuse_changes_of_originals(filter);
    if (result == 0) result = refuse_controls(filter);
    return load_and_free(filter, result);
}

// ---- Worker and committer: a list of what is allowed ----

static int allow_running(scmp_filter_ctx filter) {
    static const int allowed[] = {
        // the socket, the files it reads
        SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(readv), SCMP_SYS(preadv), SCMP_SYS(write), SCMP_SYS(writev),
        SCMP_SYS(sendmsg), SCMP_SYS(recvmsg), SCMP_SYS(recvfrom), SCMP_SYS(sendto), SCMP_SYS(poll), SCMP_SYS(ppoll),
        SCMP_SYS(close), SCMP_SYS(lseek), SCMP_SYS(fstat), SCMP_SYS(newfstatat), SCMP_SYS(stat), SCMP_SYS(lstat),
        SCMP_SYS(statx), SCMP_SYS(statfs), SCMP_SYS(fstatfs), SCMP_SYS(getdents64), SCMP_SYS(readlink),
        SCMP_SYS(readlinkat), SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(getcwd),
        SCMP_SYS(fadvise64), SCMP_SYS(readahead), SCMP_SYS(dup), SCMP_SYS(flock),
        // memory
        SCMP_SYS(brk), SCMP_SYS(madvise), SCMP_SYS(mincore), SCMP_SYS(membarrier),
        // threads and time
        SCMP_SYS(futex), SCMP_SYS(rseq), SCMP_SYS(set_robust_list), SCMP_SYS(get_robust_list), SCMP_SYS(sched_yield),
        SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_getparam), SCMP_SYS(sched_getscheduler),
        SCMP_SYS(getcpu), SCMP_SYS(nanosleep), SCMP_SYS(clock_nanosleep), SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres),
        SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(restart_syscall), SCMP_SYS(exit), SCMP_SYS(exit_group),
        // signals to itself, facts about itself
        SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack), SCMP_SYS(getpid),
        SCMP_SYS(gettid), SCMP_SYS(getppid), SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid),
        SCMP_SYS(uname), SCMP_SYS(sysinfo), SCMP_SYS(getrusage), SCMP_SYS(getrlimit), SCMP_SYS(getrandom),
        SCMP_SYS(getpriority), SCMP_SYS(times),
    };
    int result = add_all(filter, SCMP_ACT_ALLOW, allowed, COUNT(allowed));
    if (result < 0) return result;
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    RULE(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    RULE(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(openat2), 0);
    RULE(filter, SCMP_ACT_ERRNO(ENOTTY), SCMP_SYS(ioctl), 0);
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
    // Limits may be read, not set: the new limit is the third argument.
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1, SCMP_A2(SCMP_CMP_EQ, 0));
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, 15 /* PR_SET_NAME */));
    // Locks and flags of descriptors; no F_SETOWN, which sends signals to others.
    static const int controls[] = {F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, F_GETLK, F_SETLK, F_OFD_SETLK, F_GET_SEALS};
    for (size_t index = 0; index < COUNT(controls); index++)
        RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)controls[index]));
    return 0;
}

static int allow_reading(scmp_filter_ctx filter) {
    const int writes = O_ACCMODE | O_CREAT | O_TRUNC;
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, writes, O_RDONLY));
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(open), 1, SCMP_A1(SCMP_CMP_MASKED_EQ, writes, O_RDONLY));
    return 0;
}

static int allow_mapping(scmp_filter_ctx filter, bool generates_code) {
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(munmap), 0);
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(mremap), 0);
    int refused = generates_code ? 0 : PROT_EXEC;
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, refused, 0));
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, refused, 0));
    return 0;
}

int ks_seccomp_worker(bool generates_code) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) return -ENOMEM;
    int result = prepare(filter);
    if (result == 0) result = allow_running(filter);
    if (result == 0) result = allow_reading(filter);
    if (result == 0) result = allow_mapping(filter, generates_code);
    return load_and_free(filter, result);
}

// A pointer lies at the start of a slot of a region: one masked comparison, because libseccomp takes one an argument.
static uint64_t slot_mask(const struct ks_names *names) { return ~(names->region - 1) | (names->slot - 1); }

static int allow_named_changes(scmp_filter_ctx filter, const struct ks_names *names) {
    uint64_t mask = slot_mask(names);
    uint64_t temporaries = names->targets + names->region;
    // A file is written only when it is made new under a temporary's name: O_EXCL follows no link and opens nothing old.
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 2, SCMP_A1(SCMP_CMP_MASKED_EQ, mask, temporaries),
         SCMP_A2(SCMP_CMP_MASKED_EQ, O_CREAT | O_EXCL | O_TRUNC, O_CREAT | O_EXCL));
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(renameat2), 3, SCMP_A1(SCMP_CMP_MASKED_EQ, mask, temporaries),
         SCMP_A3(SCMP_CMP_MASKED_EQ, mask, names->targets), SCMP_A4(SCMP_CMP_LE, 1));
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(unlinkat), 2, SCMP_A1(SCMP_CMP_MASKED_EQ, mask, names->targets),
         SCMP_A2(SCMP_CMP_EQ, 0));
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(unlinkat), 2, SCMP_A1(SCMP_CMP_MASKED_EQ, mask, temporaries),
         SCMP_A2(SCMP_CMP_EQ, 0));
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(unlinkat), 2, SCMP_A1(SCMP_CMP_EQ, names->folder),
         SCMP_A2(SCMP_CMP_EQ, AT_REMOVEDIR));
    return 0;
}

int ks_seccomp_committer(const struct ks_names *names) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) return -ENOMEM;
    int result = prepare(filter);
    if (result == 0) result = allow_running(filter);
    if (result == 0) result = allow_reading(filter);
    if (result == 0) result = allow_named_changes(filter, names);
    static const int writing[] = {SCMP_SYS(pwrite64), SCMP_SYS(fsync), SCMP_SYS(fdatasync)};
    if (result == 0) result = add_all(filter, SCMP_ACT_ALLOW, writing, COUNT(writing));
    // Nothing may move or cover the sealed names: no unmapping, no fixed address, no change of protection.
    if (result == 0)
        result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
                                  SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_FIXED, 0));
    return load_and_free(filter, result);
}

// Which folders may be changed is Landlock's part; here: nothing old is opened for writing, and times only of files that are open.
static int allow_new_files(scmp_filter_ctx filter) {
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
         SCMP_A2(SCMP_CMP_MASKED_EQ, O_CREAT | O_EXCL | O_TRUNC, O_CREAT | O_EXCL));
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(renameat2), 1, SCMP_A4(SCMP_CMP_LE, 1));
    RULE(filter, SCMP_ACT_ALLOW, SCMP_SYS(utimensat), 2, SCMP_A1(SCMP_CMP_EQ, 0), SCMP_A3(SCMP_CMP_EQ, 0));
    static const int writing[] = {
        SCMP_SYS(mkdirat), SCMP_SYS(mkdir), SCMP_SYS(unlinkat), SCMP_SYS(pwrite64), SCMP_SYS(fsync), SCMP_SYS(fdatasync),
    };
    return add_all(filter, SCMP_ACT_ALLOW, writing, COUNT(writing));
}

int ks_seccomp_copier(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) return -ENOMEM;
    int result = prepare(filter);
    if (result == 0) result = allow_running(filter);
    if (result == 0) result = allow_reading(filter);
    if (result == 0) result = allow_mapping(filter, false);
    if (result == 0) result = allow_new_files(filter);
    return load_and_free(filter, result);
}
