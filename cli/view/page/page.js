// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The page: controls, keys, the address, and predictions.

const PANELS = ['topology', 'blocks', 'spacetime', 'costs'];
const VIEWS = [
	['blocks', 'Blocks', blocksView], ['topology', 'Topology', topologyView],
	['spacetime', 'Space and time', spacetimeView], ['costs', 'Costs', costsView],
	['failure', 'Failure', failureView],
];
const $ = (id) => document.getElementById(id);
let runs = [];
const state = { stop: 0, by: 'step', view: 'all', message: '', node: '', predict: false, critical: false, speed: 12 };
const score = { right: 0, asked: 0, verdict: '' };
let stops = [], playing = null, pointed = null;

// Is the page shown by the lab, which says itself what runs?
const isInside = () => window.parent !== window;

// A narrow window shows one view at a time, a wide one all of them, as high as the window.
const narrow = () => document.documentElement.clientWidth < (runs.length > 1 ? 1150 : 880);
const isWhole = () => state.view === 'all' && !narrow();

function setBy(by) {
	state.by = by;
	stops = stopsOf(runs, by);
	if ($('slider').max !== String(stops.length - 1))
		$('slider').max = $('jump').max = stops.length - 1;
	$('jump').type = by === 'step' ? 'number' : 'text';
	$('jump').parentNode.title = by === 'step' ? 'g: a step' : 'g: a time, such as 2.5 us';
}

// The address: #stop=3&by=step&view=topology&message=0>1#0

function readAddress(address) {
	const params = new URLSearchParams(address.slice(1));

	setBy(['step', 'time'].includes(params.get('by')) ? params.get('by') : state.by);
	if (['all', ...VIEWS.map(([name]) => name)].includes(params.get('view')))
		state.view = params.get('view');
	state.node = params.get('node') ?? state.node;
	state.critical = runs.some(hasCriticalPath) && (params.has('critical') ? params.get('critical') === '1' : state.critical);
	state.message = params.get('message') ?? state.message;
	state.predict = !runs[0].groups && (params.has('predict') ? params.get('predict') === '1' : state.predict);
	state.stop = clamp(Number(params.get('stop') ?? state.stop));
}

function writeAddress() {
	const params = new URLSearchParams({ stop: state.stop, by: state.by, view: state.view });

	if (state.message)
		params.set('message', state.message);
	if (state.node !== '')
		params.set('node', state.node);
	for (const name of ['predict', 'critical'])
		if (state[name])
			params.set(name, '1');
	if (location.hash !== `#${params}`)
		history.replaceState(null, '', `#${params}`);
	if (isInside())
		window.parent.postMessage({ view: String(params) }, '*');       // the lab keeps it in its own address
}

const clamp = (m) => Math.min(stops.length - 1, Math.max(0, Math.trunc(m) || 0));

function go(stop) {
	state.stop = clamp(stop);
	show();
}

// Goes to a step, or to what is at a time; without a unit, that of the run's time is meant.
function jump(text) {
	const [, number, unit] = /^\s*([\d.]+)\s*([munp]?s)?\s*$/.exec(text) ?? [];
	const time = psOf(`${number}${unit ?? timeText(wholeTime().to).split(' ')[1]}`);

	if (state.by === 'step')
		go(Number(text));
	else if (Number.isNaN(time))
		show();                 // what stood there before
	else
		go(stopAt(stops, time * (1 + 1e-6)));   // times are shown rounded
}

// Stops in words

function sentenceOf(run, e) {
	switch (e.kind) {
	case 'send': return `${nodeName(run, e.rank)} ${run.groups && nodeName(run, e.rank).includes('–') ? 'send' : 'sends'} ${sizeText(e.amount)} to ${nodeName(run, e.peer)}`;
	case 'arrive': return `message from ${e.peer} arrives at ${e.rank}`;
	case 'return': return `${e.rank} returns from ${e.text}`;
	case 'start': return `${e.rank} starts ${e.text}, beside others`;
	case 'done': return `${e.rank} is done with ${e.text}`;
	case 'wait': return waitText(run, e);
	case 'fail': return waitsOf(run).some((w) => w.rank === e.rank) ? '' : `${e.rank} fails: ${e.text}`;
	default: return '';
	}
}

