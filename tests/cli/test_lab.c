/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The server of vcube lab answers its own page alone: foreign hosts and sites, wrong tokens,
 * methods, paths and values are refused; random requests ($REQUESTS of them) break nothing; and it
 * ends well, also while runs go on, and with the process that waits for the next one. VCUBE is the
 * command to test.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "support.h"

enum { REPLY = 1 << 20 };

static struct {
	pid_t process;
	int port;
	char token[40];
} lab;

static char reply[REPLY + 1];

/* Starts a lab at a port, 0 for any; what it writes to `from`, 1 or 2, goes to *printed. */
static pid_t
begin_lab(int port, int from, FILE **printed)
{
	const char *command = getenv("VCUBE");
	char number[16];
	int out[2];
	pid_t process;

	snprintf(number, sizeof number, "%d", port);
	assert_int_equal(pipe(out), 0);
	process = fork();
	if (process == 0) {
		dup2(out[1], from);
		close(out[0]);
		execl(command ? command : "cli/vcube", "vcube", "lab", "--no-browser", "--port", number,
		      (char *)NULL);
		_exit(127);
	}
	close(out[1]);
	*printed = fdopen(out[0], "r");
	return process;
}

static int
start_at(void **state, int port)
{
	int status;
	FILE *printed;

	lab.process = begin_lab(port, 1, &printed);
	status = fscanf(printed, "http://127.0.0.1:%d/%32[0-9a-f]/", &lab.port, lab.token);
	fclose(printed);
	if (status != 2) {
		assert_int_equal(waitpid(lab.process, &status, 0), lab.process);
		assert_int_equal(WEXITSTATUS(status), 5);
		lab.process = 0;
	}
	return set_deadline(state);
}

/* Starts the lab; skips the test if the command was built without the server. */
static int
start_lab(void **state)
{
	return start_at(state, 0);
}

static int
stop_lab(void **state)
{
	int status;

	(void)state;
	if (!lab.process)
		return 0;
	kill(lab.process, SIGTERM);
	assert_int_equal(waitpid(lab.process, &status, 0), lab.process);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	return 0;
}

#define NEED_LAB() \
	do { \
		if (!lab.process) \
			skip(); \
	} while (0)

