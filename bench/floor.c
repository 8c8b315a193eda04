/*
 * The floor of a tree read: a client of the accessibility bus without any library, without a tree to keep and without
 * text to write. It asks an application for what walk.ts, describe.ts and, of a browser, read-browser.ts of
 * src/workers/atspi/backends ask for, but for the lengths of lists, as fast as the socket takes it, so that its time is
 * the application's and the bus daemon's.
 *
 *   floor ADDRESS APPLICATION READS     prints a line a read: nodes VISITED calls MADE ms TIME
 *
 * Interfaces: xml/ of at-spi2-core 2.56.
 */
#define _GNU_SOURCE
#include "bus.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ATSPI "org.a11y.atspi."
#define PROPERTIES "org.freedesktop.DBus.Properties"
#define ROOT_PATH "/org/a11y/atspi/accessible/root"
#define SEARCHED_CHARS 1000
#define MAX_ACTIONS 16
#define MAX_NODES 200000

enum { SHOWING = 25, VISIBLE = 30 }; /* bits of AtspiStateType */
enum { PASSWORD_TEXT = 40 };         /* of AtspiRole, as are the numbers below */

/* INTERACTIVE_ROLES, VALUE_ROLES, MENU_ITEM_ROLES and DOCUMENT_ROLES of src/workers/atspi/model/roles.ts. */
static const uint32_t interactive_roles[] = {7,  8,  11, 12, 15, 26, 32, 33, 35, 37, 40,  43,
                                             44, 45, 51, 52, 56, 59, 62, 79, 88, 91, 129, 130, 0};
static const uint32_t value_roles[] = {15, 42, 51, 52, 103, 114, 0};
static const uint32_t menu_item_roles[] = {8, 33, 35, 45, 59, 0};
static const uint32_t document_roles[] = {82, 94, 95, 96, 0};

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

typedef struct {
  int32_t x, y, width, height;
} Rect;

typedef struct {
  char *path;
  uint32_t parent, role;
  /* Answers of Name, GetRole and GetInterfaces so far; with the third it is known what else to ask for. */
  int known;
  int has_name, has_action, has_text, has_value;
  /* Of windows of a browser, and of what may hold what shows. */
  Rect extents;
} Node;

enum Question {
  STATE,
  CHILDREN,
  NAME,
  ROLE,
  INTERFACES,
  ACTIONS,
  ACTION_COUNT,
  TEXT,
  TEXT_LENGTH,
  EXTENTS,
  HIDDEN_ROLE,
  HIDDEN_CHILDREN,
  CONTENT /* nothing follows from the answer */
};

typedef struct {
  uint32_t node;
  enum Question question;
} Pending;

static char application[64];
static int is_browser;
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

static void ask_text(uint32_t node, enum Question question, int end) {
  expect(call(application, nodes[node].path, ATSPI "Text", "GetText", "ii", 0, end), node, question);
}

static void ask_action_name(uint32_t node, int action) {
  expect(call(application, nodes[node].path, ATSPI "Action", "GetName", "i", action), node, CONTENT);
}

/* In coordinates of the screen. */
static void ask_extents(uint32_t node) {
  expect(call(application, nodes[node].path, ATSPI "Component", "GetExtents", "u", 0), node, EXTENTS);
}

static void visit(const char *path, uint32_t parent) {
  if (node_count == MAX_NODES) errx(1, "more than %d objects: a circle?", MAX_NODES);
  if (node_count == node_capacity) {
    node_capacity = node_capacity * 2 + 1024;
    nodes = realloc(nodes, node_capacity * sizeof *nodes);
  }
  nodes[node_count] = (Node){.path = strdup(path), .parent = parent};
  ask(node_count++, STATE, ATSPI "Accessible", "GetState");
}

static int contains(const uint32_t *roles, uint32_t role) {
  while (*roles && *roles != role) roles++;
  return *roles != 0;
}

static void ask_content(uint32_t index) {
  Node *node = &nodes[index];
  if (!node->has_name && contains(interactive_roles, node->role))
    ask_property(index, CONTENT, ATSPI "Accessible", "Description");
  if (node->has_action) {
    if (contains(menu_item_roles, node->role)) ask_property(index, ACTION_COUNT, ATSPI "Action", "NActions");
    else ask(index, ACTIONS, ATSPI "Action", "GetActions");
  }
  if (node->has_text && node->role != PASSWORD_TEXT) ask_text(index, TEXT, SEARCHED_CHARS + 1);
  if (node->has_value && contains(value_roles, node->role)) {
    ask_property(index, CONTENT, ATSPI "Value", "MinimumValue");
    ask_property(index, CONTENT, ATSPI "Value", "MaximumValue");
    ask_property(index, CONTENT, ATSPI "Value", "CurrentValue");
  }
}

static void enter(uint32_t index) {
  if (is_browser && index != 0 && nodes[index].parent == 0) ask_extents(index);
  ask_property(index, NAME, ATSPI "Accessible", "Name");
  ask(index, ROLE, ATSPI "Accessible", "GetRole");
  ask(index, INTERFACES, ATSPI "Accessible", "GetInterfaces");
  ask(index, CHILDREN, ATSPI "Accessible", "GetChildren");
}