function describe(run, at) {
	const most = 6, sentences = run.sentences = at.now.map((e) => sentenceOf(run, e)).filter(Boolean);
	const sends = at.now.filter((e) => e.kind === 'send');
	const messages = sends.reduce((sum, e) => sum + (run.groups ? e.number : 1), 0);
	const total = messages > 1 ? `${messages} messages, ${sizeText(sends.reduce((sum, e) => sum + e.amount, 0))}: ` : '';
	const names = [...new Set(at.now.filter((e) => e.kind === 'step').map((e) => e.text))];
	const rest = sentences.length > most ? `; and ${sentences.length - most} more` : '';

	return `${names.length ? `“${names.join('”, “')}”. ` : ''}${total}${sentences.slice(0, most).join('; ') || `${names.length ? 'N' : 'n'}othing is sent`}${rest}.`;
}

// Shows the summary of a stop, and all its sentences on demand.
function showSummary() {
	const titles = (run) => (runs.length > 1 ? `${run.title || run.topology}: ` : '');
	const most = 500, lists = runs.map((run) => `${titles(run)}<ol>${run.sentences.slice(0, most).map((s) => `<li>${escapeText(s)}</li>`).join('')}</ol>${
		run.sentences.length > most ? `<p>and ${run.sentences.length - most} more</p>` : ''}`);

	write($('summary'), `${stopName()}: ${runs.length > 1 ? '\n' : ''}${runs.map((run) => titles(run) + run.summary).join('\n')}`);
	$('all').hidden = !runs.some((run) => run.sentences.length > 6);
	if ($('all').open || $('list').firstChild)
		$('list').innerHTML = $('all').open ? lists.join('') : '';
}

function stopName() {
	const value = stops[state.stop];

	return state.by === 'time' ? `At ${timeText(value)}` : value === 0 ? 'Before the first step' : `Step ${value}`;
}

// Predictions: to which node does a node send next?

const nextSends = () => {
	for (let m = state.stop + 1; m < stops.length; m++) {
		const sends = exactly(runs[0], state.by, stops[m]).filter((e) => e.kind === 'send');
		if (sends.length)
			return { stop: m, sends };
	}
	return null;
};

function ask() {
	const next = state.predict ? nextSends() : null, form = $('question');

	form.hidden = !state.predict;
	if (!state.predict)
		return;
	const points = score.asked ? ` <span class="soft">${score.right} of ${score.asked} right</span>` : '';
	const verdict = score.verdict ? `<b>${score.verdict}</b> ` : '';
	if (!next) {
		form.innerHTML = `${verdict}Nothing more is sent.${points}`;
		return;
	}
	const rank = next.sends[state.stop % next.sends.length].rank;
	const start = runs.length > 1 ? `${escapeText(runs[0].title || runs[0].topology)}: to` : 'To';
	form.innerHTML = `${verdict}${start} which node will node ${nodeName(runs[0], rank)} send next?
		<input id="answer" type="number" min="0" aria-label="a node" required> <button>answer</button>${points}`;
	form.onsubmit = (event) => judge(event, next, rank);
}

function judge(event, next, rank) {
	const peers = next.sends.filter((e) => e.rank === rank).map((e) => e.peer);
	const right = peers.includes(Number($('answer').value));

	event.preventDefault();
	score.asked++;
	score.right += right;
	score.verdict = right ? 'Right.' : `No: node ${rank} sends to ${[...new Set(peers)].join(' and ')}.`;
	go(next.stop);
	$('answer')?.focus();
}

// Showing

function leftOut(run) {
	const notes = [];

	if (run.traced < run.nodes)
		notes.push(`The trace has the events of nodes ${run.first} to ${run.first + run.traced - 1} alone, of ${run.nodes}.`);
	if (run.groups)
		notes.push(`${count(run.nodes, 'node')} and ${count(run.recorded, 'event')} are too many to show one by one: the page shows sums of ${run.groups} groups of nodes, in 128 parts of the time. It leaves out contents of memory, single messages, routes, links and steps.`);
	else if (isCrowd(run))
		notes.push('Of so many nodes the page leaves out contents of memory.');
	if (run.lost)
		notes.push(`${count(run.lost, 'event')} were not recorded.`);
	notes.push(shapeOf(run));
	return notes.filter(Boolean).join(' ');
}