static int
connect_to_lab(void)
{
	const struct sockaddr_in at = {
		.sin_family = AF_INET, .sin_port = htons((uint16_t)lab.port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	const int fd = socket(AF_INET, SOCK_STREAM, 0);

	assert_int_equal(connect(fd, (const struct sockaddr *)&at, sizeof at), 0);
	return fd;
}

static void
send_all(int fd, const char *data, size_t size)
{
	ssize_t sent;

	for (; size; data += sent, size -= (size_t)sent)
		if ((sent = send(fd, data, size, MSG_NOSIGNAL)) <= 0)
			return;         /* it has refused the rest */
}

/* Reads the whole reply; returns its status, or 0 if there is none. */
static int
read_reply(int fd)
{
	size_t size = 0;
	ssize_t got;
	int status = 0;

	while (size < REPLY && (got = recv(fd, reply + size, REPLY - size, 0)) > 0)
		size += (size_t)got;
	reply[size] = '\0';
	close(fd);
	if (size)
		assert_int_equal(sscanf(reply, "HTTP/1.%*d %d", &status), 1);
	return status;
}

static int
ask(const char *method, const char *path, const char *headers)
{
	const int fd = connect_to_lab();
	char request[8192];

	snprintf(request, sizeof request, "%s %s HTTP/1.1\r\n%sConnection: close\r\n\r\n", method, path,
		 headers);
	send_all(fd, request, strlen(request));
	return read_reply(fd);
}

/* Asks for a path behind the token, as the lab's page does. */
static int
get(const char *format, const char *word)
{
	char path[4096], tail[3072], host[64];

	snprintf(tail, sizeof tail, format, word);
	snprintf(path, sizeof path, "/%s/%s", lab.token, tail);
	snprintf(host, sizeof host, "Host: 127.0.0.1:%d\r\n", lab.port);
	return ask("GET", path, host);
}

static void
test_answers(void **state)
{
	(void)state;
	NEED_LAB();
	assert_int_equal(get("", NULL), 200);
	assert_non_null(strstr(reply, "<title>vcube lab</title>"));
	assert_non_null(strstr(reply, "Content-Security-Policy: default-src 'none'"));
	assert_int_equal(get("lab.js", NULL), 200);
	assert_int_equal(get("menu", NULL), 200);
	assert_non_null(strstr(reply, "\"name\":\"gather-trees\""));
	assert_int_equal(get("run?run=%s&topology=ring:4&bytes=8&startup=2us", "allgather.ring"), 200);
	assert_non_null(strstr(reply, "\"time_ps\":6024000"));
	assert_int_equal(get("predict?run=%s&topology=ring:7&bytes=8", "allgather"), 200);
	assert_non_null(strstr(reply, "needs a number of nodes that is a power of two"));
	assert_int_equal(get("page?run=%s&topology=ring:4&bytes=8", "allgather.ring"), 200);
	assert_non_null(strstr(reply, "<!DOCTYPE html>"));
	assert_null(strstr(reply, "Content-Disposition"));
	assert_int_equal(get("page?run=%s&topology=ring:4&bytes=8&save=1", "allgather.ring"), 200);
	assert_non_null(strstr(reply, "Content-Disposition: attachment"));
	/* a run that fails has a page, and one that cannot begin a sentence */
	assert_int_equal(get("page?run=%s&topology=ring:4&bytes=8&data=1", "allgather.ring"), 200);
	assert_non_null(strstr(reply, "Content-Type: application/json"));
	assert_non_null(strstr(reply, "\r\n\r\n[{"));
	assert_null(strstr(reply, "<script"));
	assert_non_null(strstr(reply, "}\n]"));
	assert_int_equal(get("page?run=%s&topology=ring:4&bytes=8&crash=3@1", "allgather.ring"), 200);
	assert_non_null(strstr(reply, "\"code\":"));
	assert_int_equal(get("page?run=%s&topology=ring:5&bytes=8", "allgather.mesh"), 422);
	assert_non_null(strstr(reply, "needs a number of nodes that is not prime"));
}

/* Requests that must be refused with this status and these words; %s is the token. */
static const struct {
	int status;
	const char *method, *path, *headers, *words;
} refused[] = {
	{ 403, "GET", "/", "", "token" },
	{ 403, "GET", "/00000000000000000000000000000000/", "", "token" },
	{ 403, "GET", "/%s", "", "token" },
	{ 403, "GET", "/%sx/", "", "token" },
	{ 403, "GET", "/%s/", "Host: evil.example\r\n", "own page" },
	{ 403, "GET", "/%s/", "Host: 127.0.0.1\r\n", "own page" },
	{ 403, "GET", "/%s/", "Origin: http://evil.example\r\n", "own page" },
	{ 403, "GET", "/%s/", "Origin: null\r\n", "own page" },
	{ 403, "GET", "/%s/", "Sec-Fetch-Site: cross-site\r\n", "own page" },
	{ 403, "GET", "/%s/", "Sec-Fetch-Site: same-site\r\n", "own page" },
	{ 405, "POST", "/%s/", "Content-Length: 0\r\n", "GET alone" },
	{ 405, "PUT", "/%s/run", "Content-Length: 3\r\n", "GET alone" },
	{ 405, "OPTIONS", "/%s/", "", "GET alone" },
	{ 404, "GET", "/%s/none", "", "no such page" },
	{ 404, "GET", "/%s/../../etc/passwd", "", "no such page" },
	{ 404, "GET", "/%s/%%2e%%2e/lab.js", "", "no such page" },
	{ 400, "GET", "/%s/run", "", "name what to run" },
	{ 400, "GET", "/%s/run?run=all", "", "not of the form" },
	{ 400, "GET", "/%s/run?run=--load", "", "not of the form" },
	{ 400, "GET", "/%s/run?run=/bin/sh", "", "other characters" },
	{ 400, "GET", "/%s/page?run=allgather.ring&load=x.so", "", "no 'load'" },
	{ 400, "GET", "/%s/page?run=allgather.ring&trace=x", "", "no 'trace'" },
	{ 400, "GET", "/%s/page?run=allgather.ring&clock=wall", "", "no 'clock'" },
	{ 400, "GET", "/%s/run?run=allgather.ring&data=1", "", "no 'data'" },
	{ 400, "GET", "/%s/page?run=allgather.ring&heap=64GiB", "", "no 'heap'" },
	{ 400, "GET", "/%s/page?run=allgather.ring&profile=./x.ini", "", "other characters" },
	{ 400, "GET", "/%s/page?run=allgather.ring&topology=graph:x", "", "no files of graphs" },
	{ 400, "GET", "/%s/page?run=allgather.ring&topology=ring:x", "", "ring:" },
	{ 400, "GET", "/%s/page?run=allgather.ring&topology=hypercube:11", "", "2048 nodes" },
	{ 400, "GET", "/%s/page?run=allgather.ring&bytes=2MiB", "", "longer than the lab's" },
	{ 400, "GET", "/%s/page?run=allgather.ring&bytes=1MiB&topology=ring:64", "", "more data" },
	{ 400, "GET", "/%s/page?run=allgather.ring&bytes=-1", "", "not a number of bytes" },
	{ 400, "GET", "/%s/page?run=allgather.ring&seed=1%%0a2", "", "other characters" },
	{ 422, "GET", "/%s/page?run=allgather.rin", "", "did you mean ring?" },
	{ 422, "GET", "/%s/page?run=allgather", "", "a page shows one run" },
	{ 422, "GET", "/%s/page?run=allgather.ring&startup=fast", "", "startup" },
	{ 422, "GET", "/%s/page?run=program.mine", "", "no program 'mine' is loaded" },
};

static void
test_refuses(void **state)
{
	char path[512], headers[256];

	(void)state;
	NEED_LAB();
	for (size_t i = 0; i < COUNT(refused); i++) {
		const bool has_host = strncmp(refused[i].headers, "Host", 4) == 0;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		snprintf(path, sizeof path, refused[i].path, lab.token);
#pragma GCC diagnostic pop
		snprintf(headers, sizeof headers, has_host ? "%s" : "%sHost: 127.0.0.1:%d\r\n",
			 refused[i].headers, lab.port);
		if (ask(refused[i].method, path, headers) != refused[i].status ||
		    !strstr(reply, refused[i].words))
			fail_msg("%s %s %s: %.600s", refused[i].method, path, refused[i].headers, reply);
	}
}

/* --- random requests ---------------------------------------------------------------- */

static uint64_t drawn;

static size_t
draw(size_t below)
{
	drawn = drawn * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (size_t)(drawn >> 33) % below;
}

static const char *const words[] = {
	"GET ", "POST ", " HTTP/1.1\r\n", " HTTP/9.9\r\n", "\r\n", "\r\n\r\n", "\n", "%00", "%2F", "%", "%zz",
	"../", "..%2f", "?", "&", "=", "#", ";", "run=", "run=allgather.ring", "topology=", "bytes=", "--",
	"--load=x", "graph:/etc/passwd", "ring:99999999999", "mesh:1x1x1x1x1x1x1x1", "hypercube:-1", "links=",
	"0>1:down", "crash=3@2us", "profile=cm5", "save", "events", "menu", "page?", "predict?", "Host: x\r\n",
	"Origin: null\r\n", "Content-Length: 99999999999999999999\r\n", "Content-Length: 5\r\n\r\nabcde",
	"Transfer-Encoding: chunked\r\n\r\n", "ffffffffffffffff\r\n", "Range: bytes=0-\r\n", "\xff\xfe", "\t",
};

/* Changes a request at one place; returns its new length. */
static size_t
change(char *request, size_t size, size_t room)
{
	const size_t at = draw(size + 1), how = draw(5);
	const char *word = words[draw(COUNT(words))];
	const size_t length = strlen(word), many = how == 4 ? 1 + draw(2000) : length;

	if (how == 0 && at < size) {
		request[at] = (char)draw(256);
		return size;
	}
	if (how == 1)
		return at;
	if (how == 2) {
		const size_t cut = draw(size - at + 1);

		memmove(request + at, request + at + cut, size - at - cut);
		return size - cut;
	}
	if (size + many > room)
		return size;
	memmove(request + at + many, request + at, size - at);
	if (how == 4)
		memset(request + at, "a%\r\0="[draw(5)], many);
	else
		memcpy(request + at, word, length);
	return size + many;
}

static size_t
draw_request(char *request, size_t room)
{
	static const char *const paths[] = {
		"", "", "lab.js", "none", "events", "run?run=allgather.ring&topology=mesh:3x2&bytes=8,16",
		"page?run=alltoall.direct&topology=ring:x&bytes=8&seed=3", "predict?run=all&startup=1us",
		"page?run=bcast.binomial&topology=hypercube:99&links=0>1:down", "run?bytes=&run=&topology=",
	};
	size_t size = (size_t)snprintf(request, room, "GET /%s/%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
				       "Connection: close\r\n\r\n", lab.token,
				       paths[draw(COUNT(paths))], lab.port);

	for (size_t changes = 1 + draw(4); changes-- > 0;)
		size = change(request, size, room);
	return size;
}

static void
test_random_requests(void **state)
{
	const char *asked = getenv("REQUESTS"), *share = getenv("SHARE");
	const long count = asked ? atol(asked) : share ? 1000 : 3000;
	char request[16384];

	(void)state;
	NEED_LAB();
	alarm((unsigned)(DEADLINE + count / 20));
	drawn = seed;
	for (long i = 0; i < count; i++) {
		const size_t size = draw_request(request, sizeof request);
		const int fd = connect_to_lab();

		send_all(fd, request, size);
		shutdown(fd, SHUT_WR);
		read_reply(fd);
	}
	assert_int_equal(get("", NULL), 200);
	assert_int_equal(get("run?run=%s&topology=ring:4&bytes=8", "allgather.ring"), 200);
}

/* More callers than it serves at once: some are refused, and the next is served again. */
static void
test_crowd(void **state)
{
	int fds[100];

	(void)state;
	NEED_LAB();
	for (size_t i = 0; i < COUNT(fds); i++) {
		char request[256];

		fds[i] = connect_to_lab();
		snprintf(request, sizeof request, "GET /%s/page?run=alltoall.direct&topology=torus:8x8 HTTP/1.1"
			 "\r\nHost: 127.0.0.1:%d\r\n\r\n", lab.token, lab.port);
		send_all(fds[i], request, strlen(request));
	}
	for (size_t i = 0; i < COUNT(fds); i++)
		close(fds[i]);
	assert_int_equal(get("", NULL), 200);
}

/* Runs that nobody waits for any more, and some that wait, when the lab ends (stop_lab()). */
static void
test_stopped_while_it_runs(void **state)
{
	(void)state;
	NEED_LAB();
	for (int i = 0; i < 8; i++) {
		const int fd = connect_to_lab();
		char request[256];

		snprintf(request, sizeof request, "GET /%s/page?run=alltoall.direct&topology=torus:8x8 HTTP/1.1"
			 "\r\nHost: 127.0.0.1:%d\r\n\r\n", lab.token, lab.port);
		send_all(fd, request, strlen(request));
	}
	assert_int_equal(get("lab.css", NULL), 200);
}

/* Returns the processes of the lab, all of which wait for runs. */
static int
waiting_processes(pid_t *found, int most)
{
	char path[64];
	FILE *list;
	int count = 0;

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)lab.process, (int)lab.process);
	list = fopen(path, "r");
	if (!list)
		skip();
	while (count < most && fscanf(list, "%d", &found[count]) == 1)
		count++;
	fclose(list);
	return count;
}

