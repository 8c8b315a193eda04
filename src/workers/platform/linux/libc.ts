/**
 * The functions of the C library that workers call, and the numbers that go with them.
 *
 * Numbers are those of the Linux headers for x86-64 and arm64, which agree in all of them (linux 6.1, asm-generic).
 * All calls return -1 on failure and leave the reason to `systemError`; `close` is not looked at.
 */
import { loadLibrary } from './ffi.ts';

const declare = loadLibrary('libc.so.6');

/** socket(2), connect(2). */
export const AF_UNIX = 1;
export const SOCK_STREAM = 1;
export const SOCK_CLOEXEC = 0x80000;
/** A connect that would wait, because the other side accepts nobody, fails instead. */
export const SOCK_NONBLOCK = 0x800;
/** sendmsg(2), recvmsg(2). */
export const MSG_CTRUNC = 0x8;
export const MSG_DONTWAIT = 0x40;
export const MSG_NOSIGNAL = 0x4000;
export const MSG_CMSG_CLOEXEC = 0x40000000;
export const SOL_SOCKET = 1;
export const SCM_RIGHTS = 1;
/** poll(2). */
export const POLLIN = 0x1;
export const POLLOUT = 0x4;
/** dup3(2). */
export const O_CLOEXEC = 0x80000;
/** fcntl(2). */
export const F_DUPFD_CLOEXEC = 1030;
/** eventfd(2). */
export const EFD_NONBLOCK = 0x800;
export const EFD_CLOEXEC = 0x80000;
/** errno(3). */
export const EINTR = 4;
export const EAGAIN = 11;

export const socket = declare('int socket(int domain, int type, int protocol)');
export const connect = declare('int connect(int fd, const void *address, uint32_t length)');
export const bind = declare('int bind(int fd, const void *address, uint32_t length)');
export const listen = declare('int listen(int fd, int backlog)');
export const sendmsg = declare('long sendmsg(int fd, void *message, int flags)');
export const recvmsg = declare('long recvmsg(int fd, void *message, int flags)');
/** Never wait longer than 250 ms in one call: a thread that waits in C cannot be ended. */
export const poll = declare('int poll(void *descriptors, unsigned long count, int timeout)');
export const eventfd = declare('int eventfd(uint32_t initial, int flags)');
export const dup3 = declare('int dup3(int from, int to, int flags)');
/** Of variable arguments, which koffi takes as a type and a value each. */
export const fcntl = declare('int fcntl(int fd, int command, ...)');
/** Fills 8 bytes: the end to read from, the end to write to. */
export const pipe2 = declare('int pipe2(void *ends, int flags)');
export const pread = declare('long pread(int fd, void *bytes, size_t size, int64_t offset)');
export const close = declare('int close(int fd)');
