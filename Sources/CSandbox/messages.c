#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#endif

int ks_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0 ? -errno : 0; }

int ks_memory(const char *name, size_t size) {
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -errno;
    if (ftruncate(descriptor, (off_t)size) == 0 &&
        fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        return descriptor;
    int problem = errno;
    close(descriptor);
    return -problem;
}

static int write_all(int descriptor, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written < 0) return -errno;
        bytes += written;
        count -= (size_t)written;
    }
    return 0;
}

int ks_sealed(const char *name, const void *bytes, size_t count, size_t size) {
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -errno;
    int result = write_all(descriptor, bytes, count);
    if (result == 0 && ftruncate(descriptor, (off_t)size) < 0) result = -errno;
    if (result == 0 && fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) < 0) result = -errno;
    if (result == 0) {
        // Opened again for reading: only then can a mapping never become writable, on old kernels too.
        char path[64];
        snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
        result = open(path, O_RDONLY | O_CLOEXEC);
        if (result < 0) result = -errno;
    }
    close(descriptor);
    return result;
}

union control {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(2 * sizeof(int))];
};

ssize_t ks_send(int socket, const void *head, size_t head_count, const void *body, size_t body_count,
                const int *descriptors, int descriptor_count, bool wait) {
    struct iovec parts[2] = {{(void *)head, head_count}, {(void *)body, body_count}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = body_count ? 2 : 1};
    union control control;
    if (descriptor_count > 0 && descriptor_count <= 2) {
        size_t size = (size_t)descriptor_count * sizeof(int);
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(size);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(size);
        memcpy(CMSG_DATA(header), descriptors, size);
    }
    ssize_t sent;
    do sent = sendmsg(socket, &message, MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT));
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}

ssize_t ks_receive(int socket, void *buffer, size_t capacity, int descriptors[2], bool wait) {
    struct iovec part = {buffer, capacity};
    union control control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    descriptors[0] = descriptors[1] = -1;
    ssize_t count;
    do count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | (wait ? 0 : MSG_DONTWAIT));
    while (count < 0 && errno == EINTR);
    if (count < 0) return -errno;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t size = header->cmsg_len - CMSG_LEN(0);
        memcpy(descriptors, CMSG_DATA(header), size < 2 * sizeof(int) ? size : 2 * sizeof(int));
    }
    return message.msg_flags & MSG_TRUNC ? -EMSGSIZE : count;
}

ssize_t ks_receive_plain(int socket, void *buffer, size_t capacity, bool wait) {
    struct iovec part = {buffer, capacity};
    // Without room for control data the kernel drops any descriptor that was sent.
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    ssize_t count;
    do count = recvmsg(socket, &message, wait ? 0 : MSG_DONTWAIT);
    while (count < 0 && errno == EINTR);
    if (count < 0) return -errno;
    return message.msg_flags & MSG_TRUNC ? -EMSGSIZE : count;
}

int ks_rename(int directory, const char *from, const char *to, bool replacing) {
    if (!replacing) {
        if (syscall(SYS_renameat2, directory, from, directory, to, RENAME_NOREPLACE) == 0) return 0;
        // FAT and some network file systems cannot promise it.
        if (errno != EINVAL && errno != ENOSYS) return -errno;
    }
    return syscall(SYS_renameat2, directory, from, directory, to, 0) < 0 ? -errno : 0;
}

int ks_unlink(int directory, const char *name, bool folder) {
    return unlinkat(directory, name, folder ? AT_REMOVEDIR : 0) < 0 ? -errno : 0;
}