/* Before anybody asks, one process waits for a run; if it is killed, runs go on. */
static void
test_process_in_advance(void **state)
{
	struct pollfd ended = { .events = POLLIN };
	pid_t waiting[2];

	(void)state;
	NEED_LAB();
	assert_int_equal(waiting_processes(waiting, 2), 1);
	ended.fd = (int)syscall(SYS_pidfd_open, waiting[0], 0);
	assert_true(ended.fd >= 0);
	kill(waiting[0], SIGKILL);
	assert_int_equal(poll(&ended, 1, -1), 1);
	assert_int_equal(get("run?run=%s&topology=ring:4&bytes=8&startup=2us", "allgather.ring"), 200);
	assert_non_null(strstr(reply, "\"time_ps\":6024000"));
	assert_int_equal(kill(waiting[0], 0), -1);
	close(ended.fd);
}

/* When the lab ends, the process that waits does, too. */
static void
test_ends_what_waits(void **state)
{
	struct pollfd ended = { .events = POLLIN };
	pid_t waiting[2];

	NEED_LAB();
	assert_int_equal(waiting_processes(waiting, 2), 1);
	ended.fd = (int)syscall(SYS_pidfd_open, waiting[0], 0);
	stop_lab(state);
	assert_int_equal(poll(&ended, 1, 0), 1);
	close(ended.fd);
	lab.process = 0;
}

