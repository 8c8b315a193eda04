/*
 * The floor of a tree read: a client of the accessibility bus without any library, without a tree to keep and without
 * text to write. It asks a Qt application for exactly what src/workers/atspi/backends/read.ts asks for, as fast as the
 * socket takes it, so that its time is the application's and the bus daemon's.
 *
 *   floor ADDRESS APPLICATION READS     prints a line a read: nodes CALLED calls MADE ms TIME
 *
 * Wire format: D-Bus Specification 0.42, little-endian. Interfaces: xml/ of at-spi2-core 2.56.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define ATSPI "org.a11y.atspi."
#define PROPERTIES "org.freedesktop.DBus.Properties"
#define ROOT_PATH "/org/a11y/atspi/accessible/root"
#define SEARCHED_CHARS 1000

enum { METHOD_CALL = 1, METHOD_RETURN = 2, ERROR = 3 };
enum { SHOWING = 25 };         /* bit of AtspiStateType */
enum { PASSWORD_TEXT = 40 };   /* of AtspiRole */

/* INTERACTIVE_ROLES and VALUE_ROLES of src/workers/atspi/model/roles.ts, as numbers of AtspiRole. */
static const uint32_t interactive_roles[] = {7,  8,  11, 12, 15, 26, 32, 33, 35, 37, 40,  43,
                                             44, 45, 51, 52, 56, 59, 62, 79, 88, 91, 129, 130};
static const uint32_t value_roles[] = {15, 42, 51, 52, 103, 114};

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

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

static uint32_t uint_at(const uint8_t *data) {
  uint32_t value;
  memcpy(&value, data, 4);
  return value;
}

/* --- the connection ---------------------------------------------------------------------------------------------- */

static int bus;
static Bytes output, input;
static uint32_t last_serial;

static void put_field(size_t start, uint8_t code, char type, const char *value) {
  put_padding(&output, start, 8);
  put(&output, (uint8_t[]){code, 1, type, 0}, 4);
  if (type == 'g') put_signature(&output, value);
  else put_string(&output, start, value);
}