function runHtml(run, below) {
	const value = stops[state.stop], before = state.stop ? stops[state.stop - 1] : -1;
	const at = run.at = { value, by: state.by, hidden: state.predict, events: upTo(run, state.by, value),
		     before: upTo(run, state.by, before), now: exactly(run, state.by, value) };
	const alarm = run.code ? `<p class="alarm">The run failed: ${escapeText(failureSentence(run))}</p>` : '';
	const shown = shownViews();

	run.summary = describe(run, at);
	return `<section class="run ${shown.length > 1 ? 'all' : 'one'}${shown.includes('blocks') ? '' : ' unwatched'}" data-run="${runs.indexOf(run)}">${runs.length > 1 ? `<h2>${escapeText(run.title || run.topology)}</h2>` : ''}
		<p class="soft">${escapeText(run.topology)}, ${['free', 'virtual', 'wall'][run.clock]} clock, ${timeText(run.time)}. ${leftOut(run)}</p>
		<div>${state.view === 'failure' ? '' : alarm}</div><div class="panels">${shown.map((name) => panelHtml(run, name, below)).join('')}</div></section>`;
}

const hasMemory = () => runs.some((run) => run.watches.length);

// What a window shows that has room for one view
const firstView = () => (hasMemory() ? 'blocks' : 'topology');

// All views beside each other, or the one that is chosen.
const shownViews = () => (state.view !== 'all' ? [state.view] : narrow() ? [firstView()] : PANELS.filter((name) => name !== 'blocks' || hasMemory()));

function viewHtml(run, name) {
	const [, title, draw] = VIEWS.find(([known]) => known === name);

	drawFor(`${runs.indexOf(run)}-${name}`);
	return `<h2 class="title">${title}</h2>${isWhole() ? explainButton(run, name) : ''}<div class="view" tabindex="0" role="group" aria-label="${name}">${draw(run, run.at, state, runs)}</div>`;
}

// What a view means, for those who ask; where it is alone there is room to say it.
const explained = (run, name, text) => (isWhole() ? `<p class="soft explanation" popover id="explain-${runs.indexOf(run)}-${name}">${text}</p>` : `<p class="soft">${text}</p>`);
const explainButton = (run, name) => `<button class="explain" popovertarget="explain-${runs.indexOf(run)}-${name}" aria-label="What ${name} shows">?</button>`;

// The panels on the page, by place; each notes of what HTML it was made: the same is not parsed,
// compared and laid out again.
let panels = new Map();
const made = new Map();

const placeOf = (panel) => `${panel.closest('.run').dataset.run} ${panel.dataset.key}`;

function findPanels() {
	panels = new Map(Array.from(document.querySelectorAll('.panel'), (panel) => [placeOf(panel), panel]));
}

function noteMade() {
	findPanels();
	for (const [place, html] of made)
		panels.get(place).made = html;
	made.clear();
}

// Has panels be made again whose elements have been changed.
function forgetPanels(section) {
	for (const panel of section.querySelectorAll('.panel'))
		panel.made = null;
}

// A view that is the same, or is drawn later, stays as it is.
function panelHtml(run, name, below) {
	const place = `${runs.indexOf(run)} ${name}`, html = below.has(place) ? null : viewHtml(run, name);

	if (html !== null)
		made.set(place, html);
	return `<div class="panel panel-${name}" data-key="${name}"${
		html === null || panels.get(place)?.made === html ? ' data-drawn="">' : `>${html}`}</div>`;
}

function markAll() {
	mark(selected(), 'chosen-thing');
	mark(pointed, 'lit');
}

// Redraws the runs, and keeps the elements that are there already, with focus and scroll position.
// First comes what is in the window, and of much the two views that show where blocks are.
let below = null;

const isLate = (panel) => panel.getBoundingClientRect().top >= window.innerHeight ||
	(runs.some((run) => run.events.length > MUCH) && isWhole() && LATER.includes(panel.dataset.key));
const LATER = ['spacetime', 'costs'], MUCH = 5000;

