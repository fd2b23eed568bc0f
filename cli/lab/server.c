/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lab's server. Everything is refused but GET of /TOKEN/..., asked of this very host and, if
 * a page asks, by its own one. A request that needs a run is suspended until that has ended.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <jansson.h>
#include <microhttpd.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/d3.h"
#include "base/status.h"
#include "base/text.h"
#include "base/utf8.h"
#include "lab/job.h"
#include "lab/page.h"
#include "lab/request.h"
#include "lab/server.h"

enum {
	VISITS_MOST = 64,       /* connections at once */
	JOBS_MOST = 4,          /* runs at once; others wait */
	WAITING_MOST = 16,      /* of them; more are refused */
	IDLE_SECONDS = 30,
	UNPROCESSABLE = 422,    /* MHD has changed its name for it */
	LOOK_MS = 500,          /* how often to look at the files of --load */
	SPARE_MS = 150,         /* of quiet, before a process is made for the next run */
};

/* A request, from its head to its answer */
struct visit {
	struct visit *next;
	struct server *server;
	struct MHD_Connection *connection;
	int fd;
	enum visit_state { NEW, WAITING, RUNNING, DONE, STREAM } state;
	bool suspended;
	struct request request;
	bool has_request, save;
	bool data;              /* of the page, its runs alone are asked for */
	bool said;              /* what programs print is asked for, too */
	struct job job;
	unsigned news;          /* of a stream: what it has told */
	bool greeted, gone;
};

struct server {
	const struct server_options *options;
	struct MHD_Daemon *daemon;
	struct visit *visits;
	char token[33], host[64], other_host[64];
	unsigned news;          /* counts changes of the files of --load */
	struct timespec *changed;       /* of each of them */
	int64_t look;           /* when to look at them again */
	int signals;
	struct job spare;       /* waits for the next run */
	bool resumed;           /* a connection, which MHD_run() has not seen yet */
};

/* --- answers ------------------------------------------------------------------------ */

static void
add_headers(struct MHD_Response *response, const char *type, bool run)
{
	MHD_add_response_header(response, "Content-Type", type);
	MHD_add_response_header(response, "Cache-Control", "no-store");
	MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
	MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
	MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
	MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
	/* the page of a run has all in itself, and asks for nothing */
	MHD_add_response_header(response, "Content-Security-Policy", run
		? "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
		  "img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
		: "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
		  "img-src data:; connect-src 'self'; frame-src 'self'; frame-ancestors 'self'; "
		  "base-uri 'none'; form-action 'none'");
}

