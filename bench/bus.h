/* A connection to a D-Bus daemon: calls are queued and sent with the next wait, so that many are on their way at once. */
#pragma once
#include <stdint.h>

enum { METHOD_RETURN = 2 };

typedef struct {
  uint8_t type;
  /* 0 of what is no answer. */
  uint32_t reply_serial;
  uint32_t length;
  /* Valid until the next message is taken. */
  const uint8_t *body;
} Message;

/* The serial of the last call. */
extern uint32_t last_serial;

/* Connects. ADDRESS is unix:path=… or unix:abstract=…, with or without further keys. Ends the program when it cannot. */
void open_bus(const char *address);
/* Queues a call and returns its serial. Arguments by `signature`: s a string, i and u an int. */
uint32_t call(const char *destination, const char *path, const char *interface, const char *member,
              const char *signature, ...);
/* Waits for the next message, or for the answer to one call; ends the program when nothing comes for 5 s. */
Message next_message(void);
Message answer_to(uint32_t serial);
uint32_t uint_at(const uint8_t *data);