function showRuns() {
	const there = [...document.querySelectorAll('.panel')], wanted = runs.flatMap(shownViews);
	const same = there.map((panel) => panel.dataset.key).join() === wanted.join();
	const places = below = new Set(same ? there.filter(isLate).map(placeOf) : []);

	for (const run of runs)
		run.gliding = null;
	document.body.classList.toggle('whole', isWhole());
	// Pictures are as large as their panels, which must be there first.
	if (!same)
		patch($('runs'), runs.map((run) => runHtml(run, new Set(shownViews().map((name) => `${runs.indexOf(run)} ${name}`)))).join(''));
	measurePanels();
	findPanels();
	patch($('runs'), runs.map((run) => runHtml(run, places)).join(''));
	noteMade();
	drawAll();
	markAll();
	if (places.size)
		requestAnimationFrame(() => setTimeout(() => places === below && showBelow()));
}

// Notes how much room the views have beside each other.
function measurePanels() {
	for (const run of runs)
		run.rooms = {};
	for (const panel of isWhole() ? document.querySelectorAll('.panel') : []) {
		const [width, height] = [panel.clientWidth - 26, panel.clientHeight - 40];

		runs[panel.closest('.run').dataset.run].rooms[panel.dataset.key] = { width, height };
	}
}

function showBelow() {
	for (const [place, panel] of panels)
		if (below.has(place)) {
			const html = viewHtml(runs[panel.closest('.run').dataset.run], panel.dataset.key);

			if (panel.made !== html)
				patch(panel, html);
			panel.made = html;
		}
	drawAll();
	markAll();
}

// Writes a text, unless it is there already: the browser would lay it out again.
function write(element, text) {
	if (element.textContent !== text)
		element.textContent = text;
}

function show() {
	showRuns();
	showSummary();
	$('slider').value = state.stop;
	$('jump').value = state.by === 'step' ? state.stop : timeText(stops[state.stop]);
	$('slider').setAttribute('aria-valuetext', stopName());
	$('by').value = state.by;
	$('predict').checked = state.predict;
	fillMessages(document.activeElement === $('message'));
	$('message-label').hidden = state.predict || Boolean(runs[0].groups) || !runs[0].messages.size;         // it names messages to come
	$('critical').checked = state.critical;
	$('speed-label').hidden = state.by !== 'time';
	for (const button of $('views').children)
		button.setAttribute('aria-current', button.dataset.view === shownName());
	sayAbout();
	ask();
	writeAddress();
}

// Controls

// Plays steps one after the other, and time continuously, the whole run in as many seconds as
// the speed says. Messages move in between.
function play() {
	if (playing)
		cancelAnimationFrame(playing.frame);
	playing = playing ? null : { begun: performance.now(), stop: state.stop, value: stops[state.stop] };
	if (playing && state.stop >= stops.length - 1)
		go(playing.stop = playing.value = 0);
	$('play').textContent = playing ? 'pause' : 'play';
	$('play').setAttribute('aria-pressed', Boolean(playing));
	if (playing)
		playing.frame = requestAnimationFrame(animate);
	else
		show();
}

const STEP_TIME = 1200;                 // for one step, in ms

function animate(now) {
	const passed = now - playing.begun;

	if (state.by === 'step') {
		const stop = playing.stop + Math.floor(passed / STEP_TIME);
		advance(stop, stops[Math.min(stop, stops.length - 1)], passed / STEP_TIME % 1);
	} else {
		const value = playing.value + passed / 1000 / state.speed * (stops[stops.length - 1] - stops[0]);
		advance(stopAt(stops, value), value, 0);
	}
}

// The last stop at or before a value
function stopAt(values, value) {
	let low = 0, high = values.length - 1;

	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		[low, high] = values[middle] <= value ? [middle, high] : [low, middle - 1];
	}
	return low;
}

function advance(stop, value, part) {
	if (stop !== state.stop) {
		state.stop = clamp(stop);
		show();
	}
	document.querySelectorAll('.run').forEach((section, i) => {
		if (!runs[i].groups && runs[i].layout)
			drawMoment(runs[i], section, state.by, value, part);
	});
	if (state.stop >= stops.length - 1)
		play();
	else
		playing.frame = requestAnimationFrame(animate);
}

function changeBy(by) {
	const part = state.stop / Math.max(1, stops.length - 1);

	setBy(by);
	state.critical = state.critical && by === 'time';       // by steps it is not drawn
	go(Math.round(part * (stops.length - 1)));
}

