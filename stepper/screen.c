/* SPDX-License-Identifier: BSD-2-Clause */
/* The stepper: records the run, then shows it, as lines or on the full screen: the terminal, and
 * the keys. */
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "lines.h"
#include "pane.h"

enum { CONTROL_C = 3, CONTROL_D = 4, CONTROL_L = 12, ESCAPE = 27, RUBOUT = 127 };

/* Read a line of text from the user at the foot of the screen. False if the user cancels. */
static bool
ask(struct vc_sights *s, const char *question, char *answer, size_t room)
{
	size_t length = 0;

	*answer = '\0';
	for (;;) {
		int key;

		snprintf(s->note, sizeof s->note, "%.80s%.80s", question, answer);
		vc_pane_all(s);
		curs_set(1);
		move(LINES - 2, 1 + (int)strlen(s->note));
		key = getch();
		curs_set(0);
		if (key == '\n' || key == '\r' || key == KEY_ENTER || key == ESCAPE ||
		    key == CONTROL_C || key == ERR) {
			*s->note = '\0';
			return key != ESCAPE && key != CONTROL_C && key != ERR;
		}
		if (key == KEY_BACKSPACE || key == RUBOUT || key == '\b')
			length -= length > 0;
		else if (key >= ' ' && key < RUBOUT && length + 1 < room)
			answer[length++] = (char)key;
		answer[length] = '\0';
	}
}

static void
jump(struct vc_sights *s)
{
	const int last = s->model.r->moments - 1;
	char answer[12], *end;
	long page;

	if (!ask(s, "jump to step: ", answer, sizeof answer) || *answer == '\0')
		return;
	page = strtol(answer, &end, 10);
	if (*end != '\0' || page < 0 || page > last)
		snprintf(s->note, sizeof s->note, "no step '%s'; there are 0 (the start) to %d",
			 answer, last);
	else
		vc_model_go(&s->model, (int)page);
}

static void
set_break(struct vc_sights *s)
{
	char answer[70], why[160];

	if (!ask(s, "break at (node R, peer A B, step NAME, contention): ", answer, sizeof answer))
		return;
	if (!vc_model_break(&s->model, answer, why, sizeof why))
		snprintf(s->note, sizeof s->note, "%s", why);
}

static void
run(struct vc_sights *s)
{
	const char *const condition = s->model.condition.text;

	if (vc_model_run(&s->model))
		snprintf(s->note, sizeof s->note, "break: %s", condition);
	else
		snprintf(s->note, sizeof s->note, "%s%s", "the end",
			 *condition ? "; no break before it" : "");
}

static void
walk(struct vc_sights *s, int page, const char *otherwise)
{
	if (!vc_model_go(&s->model, page))
		snprintf(s->note, sizeof s->note, "%s", otherwise);
}

static void
scroll_by(int *where, int by)
{
	*where = *where + by < 0 ? 0 : *where + by;
}

/* Move in the recording; false if the key does something else. */
static bool
go(struct vc_sights *s, int key)
{
	const int page = s->model.page;

	switch (key) {
	case 'n': case ' ': case '\n': case '\r': case KEY_RIGHT: case KEY_NPAGE:
		walk(s, page + 1, "this is the end");
		return true;
	case 'p': case 'b': case KEY_LEFT: case KEY_PPAGE: case KEY_BACKSPACE: case RUBOUT:
		walk(s, page - 1, "this is the start");
		return true;
	case KEY_HOME:
		walk(s, 0, "this is the start");
		return true;
	case 'e': case KEY_END:
		walk(s, s->model.pages - 1, "this is the end");
		return true;
	case 'g':
		jump(s);
		return true;
	case '/':
		set_break(s);
		return true;
	case 'r':
		run(s);
		return true;
	default:
		return false;
	}
}