static void on_state(uint32_t index, const uint8_t *body) {
  uint32_t states = uint_at(body + 4);
  if (index == 0 || states >> SHOWING & 1) enter(index);
  else if (is_browser && states >> VISIBLE & 1) {
    ask(index, HIDDEN_ROLE, ATSPI "Accessible", "GetRole");
    ask_extents(index);
    ask(index, HIDDEN_CHILDREN, ATSPI "Accessible", "GetChildren");
  }
}

static int is_in_page(uint32_t index) {
  while ((index = nodes[index].parent)) {
    if (contains(document_roles, nodes[index].role)) return 1;
  }
  return 0;
}

static int overlap(Rect a, Rect b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/* Whether what does not show may hold what shows: `isOverlay` of read-browser.ts. */
static int is_overlay(uint32_t index) {
  if (contains(document_roles, nodes[index].role)) return 0;
  if (nodes[index].extents.width < 0) return is_in_page(index);
  uint32_t window = index;
  while (nodes[window].parent) window = nodes[window].parent;
  return window != index && overlap(nodes[index].extents, nodes[window].extents);
}

/* Signature a(so): the bus name and path of each child. */
static void on_children(uint32_t index, const uint8_t *body) {
  for (size_t at = 8, end = 8 + uint_at(body); at < end;) {
    at = (at + 7) & ~(size_t)7;
    const char *owner = (const char *)body + at + 4;
    at = (at + 4 + uint_at(body + at) + 1 + 3) & ~(size_t)3;
    const char *path = (const char *)body + at + 4;
    at += 4 + uint_at(body + at) + 1;
    if (!strcmp(owner, application)) visit(path, index);
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

/* Signature a(sss). Where a browser leaves names empty or runs them together, each is asked for. */
static void on_actions(uint32_t index, const uint8_t *body) {
  int count = 0, is_vague = 0;
  for (size_t at = 8, end = 8 + uint_at(body); at < end; count++) {
    at = (at + 7) & ~(size_t)7;
    is_vague |= uint_at(body + at) == 0 || strchr((const char *)body + at + 4, ';') != NULL;
    for (int part = 0; part < 3; part++) at = ((at + 3) & ~(size_t)3) + 4 + uint_at(body + ((at + 3) & ~(size_t)3)) + 1;
  }
  for (int action = 0; is_vague && action < count; action++) ask_action_name(index, action);
}

static void on_action_count(uint32_t index, uint32_t count) {
  for (uint32_t action = 0; action < count && action < MAX_ACTIONS; action++) ask_action_name(index, action);
}

/* Firefox gives nothing at all when it is asked for more than there is. */
static void on_text_length(uint32_t index, int32_t length) {
  if (length > 0) ask_text(index, CONTENT, length < SEARCHED_CHARS + 1 ? length : SEARCHED_CHARS + 1);
}

static void follow_up(uint32_t index, enum Question question, Message message) {
  Node *node = &nodes[index];
  const uint8_t *body = message.body;
  const uint8_t *variant = body + 4; /* what is in a variant of 4 bytes or a string */
  if (question == STATE) on_state(index, body);
  if (question == CHILDREN) on_children(index, body);
  if (question == NAME) node->has_name = message.length > 8 && uint_at(variant) > 0;
  if (question == ROLE || question == HIDDEN_ROLE) node->role = uint_at(body);
  if (question == INTERFACES) on_interfaces(node, body);
  if (question == ACTIONS) on_actions(index, body);
  if (question == ACTION_COUNT) on_action_count(index, uint_at(variant));
  if (question == TEXT && uint_at(body) == 0) ask_property(index, TEXT_LENGTH, ATSPI "Text", "CharacterCount");
  if (question == TEXT_LENGTH) on_text_length(index, (int32_t)uint_at(variant));
  if (question == EXTENTS) memcpy(&node->extents, body, sizeof node->extents);
  if (question == HIDDEN_CHILDREN && uint_at(body) > 0 && is_overlay(index)) enter(index);
  if (question == NAME || question == ROLE || question == INTERFACES) {
    if (++node->known == 3) ask_content(index);
  }
}

static void on_reply(Message message) {
  if (message.reply_serial < first_serial) return;
  Pending asked = pending[message.reply_serial - first_serial];
  outstanding--;
  /* Otherwise the object went away meanwhile. */
  if (message.type == METHOD_RETURN) follow_up(asked.node, asked.question, message);
}

static int is_toolkit_of_browser(const char *owner) {
  Message reply = answer_to(call(owner, ROOT_PATH, PROPERTIES, "Get", "ss", ATSPI "Application", "ToolkitName"));
  const char *name = (const char *)reply.body + 8;
  return reply.type == METHOD_RETURN && (!strcmp(name, "Gecko") || !strcmp(name, "Chromium"));
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
  is_browser = is_toolkit_of_browser(application);
}

static void read_application(void) {
  while (node_count) free(nodes[--node_count].path);
  first_serial = last_serial + 1;
  calls = 0;
  double start = now_ms();
  visit(ROOT_PATH, 0);
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