// A step back or forward ends playing; one forward shows what crossed the links meanwhile.
function stepTo(stop) {
	const next = stop === state.stop + 1 && stop < stops.length;

	if (playing)
		play();
	go(stop);
	if (next && state.by === 'step')
		document.querySelectorAll('.run').forEach((section, i) => glide(runs[i], section, stops[stop]));
}

// What is selected or pointed at

const selected = () => (state.message ? { kind: 'message', id: state.message } : state.node !== '' ? { kind: 'node', id: state.node } : null);

function sayAbout(text, thing) {
	const about = pointed ?? selected();

	if (thing && (pointed?.kind !== thing.kind || pointed?.id !== thing.id)) {
		pointed = thing;
		mark(pointed, 'lit');
	}
	write($('about'), text ?? (about && !state.predict ? wordsOf(runs[about.run ?? 0], about, state.by, stops[state.stop]) : ''));
}

function point(event) {
	const thing = thingAt(event.target);

	if (!thing && event.target.matches('canvas'))
		return;
	if (thing?.kind === pointed?.kind && thing?.id === pointed?.id)
		return;
	pointed = thing;
	mark(pointed, 'lit');
	sayAbout();
}

// The wires of the first run, as links= of a description names them; the lab offers them.
const vertexWord = (run, v) => (v < run.nodes ? String(v) : `s${v - run.nodes}`);
const wireWord = (run, a, b) => `${vertexWord(run, a)}-${vertexWord(run, b)}`;

function wireWords() {
	return runs[0].groups ? [] : runs[0].wires.map(([a, b]) => wireWord(runs[0], a, b));
}

function select(event) {
	const thing = thingAt(event.target), wire = event.target.closest('[data-wire]')?.dataset.wire;

	if (wire && isInside())
		return window.parent.postMessage({ wire }, '*');

	if (!thing || thing.kind === 'link' || event.target.closest('button, a'))
		return undefined;
	const same = state[thing.kind] === thing.id;
	[state.node, state.message] = ['', ''];
	state[thing.kind] = same ? '' : thing.id;
	return show();
}

// Selects the next node, or the one before.
function selectNode(by) {
	const nodes = runs[0].shown;

	state.message = '';
	state.node = String(((state.node === '' ? (by > 0 ? -1 : 0) : Number(state.node)) + by + nodes) % nodes);
	show();
}

// A part of the time, enlarged

const wholeTime = () => ({ from: Math.min(...runs.map((run) => run.begin ?? 0)), to: Math.max(...runs.map((run) => run.time)) });

// Enlarges the time about its middle; or the topology where it is shown alone.
function zoom(factor) {
	const { from, to } = PLOT.window ?? wholeTime(), middle = (from + to) / 2, half = (to - from) / factor / 2;

	if (state.view === 'topology')
		return runs.forEach((run) => enlarge(run, factor));
	if (state.by !== 'time')
		changeBy('time');
	return setWindow(middle - half, middle + half);
}

function setWindow(from, to) {
	const whole = wholeTime(), begin = Math.max(whole.from, from), end = Math.min(whole.to, to);

	PLOT.window = end - begin >= whole.to - whole.from || end <= begin ? null : { from: begin, to: end };
	show();
}

const shownName = () => (state.view === 'all' && narrow() ? firstView() : state.view);

function setView(view) {
	state.view = view;
	show();
}

const KEYS = {
	ArrowRight: () => stepTo(state.stop + 1), ArrowLeft: () => stepTo(state.stop - 1),
	Home: () => stepTo(0), End: () => stepTo(stops.length - 1), p: play,
	'+': () => zoom(2), '-': () => zoom(0.5), 0: () => setView('all'), c: () => $('critical').click(),
	n: () => selectNode(1), b: () => selectNode(-1),
	z: () => runs.forEach((run) => enlarge(run, 0)), g: () => $('jump').select(), m: () => $('message').focus(), q: () => $('predict').click(),
	t: () => $('by').disabled || changeBy(state.by === 'step' ? 'time' : 'step'),
};

// Scrolls views that are wider than the window, without a mouse.
function scrollViews(by) {
	for (const view of document.querySelectorAll('.view'))
		view.scrollLeft += by;
}

const SHIFTED = { ArrowRight: () => scrollViews(120), ArrowLeft: () => scrollViews(-120) };

