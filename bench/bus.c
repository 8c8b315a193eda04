/* A connection to a D-Bus daemon, without any library. D-Bus Specification 0.42, little-endian. */
#define _GNU_SOURCE
#include "bus.h"

#include <err.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { METHOD_CALL = 1 };

/* --- bytes ------------------------------------------------------------------------------------------------------- */

/* What waits to be sent, or was received; `from` is where the part that is still of interest begins. */
typedef struct {
  uint8_t *data;
  size_t from, length, capacity;
} Bytes;

static void reserve(Bytes *bytes, size_t more) {
  if (bytes->length + more <= bytes->capacity) return;
  bytes->capacity = (bytes->length + more) * 2;
  bytes->data = realloc(bytes->data, bytes->capacity);
  if (!bytes->data) errx(1, "out of memory");
}

static void put(Bytes *bytes, const void *data, size_t length) {
  reserve(bytes, length);
  memcpy(bytes->data + bytes->length, data, length);
  bytes->length += length;
}

static void put_byte(Bytes *bytes, uint8_t value) { put(bytes, &value, 1); }

/* Alignment counts from `start`, the beginning of the message. */
static void put_padding(Bytes *bytes, size_t start, size_t alignment) {
  while ((bytes->length - start) % alignment) put_byte(bytes, 0);
}

static void put_uint(Bytes *bytes, size_t start, uint32_t value) {
  put_padding(bytes, start, 4);
  put(bytes, &value, 4);
}

static void put_string(Bytes *bytes, size_t start, const char *text) {
  put_uint(bytes, start, strlen(text));
  put(bytes, text, strlen(text) + 1);
}

static void put_signature(Bytes *bytes, const char *signature) {
  put_byte(bytes, strlen(signature));
  put(bytes, signature, strlen(signature) + 1);
}

uint32_t uint_at(const uint8_t *data) {
  uint32_t value;
  memcpy(&value, data, 4);
  return value;
}

/* --- the connection ---------------------------------------------------------------------------------------------- */

static int bus;
static Bytes output, input;
uint32_t last_serial;

static void put_field(size_t start, uint8_t code, char type, const char *value) {
  put_padding(&output, start, 8);
  put(&output, (uint8_t[]){code, 1, type, 0}, 4);
  if (type == 'g') put_signature(&output, value);
  else put_string(&output, start, value);
}

uint32_t call(const char *destination, const char *path, const char *interface, const char *member,
              const char *signature, ...) {
  size_t start = output.length;
  put(&output, (uint8_t[]){'l', METHOD_CALL, 0, 1}, 4);
  put_uint(&output, start, 0); /* length of the body, set below */
  put_uint(&output, start, ++last_serial);
  put_uint(&output, start, 0); /* length of the fields, set below */
  put_field(start, 1, 'o', path);
  put_field(start, 2, 's', interface);
  put_field(start, 3, 's', member);
  put_field(start, 6, 's', destination);
  if (*signature) put_field(start, 8, 'g', signature);
  uint32_t fields = output.length - start - 16;
  put_padding(&output, start, 8);

  size_t body = output.length;
  va_list arguments;
  va_start(arguments, signature);
  for (const char *type = signature; *type; type++) {
    if (*type == 's') put_string(&output, body, va_arg(arguments, const char *));
    else put_uint(&output, body, va_arg(arguments, int));
  }
  va_end(arguments);
  uint32_t length = output.length - body;
  memcpy(output.data + start + 4, &length, 4);
  memcpy(output.data + start + 12, &fields, 4);
  return last_serial;
}

/* Sends as much as the socket takes now. */
static void flush(void) {
  while (output.from < output.length) {
    ssize_t sent = send(bus, output.data + output.from, output.length - output.from, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && errno == EAGAIN) return;
    if (sent < 0) err(1, "send");
    output.from += sent;
  }
  output.from = output.length = 0;
}

/* Waits for something to read, sending meanwhile. */
static void receive(void) {
  for (;;) {
    flush();
    struct pollfd event = {.fd = bus, .events = POLLIN | (output.length ? POLLOUT : 0)};
    if (poll(&event, 1, 5000) <= 0) errx(1, "no answer in 5 s");
    if (event.revents & (POLLIN | POLLHUP)) break;
  }
  if (input.from) {
    memmove(input.data, input.data + input.from, input.length - input.from);
    input.length -= input.from;
    input.from = 0;
  }
  reserve(&input, 1 << 18);
  ssize_t count = recv(bus, input.data + input.length, input.capacity - input.length, 0);
  if (count <= 0) errx(1, "the bus closed the connection");
  input.length += count;
}

static uint32_t find_reply_serial(const uint8_t *header, size_t end) {
  for (size_t at = 16; at < end;) {
    at = (at + 7) & ~(size_t)7;
    uint8_t code = header[at];
    char type = header[at + 2];
    at += 4; /* every field's value begins here or at the next 4 */
    if (code == 5) return uint_at(header + at);
    if (type == 'u') at += 4;
    else if (type == 'g') at += header[at] + 2;
    else at += 4 + uint_at(header + at) + 1;
  }
  return 0;
}

Message next_message(void) {
  for (;;) {
    size_t available = input.length - input.from;
    const uint8_t *header = input.data + input.from;
    if (available >= 16) {
      uint32_t body = uint_at(header + 4), fields = uint_at(header + 12);
      size_t header_length = 16 + ((fields + 7) & ~7u);
      if (available >= header_length + body) {
        input.from += header_length + body;
        return (Message){header[1], find_reply_serial(header, 16 + fields), body, header + header_length};
      }
    }
    receive();
  }
}

Message answer_to(uint32_t serial) {
  for (;;) {
    Message message = next_message();
    if (message.reply_serial == serial) return message;
  }
}

void open_bus(const char *address) {
  struct sockaddr_un socket_address = {.sun_family = AF_UNIX};
  char *name = socket_address.sun_path;
  const char *path = strstr(address, "path="), *abstract = strstr(address, "abstract=");
  if (!path && !abstract) errx(1, "the address is not a unix socket");
  const char *value = abstract ? abstract + 9 : path + 5;
  size_t length = strcspn(value, ",;");
  if (length + 2 > sizeof socket_address.sun_path) errx(1, "the address is too long");
  memcpy(abstract ? name + 1 : name, value, length);
  socklen_t size = offsetof(struct sockaddr_un, sun_path) + length + 1;
  bus = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(bus, (struct sockaddr *)&socket_address, size)) err(1, "connect");

  char user[16], line[64] = "", reply[256];
  snprintf(user, sizeof user, "%u", getuid());
  size_t end = sprintf(line + 1, "AUTH EXTERNAL ") + 1; /* after the NUL byte that opens a connection */
  for (const char *digit = user; *digit; digit++) end += sprintf(line + end, "%02x", *digit);
  end += sprintf(line + end, "\r\n");
  int is_written = write(bus, line, end) == (ssize_t)end;
  if (!is_written || read(bus, reply, sizeof reply) < 2 || memcmp(reply, "OK", 2)) errx(1, "the bus refuses this user");
  if (write(bus, "BEGIN\r\n", 7) != 7) err(1, "write");
  answer_to(call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello", ""));
}