/* Queues a call and returns its serial. Arguments by `signature`: s a string, i and u an int. */
static uint32_t call(const char *destination, const char *path, const char *interface, const char *member,
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

typedef struct {
  uint8_t type;
  uint32_t reply_serial;
  uint32_t length;
  /* Valid until the next message is taken. */
  const uint8_t *body;
} Message;

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

static Message next_message(void) {
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

static Message answer_to(uint32_t serial) {
  for (;;) {
    Message message = next_message();
    if (message.reply_serial == serial) return message;
  }
}

/* ADDRESS is unix:path=… or unix:abstract=…, with or without further keys. */
static void open_bus(const char *address) {
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

/* --- the read ---------------------------------------------------------------------------------------------------- */

typedef struct {
  char *path;
  uint32_t role;
  /* Answers of Name, GetRole and GetInterfaces so far; with the third it is known what else to ask for. */
  int known;
  int has_name, has_action, has_text, has_value;
} Node;

enum Question { STATE, CHILDREN, NAME, ROLE, INTERFACES, TEXT, CONTENT };

typedef struct {
  uint32_t node;
  enum Question question;
} Pending;

static char application[64];
static Node *nodes;
static uint32_t node_count, node_capacity;
/* By serial, from the first one of the read. */
static Pending *pending;
static uint32_t pending_capacity, first_serial, outstanding, calls;

static void expect(uint32_t serial, uint32_t node, enum Question question) {
  uint32_t index = serial - first_serial;
  if (index >= pending_capacity) {
    pending_capacity = index * 2 + 1024;
    pending = realloc(pending, pending_capacity * sizeof *pending);
  }
  pending[index] = (Pending){node, question};
  outstanding++;
  calls++;
}

static void ask(uint32_t node, enum Question question, const char *interface, const char *member) {
  expect(call(application, nodes[node].path, interface, member, ""), node, question);
}

static void ask_property(uint32_t node, enum Question question, const char *interface, const char *name) {
  expect(call(application, nodes[node].path, PROPERTIES, "Get", "ss", interface, name), node, question);
}

static void visit(const char *path) {
  if (node_count == node_capacity) {
    node_capacity = node_capacity * 2 + 1024;
    nodes = realloc(nodes, node_capacity * sizeof *nodes);
  }
  nodes[node_count] = (Node){.path = strdup(path)};
  ask(node_count++, STATE, ATSPI "Accessible", "GetState");
}

static int contains(const uint32_t *roles, size_t size, uint32_t role) {
  for (size_t i = 0; i < size / sizeof *roles; i++) {
    if (roles[i] == role) return 1;
  }
  return 0;
}

static void ask_content(uint32_t index) {
  Node *node = &nodes[index];
  if (!node->has_name && contains(interactive_roles, sizeof interactive_roles, node->role))
    ask_property(index, CONTENT, ATSPI "Accessible", "Description");
  if (node->has_action) ask(index, CONTENT, ATSPI "Action", "GetActions");
  if (node->has_text && node->role != PASSWORD_TEXT)
    expect(call(application, node->path, ATSPI "Text", "GetText", "ii", 0, SEARCHED_CHARS + 1), index, TEXT);
  if (node->has_value && contains(value_roles, sizeof value_roles, node->role)) {
    ask_property(index, CONTENT, ATSPI "Value", "MinimumValue");
    ask_property(index, CONTENT, ATSPI "Value", "MaximumValue");
    ask_property(index, CONTENT, ATSPI "Value", "CurrentValue");
  }
}

static void on_state(uint32_t index, const uint8_t *body) {
  int is_root = index == 0;
  if (!is_root && !(uint_at(body + 4) >> SHOWING & 1)) return;
  ask_property(index, NAME, ATSPI "Accessible", "Name");
  ask(index, ROLE, ATSPI "Accessible", "GetRole");
  ask(index, INTERFACES, ATSPI "Accessible", "GetInterfaces");
  ask(index, CHILDREN, ATSPI "Accessible", "GetChildren");
}

/* Signature a(so): the bus name and path of each child. */
static void on_children(const uint8_t *body) {
  for (size_t at = 8, end = 8 + uint_at(body); at < end;) {
    at = (at + 7) & ~(size_t)7;
    const char *owner = (const char *)body + at + 4;
    at = (at + 4 + uint_at(body + at) + 1 + 3) & ~(size_t)3;
    const char *path = (const char *)body + at + 4;
    at += 4 + uint_at(body + at) + 1;
    if (!strcmp(owner, application)) visit(path);
  }
}

/* Signature as. */
static void on_interfaces(Node *node, const uint8_t *body) {
  for (size_t at = 4, end = 4 + uint_at(body); at < end;) {
    at = (at + 3) & ~(size_t)3;
    const char *name = (const char *)body + at + 4;
    node->has_action |= !strcmp(name, ATSPI "Action");
    node->has_text |= !strcmp(name, ATSPI "Text");
    node->has_value |= !strcmp(name, ATSPI "Value");
    at += 4 + uint_at(body + at) + 1;
  }
}

static void on_reply(Message message) {
  if (message.type == METHOD_CALL || message.reply_serial < first_serial) return;
  Pending *asked = &pending[message.reply_serial - first_serial];
  uint32_t index = asked->node;
  enum Question question = asked->question;
  outstanding--;
  if (message.type != METHOD_RETURN) return; /* the object went away meanwhile */
  if (question == STATE) on_state(index, message.body);
  if (question == CHILDREN) on_children(message.body);
  if (question == NAME) nodes[index].has_name = message.length > 8 && uint_at(message.body + 4) > 0; /* v of s */
  if (question == ROLE) nodes[index].role = uint_at(message.body);
  if (question == INTERFACES) on_interfaces(&nodes[index], message.body);
  if (question == TEXT && uint_at(message.body) == 0) ask_property(index, CONTENT, ATSPI "Text", "CharacterCount");
  if (question == NAME || question == ROLE || question == INTERFACES) {
    if (++nodes[index].known == 3) ask_content(index);
  }
}

/* The bus name of the application with this name; the last one, if several have it. */
static void find_application(const char *name) {
  Message list = answer_to(call(ATSPI "Registry", ROOT_PATH, ATSPI "Accessible", "GetChildren", ""));
  uint8_t *body = malloc(list.length);
  memcpy(body, list.body, list.length);
  for (size_t at = 8, end = 8 + uint_at(body); at < end;) {
    at = (at + 7) & ~(size_t)7;
    const char *owner = (const char *)body + at + 4;
    at = (at + 4 + uint_at(body + at) + 1 + 3) & ~(size_t)3;
    at += 4 + uint_at(body + at) + 1;
    Message reply = answer_to(call(owner, ROOT_PATH, PROPERTIES, "Get", "ss", ATSPI "Accessible", "Name"));
    if (reply.type == METHOD_RETURN && !strcmp((const char *)reply.body + 8, name))
      snprintf(application, sizeof application, "%s", owner);
  }
  free(body);
  if (!*application) errx(1, "no application of this name");
}

static void read_application(void) {
  while (node_count) free(nodes[--node_count].path);
  first_serial = last_serial + 1;
  calls = 0;
  double start = now_ms();
  visit(ROOT_PATH);
  while (outstanding) on_reply(next_message());
  printf("nodes %u calls %u ms %.3f\n", node_count, calls, now_ms() - start);
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "usage: floor ADDRESS APPLICATION READS\n");
    return 2;
  }
  open_bus(arguments[1]);
  find_application(arguments[2]);
  for (int reads = atoi(arguments[3]); reads > 0; reads--) read_application();
  return 0;
}