function onKey(event) {
	const typing = event.target.matches('select, input:not([type=checkbox])');

	if (typing && event.key === 'Escape')
		event.target.blur();
	if (typing || event.ctrlKey || event.altKey || event.metaKey)
		return;
	const view = /^[1-9]$/.test(event.key) ? VIEWS[Number(event.key) - 1] : null;
	const act = view ? () => setView(view[0]) : (event.shiftKey && SHIFTED[event.key]) || KEYS[event.key];
	if (act) {
		event.preventDefault();
		act();
	}
}

// The messages to choose from; before somebody wants to choose, the one that is chosen.
function fillMessages(all) {
	const most = 5000, messages = runs[0].groups ? new Map() : runs[0].messages, chosen = messages.get(state.message);
	const offered = all ? [...messages.values()].slice(0, most) : chosen ? [chosen] : [];

	$('message').innerHTML = '<option value="">no message</option>' + offered.map((m) =>
		`<option value="${m.key}">${m.from} to ${m.to}, number ${m.number}, ${sizeText(m.bytes)}</option>`).join('');
	$('message').value = state.message;
}

function connect() {
	$('first').onclick = KEYS.Home;
	$('back').onclick = KEYS.ArrowLeft;
	$('forward').onclick = KEYS.ArrowRight;
	$('last').onclick = KEYS.End;
	$('play').onclick = play;
	$('slider').oninput = (event) => go(Number(event.target.value));
	$('jump').onchange = (event) => jump(event.target.value);
	$('by').onchange = (event) => changeBy(event.target.value);
	$('message').onfocus = $('message').onpointerdown = () => fillMessages(true);
	$('message').onchange = (event) => { [state.message, state.node] = [event.target.value, '']; show(); };
	$('critical').onchange = (event) => { state.critical = event.target.checked; if (state.critical && state.by === 'step') changeBy('time'); else show(); };
	$('speed').oninput = (event) => { state.speed = 120 / 2 ** Number(event.target.value); if (playing) [playing.begun, playing.value] = [performance.now(), stops[state.stop]]; };
	$('runs').onpointerover = point;
	$('runs').onclick = select;
	$('predict').onchange = (event) => { state.predict = event.target.checked; show(); };
	$('all').ontoggle = showSummary;
	document.onkeydown = onKey;
	window.onresize = show;
	// the address may have been written again before the event comes
	window.onhashchange = (event) => { readAddress(new URL(event.newURL).hash); show(); };
}

function begin(records) {
	if (playing)
		play();
	for (const run of runs)
		run.gliding = null;
	runs = records.map((record, i) => readRun(record, runs[i]));
	[pointed, PLOT.window] = [null, null];
	write($('what'), runs.map((run) => run.title || run.topology).join(' beside '));
	write(document.querySelector('title'), `${$('what').textContent} - vcube`);
	$('by').disabled = runs.some((run) => run.groups);
	$('predict').disabled = Boolean(runs[0].groups);
	$('critical').disabled = !runs.some(hasCriticalPath);
	setBy($('by').disabled ? 'time' : state.by);
	state.stop = clamp(state.stop);
}

// Shows other runs: the lab calls it.
function showOther(records) {
	begin(records);
	show();
}

function start() {
	document.body.classList.toggle('inside', isInside());
	$('views').innerHTML = '<button data-view="all" title="key 0">0 All</button>' + VIEWS.map(([name, title], i) =>
		`<button data-view="${name}" title="key ${i + 1}">${i + 1} ${title}</button>`).join('');
	$('views').onclick = (event) => event.target.dataset.view && setView(event.target.dataset.view);
	$('footer').textContent = 'Keys: left and right arrow, Home, End; with Shift the arrows scroll; p plays; g goes to a step, or to a time, such as 2.5 us; t switches between steps and time; 0 shows all views, 1 to 5 one; n and b select the next node and the one before, m chooses a message; + and - enlarge and reduce the time, or the topology where it is alone, as does Ctrl with the wheel, and a frame drawn over the time; z shows the whole topology; c shows the critical path; q predicts; Escape leaves a field. The address holds the view and the step or time.';
	begin(JSON.parse($('data').textContent));
	setBy(runs.length > 1 || runs.some((run) => run.groups || !run.steps) ? 'time' : 'step');
	if (runs[0].code)
		state.view = 'failure';
	connect();
	readAddress(location.hash);
	if ($('by').disabled)
		changeBy('time');
	show();
}

start();