/* Change what is shown of this moment; false if the key does something else. */
static bool
show(struct vc_sights *s, int key)
{
	switch (key) {
	case '\t':
		s->table++;
		return true;
	case 'v':
		s->sight = (s->sight + 1) % VC_SIGHTS_COUNT;
		s->down = 0;
		return true;
	case 'j': case KEY_DOWN:
		scroll_by(&s->down, 1);
		return true;
	case 'k': case KEY_UP:
		scroll_by(&s->down, -1);
		return true;
	case '>':
		scroll_by(&s->right, 1);
		return true;
	case '<':
		scroll_by(&s->right, -1);
		return true;
	case '?': case 'h':
		s->help = true;
		return true;
	case CONTROL_L:
		clear();
		return true;
	default:
		return key == KEY_RESIZE;
	}
}

/* Act on a key; false if the user quits. */
static bool
press(struct vc_sights *s, int key)
{
	*s->note = '\0';
	if (s->help && key != KEY_RESIZE) {
		s->help = false;
		return key != CONTROL_C && key != ERR;
	}
	if (key == 'q' || key == CONTROL_C || key == CONTROL_D || key == ERR)
		return false;
	if (!go(s, key) && !show(s, key))
		snprintf(s->note, sizeof s->note, "this key does nothing; ? shows help");
	return true;
}

static void
prepare(void)
{
	raw();          /* control-C is a key, which quits like q */
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	set_escdelay(50);
	curs_set(0);
	vc_pane_open();
}

/* Signals for which curses does not restore the terminal by itself */
enum { SIGNALS = 2 };
static const int signals[SIGNALS] = {SIGHUP, SIGQUIT};

/* As curses does for SIGINT and SIGTERM. */
static void
restore(int number)
{
	endwin();
	signal(number, SIG_DFL);
	raise(number);
}

static void
watch_signals(struct sigaction *before)
{
	for (int i = 0; i < SIGNALS; i++) {
		sigaction(signals[i], NULL, &before[i]);
		if (before[i].sa_handler == SIG_DFL)
			sigaction(signals[i], &(struct sigaction){.sa_handler = restore}, NULL);
	}
}

static void
leave_signals(const struct sigaction *before)
{
	for (int i = 0; i < SIGNALS; i++)
		sigaction(signals[i], &before[i], NULL);
}

/* Show the recording until the user quits. The terminal is restored when this returns, and when
 * a signal ends the process. Return 0, or VCUBE_EHOST if the terminal is lost. */
static int
show_screen(const struct vc_recording *r, struct vcube_error *error)
{
	struct vc_sights s = {.table = 0};
	struct sigaction before[SIGNALS];
	SCREEN *screen;

	setlocale(LC_CTYPE, "");        /* without it, curses writes no Unicode */
	s.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
	vc_model_open(&s.model, r);
	screen = newterm(NULL, stdout, stdin);
	if (screen == NULL)
		return vc_step_error(error, VCUBE_EHOST, "the terminal cannot show a full screen; plain "
				     "lines (--print) need none");
	watch_signals(before);
	prepare();
	do
		vc_pane_all(&s);
	while (press(&s, getch()));
	endwin();
	leave_signals(before);
	delscreen(screen);
	return 0;
}

int
vcube_stepper_run(vcube_machine *machine, vcube_program *program, void *arg,
		  const struct vcube_stepper_options *options, struct vcube_error *error)
{
	static const struct vcube_stepper_options defaults = {.title = NULL};
	const struct vcube_stepper_options *const o = options ? options : &defaults;
	struct vc_recording r = {.nodes = 0};
	int code = o->print ? 0 : vc_screen_check(error);

	if (code != 0)
		return code;
	if (error != NULL)
		*error = (struct vcube_error){.code = 0};
	code = vc_recording_make(&r, machine, program, arg, o, error);
	if (code == 0) {
		code = r.code;
		if (o->print != NULL)
			vc_lines(&r, o->print);
		else if (show_screen(&r, error) != 0)
			code = VCUBE_EHOST;
		if (code == 0 && r.arena.refused)
			code = vc_step_error(error, VCUBE_EHOST, "no memory for a step that was recorded");
	}
	vc_recording_free(&r);
	return code;
}