/* A port is one lab's alone; a lab that ends amid connections leaves it to the next. */
static void
test_port(void **state)
{
	const int port = lab.port;
	char sentence[256] = "";
	FILE *printed;
	int status;
	pid_t second;

	NEED_LAB();
	second = begin_lab(port, 2, &printed);
	assert_non_null(fgets(sentence, sizeof sentence, printed));
	fclose(printed);
	assert_int_equal(waitpid(second, &status, 0), second);
	assert_int_equal(WEXITSTATUS(status), 5);
	assert_non_null(strstr(sentence, "Address already in use"));
	test_crowd(state);
	stop_lab(state);
	assert_int_equal(start_at(state, port), 0);
	assert_int_equal(lab.port, port);
	assert_int_equal(get("", NULL), 200);
}

#define LAB_TEST(function) cmocka_unit_test_setup_teardown(function, start_lab, stop_lab)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		LAB_TEST(test_answers),
		LAB_TEST(test_refuses),
		LAB_TEST(test_random_requests),
		LAB_TEST(test_crowd),
		LAB_TEST(test_port),
		LAB_TEST(test_stopped_while_it_runs),
		LAB_TEST(test_process_in_advance),
		LAB_TEST(test_ends_what_waits),
	};

	return RUN_TESTS(tests);
}
