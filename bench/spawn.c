/*
 * Times how long an MCP server takes from its start to its first answers, beside a command that only starts and ends.
 *
 *   spawn ROUNDS BARE... -- SERVER...     prints a line a round: bare MS initialize MS tools MS
 *
 * The two take turns, so that what else the machine does falls on both. The client is C, so that its own time is not
 * measured. `bare` is from spawn to exit, the other two from spawn to the end of the answer's line.
 */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char initialize[] =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
    "\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}\n";
static const char list_tools[] = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
                                 "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\n";

extern char **environ;

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

typedef struct {
  pid_t pid;
  int input, output;
} Child;

static Child start(char **command) {
  int input[2], output[2];
  if (pipe2(input, O_CLOEXEC) || pipe2(output, O_CLOEXEC)) err(1, "pipe");
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input[0], 0);
  posix_spawn_file_actions_adddup2(&files, output[1], 1);
  Child child = {.input = input[1], .output = output[0]};
  if (posix_spawnp(&child.pid, command[0], &files, NULL, command, environ)) errx(1, "cannot start %s", command[0]);
  posix_spawn_file_actions_destroy(&files);
  close(input[0]);
  close(output[1]);
  return child;
}

static void end(Child child) {
  close(child.input);
  waitpid(child.pid, NULL, 0);
  close(child.output);
}

/* Sends a request and reads to the end of the line that answers it. */
static void ask(Child child, const char *request) {
  char answer[1 << 16];
  ssize_t count = write(child.input, request, strlen(request));
  if (count < 0) err(1, "write");
  do {
    count = read(child.output, answer, sizeof answer);
    if (count <= 0) errx(1, "the server ended without an answer");
  } while (answer[count - 1] != '\n');
}

int main(int count, char **arguments) {
  signal(SIGPIPE, SIG_IGN);
  char **server = arguments + 2;
  while (server < arguments + count && strcmp(*server, "--")) server++;
  if (count < 5 || server >= arguments + count - 1) errx(2, "usage: spawn ROUNDS BARE... -- SERVER...");
  *server++ = NULL;
  for (int rounds = atoi(arguments[1]); rounds > 0; rounds--) {
    double begin = now_ms();
    end(start(arguments + 2));
    double bare = now_ms() - begin;

    begin = now_ms();
    Child child = start(server);
    ask(child, initialize);
    double initialized = now_ms() - begin;
    ask(child, list_tools);
    double listed = now_ms() - begin;
    end(child);
    printf("bare %.3f initialize %.3f tools %.3f\n", bare, initialized, listed);
  }
  return 0;
}