static enum MHD_Result
send_response(struct visit *v, unsigned status, struct MHD_Response *response)
{
	enum MHD_Result result;

	if (!response)
		return MHD_NO;
	result = MHD_queue_response(v->connection, status, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result
send_text(struct visit *v, unsigned status, const char *type, const char *text, size_t size,
	  enum MHD_ResponseMemoryMode mode)
{
	struct MHD_Response *response = MHD_create_response_from_buffer(size, (void *)text, mode);

	if (response)
		add_headers(response, type, strcmp(type, "text/html") == 0 && v->has_request);
	if (response && v->save && status == MHD_HTTP_OK)
		MHD_add_response_header(response, "Content-Disposition",
					"attachment; filename=\"vcube.html\"");
	if (response && status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(response, "Allow", "GET");
	return send_response(v, status, response);
}

/* Add what programs have printed, if that is asked for and there is any. */
static void
add_said(const struct visit *v, json_t *object)
{
	size_t unsaid = 0;
	char *said = v->said ? job_said(&v->job, &unsaid) : NULL;

	if (said && *said) {
		json_object_set_new(object, "printed", json_string(utf8_text(said)));
		json_object_set_new(object, "unprinted", json_integer((json_int_t)unsaid));
	}
	discard(said);
}

/* Refuse with a sentence, as {"error": "..."}. */
static enum MHD_Result
send_error(struct visit *v, unsigned status, const char *sentence)
{
	json_t *error = json_pack("{s:s%}", "error", sentence, strlen(sentence));
	char *written;
	enum MHD_Result result;

	if (!error)             /* what a program wrote is not UTF-8 */
		error = json_pack("{s:s}", "error", "The run failed with a text that is not UTF-8.");
	if (v->state == DONE)
		add_said(v, error);
	written = json_dumps(error, JSON_COMPACT);
	result = send_text(v, status, "application/json", written, strlen(written),
			   MHD_RESPMEM_MUST_COPY);
	free(written);
	json_decref(error);
	return result;
}

/* Send the records of runs, and what programs printed as one more line. */
static enum MHD_Result
send_records(struct visit *v)
{
	json_t *said = json_object();
	char *line = NULL, *all;
	enum MHD_Result result;

	add_said(v, said);
	if (json_object_size(said))
		line = json_dumps(said, JSON_COMPACT);
	all = text("%s%s", v->job.out.data, line ? line : "");
	result = send_text(v, MHD_HTTP_OK, "application/json", all, strlen(all), MHD_RESPMEM_MUST_COPY);
	discard(all);
	free(line);
	json_decref(said);
	return result;
}

static enum MHD_Result
send_output(struct visit *v)
{
	char *sentence;
	const bool well = job_well(&v->job, &sentence);
	const bool html = strcmp(v->request.argv[1], "view") == 0 && !v->data;
	const struct stream *out = &v->job.out;
	/* the data has no '<' */
	const char *const mark = "id=\"data\">\n", *const at = well && v->data ? strstr(out->data, mark) : NULL;
	const char *const begin = at ? at + strlen(mark) : NULL, *const end = begin ? strchr(begin, '<') : NULL;
	enum MHD_Result result;

	/* the visit ends after its answer, and its job with it */
	if (end)
		result = send_text(v, MHD_HTTP_OK, "application/json", begin, (size_t)(end - begin),
				   MHD_RESPMEM_PERSISTENT);
	else if (well && v->said)
		result = send_records(v);
	else if (well)
		result = send_text(v, MHD_HTTP_OK, html ? "text/html" : "application/json", out->data,
				   out->size, MHD_RESPMEM_PERSISTENT);
	else
		result = send_error(v, UNPROCESSABLE, sentence);
	discard(sentence);
	return result;
}

/* --- events ------------------------------------------------------------------------- */

static void
suspend(struct visit *v)
{
	MHD_suspend_connection(v->connection);
	v->suspended = true;
}

static void
resume(struct visit *v)
{
	if (v->suspended) {
		v->suspended = false;
		v->server->resumed = true;
		MHD_resume_connection(v->connection);
	}
}

/* Tell the page that it is connected, and later that a file of --load has changed. */
static ssize_t
tell(void *of, uint64_t at, char *into, size_t room)
{
	struct visit *v = of;
	const char *word = !v->greeted ? "data: hello\n\n" : "data: changed\n\n";

	(void)at;
	if (v->gone)
		return MHD_CONTENT_READER_END_OF_STREAM;
	if (v->greeted && v->news == v->server->news) {
		suspend(v);
		return 0;
	}
	if (strlen(word) > room)
		return 0;
	v->greeted = true;
	v->news = v->server->news;
	memcpy(into, word, strlen(word));
	return (ssize_t)strlen(word);
}

static enum MHD_Result
stream(struct visit *v)
{
	struct MHD_Response *response =
		MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1024, tell, v, NULL);

	v->state = STREAM;
	v->news = v->server->news;
	if (response)
		add_headers(response, "text/event-stream", false);
	return send_response(v, MHD_HTTP_OK, response);
}

static void
look_at_files(struct server *s)
{
	struct stat now;
	bool changed = false;

	if (job_now() < s->look)
		return;
	s->look = job_now() + LOOK_MS;
	for (int i = 0; i < s->options->load_count; i++) {
		/* while it is being linked, it may be away or empty */
		if (stat(s->options->loads[i], &now) || now.st_size == 0 ||
		    memcmp(&now.st_mtim, &s->changed[i], sizeof now.st_mtim) == 0)
			continue;
		changed |= s->changed[i].tv_sec != 0;
		s->changed[i] = now.st_mtim;
	}
	if (!changed)
		return;
	s->news++;
	for (struct visit *v = s->visits; v; v = v->next)
		if (v->state == STREAM)
			resume(v);
}

/* --- requests ----------------------------------------------------------------------- */

static const char *
header(const struct visit *v, const char *name)
{
	return MHD_lookup_connection_value(v->connection, MHD_HEADER_KIND, name);
}

/* Was this host asked, under its own name, and by nobody else's page? A name that leads here by
 * another's DNS is refused, and what other sites ask for. */
static bool
is_ours(const struct visit *v)
{
	const struct server *s = v->server;
	const char *host = header(v, "Host"), *origin = header(v, "Origin");
	const char *site = header(v, "Sec-Fetch-Site");

	if (!host || (strcmp(host, s->host) != 0 && strcmp(host, s->other_host) != 0))
		return false;
	if (origin && (strncmp(origin, "http://", 7) != 0 || strcmp(origin + 7, host) != 0))
		return false;
	return !site || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
}

/* Return what follows /TOKEN/, or NULL. Takes as long for each wrong token. */
static const char *
path_of(const struct server *s, const char *url)
{
	const size_t length = strlen(s->token);
	unsigned char differs = 0;

	if (strlen(url) < length + 2)
		return NULL;
	for (size_t i = 0; i < length; i++)
		differs |= (unsigned char)(url[1 + i] ^ s->token[i]);
	return differs || url[0] != '/' || url[1 + length] != '/' ? NULL : url + length + 2;
}

static enum MHD_Result
add_parameter(void *of, enum MHD_ValueKind kind, const char *key, const char *value)
{
	struct visit *v = of;

	(void)kind;
	if (strcmp(key, "save") == 0)
		v->save = true;
	else if (strcmp(key, "data") == 0 && strcmp(v->request.argv[1], "view") == 0)
		v->data = true;
	else if (strcmp(key, "said") == 0 && strcmp(v->request.argv[1], "run") == 0)
		v->said = true;
	else
		request_add(&v->request, key, value);
	return MHD_YES;
}

static int
count_state(const struct server *s, enum visit_state state)
{
	int count = 0;

	for (const struct visit *v = s->visits; v; v = v->next)
		count += v->state == state;
	return count;
}

static enum MHD_Result
ask_run(struct visit *v)
{
	MHD_get_connection_values(v->connection, MHD_GET_ARGUMENT_KIND, add_parameter, v);
	request_end(&v->request);
	if (v->request.refused)
		return send_error(v, MHD_HTTP_BAD_REQUEST, v->request.refused);
	if (count_state(v->server, WAITING) >= WAITING_MOST)
		return send_error(v, MHD_HTTP_SERVICE_UNAVAILABLE,
				  "Too many runs wait already; try again when they have ended.");
	v->state = WAITING;
	suspend(v);
	return MHD_YES;
}

static const struct {
	const char *path, *type, *text;
} files[] = {
	{ "", "text/html", lab_lab_html }, { "lab.css", "text/css", lab_lab_css },
	{ "lab.js", "text/javascript", lab_lab_js }, { "figure.js", "text/javascript", lab_figure_js },
	{ "d3.js", "text/javascript", d3_js },
};

static enum MHD_Result
route(struct visit *v, const char *url)
{
	const struct server_options *o = v->server->options;
	const char *path = path_of(v->server, url);

	if (!is_ours(v))
		return send_error(v, MHD_HTTP_FORBIDDEN, "The lab answers its own page alone.");
	if (!path)
		return send_error(v, MHD_HTTP_FORBIDDEN, "The address lacks the lab's token.");
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (strcmp(files[i].path, path) == 0)
			return send_text(v, MHD_HTTP_OK, files[i].type, files[i].text,
					 strlen(files[i].text), MHD_RESPMEM_PERSISTENT);
	if (strcmp(path, "events") == 0)
		return stream(v);
	v->has_request = request_begin(&v->request, path, o->loads, o->load_count);
	return v->has_request ? ask_run(v) : send_error(v, MHD_HTTP_NOT_FOUND, "There is no such page.");
}

static struct visit *
begin_visit(struct server *s, struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	struct visit *v = info ? calloc(1, sizeof *v) : NULL;

	if (!v)
		return NULL;
	v->server = s;
	v->connection = connection;
	v->fd = info->connect_fd;
	v->next = s->visits;
	s->visits = v;
	return v;
}

/* Called with the head of a request, then with its end; and again when a run has ended. */
static enum MHD_Result
answer(void *of, struct MHD_Connection *connection, const char *url, const char *method,
       const char *version, const char *body, size_t *size, void **visit)
{
	struct visit *v = *visit;

	(void)version;
	(void)body;
	if (!v) {
		*visit = v = begin_visit(of, connection);
		if (v && strcmp(method, "GET") != 0)
			return send_error(v, MHD_HTTP_METHOD_NOT_ALLOWED, "The lab answers GET alone.");
		return v ? MHD_YES : MHD_NO;
	}
	if (*size) {
		*size = 0;      /* a GET has no body; ours reads none */
		return MHD_YES;
	}
	return v->state == DONE ? send_output(v) : route(v, url);
}

static void
end_visit(void *of, struct MHD_Connection *connection, void **visit,
	  enum MHD_RequestTerminationCode why)
{
	struct server *s = of;
	struct visit *v = *visit, **at = &s->visits;

	(void)connection;
	(void)why;
	if (!v)
		return;
	while (*at != v)
		at = &(*at)->next;
	*at = v->next;
	job_end(&v->job);
	if (v->has_request)
		request_free(&v->request);
	free(v);
	*visit = NULL;
}

/* --- the loop ----------------------------------------------------------------------- */

/* What the loop waits for: signals, the daemon, each run's output, and each caller's leave */
struct watch {
	struct pollfd fds[2 + 5 * VISITS_MOST];
	nfds_t count;
};

static void
add_fd(struct watch *w, int fd, int events)
{
	if (events && w->count < sizeof w->fds / sizeof *w->fds)
		w->fds[w->count++] = (struct pollfd) { .fd = fd, .events = (short)events };
}

/* Its own epoll does not see that a caller leaves amid a request. */
static void
add_daemon(struct watch *w, struct MHD_Daemon *daemon)
{
	fd_set in, out, other;
	int last = -1;

	FD_ZERO(&in);
	FD_ZERO(&out);
	FD_ZERO(&other);
	MHD_get_fdset(daemon, &in, &out, &other, &last);
	for (int fd = 0; fd <= last; fd++)
		add_fd(w, fd, (FD_ISSET(fd, &in) ? POLLIN : 0) | (FD_ISSET(fd, &out) ? POLLOUT : 0));
}

static void
start_waiting(struct server *s)
{
	int running = count_state(s, RUNNING);

	/* visits are listed from the newest; the oldest goes first */
	while (running < JOBS_MOST) {
		struct visit *oldest = NULL;

		for (struct visit *v = s->visits; v; v = v->next)
			if (v->state == WAITING)
				oldest = v;
		if (!oldest)
			return;
		oldest->job = s->spare;
		s->spare = (struct job) { 0 };
		if (job_start(&oldest->job, oldest->request.count - 1, oldest->request.argv, s->options->seconds)) {
			oldest->state = RUNNING;
			running++;
		} else {
			oldest->state = DONE;
			resume(oldest);
		}
	}
}

static void
look_at_runs(struct server *s)
{
	for (struct visit *v = s->visits; v; v = v->next)
		if (v->state == RUNNING && job_poll(&v->job)) {
			v->state = DONE;
			resume(v);
		}
}

static void
let_go(struct visit *v)
{
	job_end(&v->job);
	v->gone = true;
	v->state = v->state == STREAM ? STREAM : DONE;
	resume(v);
}

/* Whoever closed the connection wants no answer, so that its run ends, too. */
static void
look_at_callers(struct server *s, const struct watch *w)
{
	for (struct visit *v = s->visits; v; v = v->next)
		for (nfds_t i = 0; v->suspended && i < w->count; i++)
			if (w->fds[i].fd == v->fd && w->fds[i].revents & (POLLRDHUP | POLLHUP | POLLERR)) {
				let_go(v);
			}
}

static int
wait_ms(struct server *s)
{
	MHD_UNSIGNED_LONG_LONG most;
	int64_t least = s->options->load_count && count_state(s, STREAM) ? LOOK_MS : 10000;

	if (s->resumed)
		return 0;
	if (MHD_get_timeout(s->daemon, &most) == MHD_YES && (int64_t)most < least)
		least = (int64_t)most;
	for (const struct visit *v = s->visits; v; v = v->next)
		if (v->state == RUNNING && v->job.deadline - job_now() < least)
			least = v->job.deadline - job_now();
	if (!s->spare.pid && least > SPARE_MS)
		least = SPARE_MS;
	return least < 0 ? 0 : (int)least;
}

/* Wait for the next thing to happen; false if that is a signal to end. */
static bool
wait_for_news(struct server *s)
{
	struct watch w = { .count = 0 };
	struct signalfd_siginfo signal;
	bool goes_on = true;
	int news;

	add_fd(&w, s->signals, POLLIN);
	add_daemon(&w, s->daemon);
	for (const struct visit *v = s->visits; v; v = v->next) {
		if (v->suspended)
			add_fd(&w, v->fd, POLLRDHUP);
		if (v->state == RUNNING) {
			add_fd(&w, v->job.out.fd, POLLIN);
			add_fd(&w, v->job.err.fd, POLLIN);
			add_fd(&w, v->job.said.fd, POLLIN);
		}
	}
	news = poll(w.fds, w.count, wait_ms(s));
	if (news < 0 && errno != EINTR)
		return false;
	if (news == 0 && !s->spare.pid && !s->resumed)
		job_prepare(&s->spare);
	while (read(s->signals, &signal, sizeof signal) == sizeof signal)
		goes_on &= signal.ssi_signo == SIGCHLD;
	look_at_callers(s, &w);
	return goes_on;
}

static void
serve(struct server *s)
{
	do {
		s->resumed = false;
		MHD_run(s->daemon);
		start_waiting(s);
		look_at_runs(s);
		look_at_files(s);
	} while (wait_for_news(s));
}

/* --- beginning and end -------------------------------------------------------------- */

static void
make_token(struct server *s)
{
	unsigned char drawn[16];

	if (getrandom(drawn, sizeof drawn, 0) != sizeof drawn)
		die(STATUS_LIMIT, "the host has no random numbers for a token");
	for (size_t i = 0; i < sizeof drawn; i++)
		snprintf(s->token + 2 * i, 3, "%02x", drawn[i]);
}

static int
watch_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

static void
open_daemon(struct server *s)
{
	const struct server_options *o = s->options;
	struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons((uint16_t)o->port) };
	const union MHD_DaemonInfo *info;

	if (inet_pton(AF_INET, o->address, &at.sin_addr) != 1 || at.sin_addr.s_addr == 0)
		die(STATUS_USAGE, "--address takes one IPv4 address of this host, such as 127.0.0.1, not '%s'",
		    o->address);
	/* without MHD_OPTION_LISTENING_ADDRESS_REUSE, which would share a port between two labs,
	 * MHD sets SO_REUSEADDR: a port that has just been left is taken again */
	s->daemon = MHD_start_daemon(MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, s,
				     MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&at,
				     MHD_OPTION_NOTIFY_COMPLETED, end_visit, s,
				     MHD_OPTION_CONNECTION_LIMIT, (unsigned)VISITS_MOST,
				     MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
				     MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(32 << 10), MHD_OPTION_END);
	if (!s->daemon)
		die(STATUS_LIMIT, "cannot serve at %s, port %d: %s", o->address, o->port, strerror(errno));
	info = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_BIND_PORT);
	snprintf(s->host, sizeof s->host, "%s:%d", o->address, info->port);
	snprintf(s->other_host, sizeof s->other_host, "%s:%d",
		 strncmp(o->address, "127.", 4) == 0 ? "localhost" : o->address, info->port);
}

