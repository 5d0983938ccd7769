#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The kernel's own layouts; the numbers are the same on every architecture.
struct rule_set {
    uint64_t file_rights, net_rights, scopes;
};
struct path_rule {
    uint64_t rights;
    int32_t descriptor;
} __attribute__((packed));
enum { call_create = 444, call_add = 445, call_restrict = 446, ask_version = 1, path_beneath = 1 };

int ks_landlock_abi(void) {
    long version = syscall(call_create, NULL, 0, ask_version);
    return version < 0 ? 0 : (int)version;
}

int ks_landlock_create(uint64_t file_rights, uint64_t net_rights, uint64_t scopes) {
    // An older kernel takes the longer struct as long as what it does not know is zero.
    struct rule_set rules = {file_rights, net_rights, scopes};
    long descriptor = syscall(call_create, &rules, sizeof rules, 0);
    return descriptor < 0 ? -errno : (int)descriptor;
}

int ks_landlock_allow(int rule_set, int descriptor, uint64_t rights) {
    struct path_rule rule = {rights, descriptor};
    return syscall(call_add, rule_set, path_beneath, &rule, 0) < 0 ? -errno : 0;
}

int ks_landlock_restrict(int rule_set) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -errno;
    return syscall(call_restrict, rule_set, 0) < 0 ? -errno : 0;
}