/* A file that cannot be loaded is refused now, not on the page. */
static void
check_loads(const struct server *s)
{
	struct request request;
	struct job job = { 0 };
	struct pollfd wait;
	char *sentence;

	request_begin(&request, "menu", s->options->loads, s->options->load_count);
	request_end(&request);
	if (!job_start(&job, request.count - 1, request.argv, s->options->seconds))
		die(STATUS_LIMIT, "the host cannot start a process");
	while (!job_poll(&job)) {
		wait = (struct pollfd) { .fd = s->signals, .events = POLLIN };
		poll(&wait, 1, 20);
	}
	if (!job_well(&job, &sentence)) {
		fputs(sentence, stderr);
		exit(STATUS_USAGE);
	}
	job_end(&job);
	request_free(&request);
}

/* Let every caller go, so that the daemon can end. */
static void
close_daemon(struct server *s)
{
	for (struct visit *v = s->visits; v; v = v->next)
		let_go(v);
	MHD_stop_daemon(s->daemon);
	job_end(&s->spare);
	close(s->signals);
}

int
server_run(const struct server_options *o)
{
	struct server s = { .options = o, .signals = watch_signals() };
	char *url;

	/* before anything is printed, for the processes of the runs: they may crash after they have
	 * printed */
	setvbuf(stdout, NULL, _IOLBF, 0);
	s.changed = grow(NULL, (size_t)o->load_count + 1, sizeof *s.changed);
	if (o->load_count)
		check_loads(&s);
	make_token(&s);
	open_daemon(&s);
	job_prepare(&s.spare);
	url = text("http://%s/%s/%s%s", s.host, s.token, *o->state ? "#" : "", o->state);
	printf("%s\n", url);
	if (flush_output())
		return STATUS_FAILED;
	look_at_files(&s);
	o->opened(url);
	serve(&s);
	close_daemon(&s);
	discard(s.changed);
	return STATUS_FINE;
}
