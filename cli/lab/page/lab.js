// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The lab: controls, the run that they describe, its page in a frame, and the figure. The state
// stands behind # in the address, as parameters with the names of the machine's keys.

const $ = (id) => document.getElementById(id);
const SLIDERS = {               // keys by sliders: picoseconds, in steps of 1-2-5
	startup: { values: steps(1e3, 1e9), standard: 1e6, symbol: 'ts' },
	per_byte: { values: steps(1, 1e6), standard: 1e3, symbol: 'tw' },
	per_hop: { values: steps(1e3, 1e9), standard: 0, symbol: 'th' },
};
const CHANCES = ['drop', 'duplicate', 'corrupt'];
const WORDS = ['ports', 'switching', 'duplex', 'mapping'];
const TEXTS = ['links', 'changes', 'jitter', 'seed', 'fuzz'];
const START = { collective: 'allgather', a: 'ring', topology: 'ring:8', bytes: '64' };
const state = {};
const shown = { time: null };
let menu, moved, wanted = 0, score = { right: 0, asked: 0 };

// 0, then 1, 2 and 5 times the powers of ten from one value to the other.
function steps(from, to) {
	const values = [0];

	for (let power = from; power < to; power *= 10)
		values.push(power, 2 * power, 5 * power);
	return [...values, to];
}

// The state and the address

function readAddress(address) {
	for (const key of Object.keys(state))
		delete state[key];
	Object.assign(state, START, Object.fromEntries(new URLSearchParams(address.slice(1))));
	if (!address && menu.own.length)
		[state.collective, state.a] = menu.own[0].split('.');
	if (address && !new URLSearchParams(address.slice(1)).has('a') && state.collective !== START.collective)
		state.a = algorithmsOf(state.collective)[0]?.name;
}

// A new address becomes one that the browser goes back to, or takes the place of the one before.
function writeAddress(isAnew) {
	const address = `#${new URLSearchParams(state)}`;

	if (location.hash !== address)
		history[isAnew ? 'pushState' : 'replaceState'](null, '', address);
}

// Of a control that moves on, the browser goes back to where it stood before.
const PAUSE = 1000;                     // in ms
let latest = { key: '', at: -Infinity };

function isAnew(key) {
	const before = latest;

	latest = { key, at: performance.now() };
	return key !== before.key || latest.at - before.at > PAUSE;
}

const names = () => [state.a, state.b].filter(Boolean).map((a) => `${state.collective}.${a}`);
const isProgram = () => state.collective === 'program';
const hasBlocks = () => isProgram() || menu.collectives.find((c) => c.name === state.collective)?.blocks;

// The parameters of a request: the machine's keys, and what to run.
function query(over) {
	const params = new URLSearchParams();
	const c = menu.collectives.find((one) => one.name === state.collective);

	for (const key of menu.keys)
		if (state[key.name])
			params.set(key.name, state[key.name]);
	if (c?.combines && state.op)
		params.set('op', state.op);
	if (c?.rooted && state.root)
		params.set('root', state.root);
	params.set('topology', state.topology);
	if (hasBlocks())
		params.set('bytes', state.bytes);
	for (const [key, value] of Object.entries(over))
		params.set(key, value);
	return params;
}

// A word for a shell
const shellWord = (word) => (/^[\w.,:/=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

// The same as a command for a terminal; what is one's own has to be loaded there, too.
function commandText() {
	const loads = names().some((name) => menu.own.includes(name)) ? menu.files.flatMap((file) => ['--load', file]) : [];
	const set = [...query({})].flatMap(([key, value]) =>
		(['topology', 'bytes', 'op', 'root'].includes(key) ? [`--${key}`, value] : ['--set', `${key}=${value}`]));

	return ['vcube', 'view', names().join(','), ...loads, ...set, '-o', 'run.html'].map(shellWord).join(' ');
}

// Requests

async function answerOf(path, params) {
	const response = await fetch(`${path}?${params}`);

	if (!response.ok) {
		const refusal = await response.json();

		throw Object.assign(new Error(refusal.error), { said: refusal });
	}
	return response;
}

const get = async (path, params) => (await answerOf(path, params)).text();
const getJson = async (path, params) => (await answerOf(path, params)).json();

const records = async (path, params) =>
	(await get(path, params)).trim().split('\n').filter(Boolean).map((line) => JSON.parse(line));

// Controls

function controlHtml(id, label, field, text, value = '') {
	return `<div class="control"><label for="${id}">${label} <output id="${id}-value">${escapeText(value)}</output></label>${field}
		<small id="${id}-text">${escapeText(text)}</small></div>`;
}

const optionsHtml = (items, chosen) => items.map(([value, label = value, off = false]) =>
	`<option value="${escapeText(value)}"${value === chosen ? ' selected' : ''}${off ? ' disabled' : ''}>${escapeText(label)}</option>`).join('');

function selectHtml(id, label, items, chosen, text) {
	return controlHtml(id, label, `<select id="${id}" aria-describedby="${id}-text">${optionsHtml(items, chosen)}</select>`, text);
}

function inputHtml(id, label, attributes, text, value) {
	return controlHtml(id, label, `<input id="${id}" aria-describedby="${id}-text" ${attributes}>`, text, value);
}

const keyText = (name) => menu.keys.find((key) => key.name === name).text;

function toPs(text) {
	const [, number, unit] = /^([\d.]+)(ps|ns|us|ms|s)?$/.exec(text) ?? [];

	return number ? Number(number) * { ps: 1, ns: 1e3, us: 1e6, ms: 1e9, s: 1e12 }[unit ?? 'ps'] : NaN;
}

function toBytes(text) {
	const [, number, unit] = /^(\d+)(B|KiB|MiB|GiB)?$/.exec(text) ?? [];

	return number ? Number(number) * { B: 1, KiB: 1 << 10, MiB: 1 << 20, GiB: 1 << 30 }[unit ?? 'B'] : NaN;
}

// What an address has and is none is shown as it is, and refused by the run.
const shownAs = (number, toText, text) => (Number.isNaN(number) ? text : toText(number));

function sliderHtml(key) {
	const { values, standard, symbol } = SLIDERS[key], ps = state[key] ? toPs(state[key]) : standard;
	const at = values.reduce((best, v, i) => (Math.abs(v - ps) < Math.abs(values[best] - ps) ? i : best), 0);

	return inputHtml(key, `${key} (${symbol})`, `type="range" min="0" max="${values.length - 1}" value="${at}"`, keyText(key), shownAs(ps, timeText, state[key]));
}

function wordsOf(key) {
	if (key === 'mapping')
		return [['', 'binary'], ['gray']];
	return menu.keys.find((k) => k.name === key).form.split('|').map((w, i) => (i ? [w] : ['', w]));
}

const byNumber = new Intl.Collator('en', { numeric: true });

function topologyItems() {
	const all = menu.topologies.flatMap((t) => t.examples.map((e) => [e]));
	const more = ['ring:4', 'ring:8', 'ring:16', 'linear:8', 'mesh:4x4', 'torus:4x4', 'torus:8x8',
		      'hypercube:2', 'hypercube:3', 'hypercube:4', 'hypercube:6', 'full:8'].map((t) => [t]);
	const items = [...new Map([...all, ...more, [state.topology]].map((i) => [i[0], i])).values()];

	return items.sort(([x], [y]) => byNumber.compare(x, y));
}

function collectiveItems() {
	const programs = menu.own.filter((w) => w.startsWith('program.'));

	return [...menu.collectives.map((c) => [c.name, `${c.name}: ${c.label}`]),
		...(programs.length ? [['program', 'program: messages of your own']] : [])];
}

const algorithmsOf = (collective) => (collective === 'program'
	? menu.own.filter((w) => w.startsWith('program.')).map((w) => ({ name: w.slice(8), text: 'a program that was loaded' }))
	: menu.algorithms.filter((a) => a.collective === collective));

// Links that fail: of each wire, both directions

const linkItems = () => (state.links ?? '').split(',').filter(Boolean);

function toggleLink(wire) {
	const items = linkItems(), left = items.filter((item) => item !== `${wire}:down`);

	state.links = (left.length < items.length ? left : [...items, `${wire}:down`]).join();
	if (!state.links)
		delete state.links;
	update(true);
}

function failHtml() {
	const wires = isPage(frame()) ? frame().contentWindow.wireWords?.() ?? [] : [];    // none until it is loaded

	return selectHtml('fail', 'a link that fails', [['', 'choose one, or click it in the picture'], ...wires.map((wire) =>
		[wire, linkItems().includes(`${wire}:down`) ? `${wire} works again` : wire])], '', 'both of its directions are down, and messages go another way, if there is one');
}

// A node that crashes, and when: in hundredths of the time that the run took

function crashHtml() {
	const [rank = '', at = '0ps'] = (state.crash ?? '').split('@'), nodes = shown.time?.[0]?.nodes ?? 0, whole = shown.whole ?? 1e8;

	return `${selectHtml('crashed', 'a node that crashes', [['', 'none'], ...Array.from({ length: nodes }, (_, r) => [String(r)])], rank, keyText('crash'))}
		${rank === '' ? '' : inputHtml('crash_time', 'when it crashes', `type="range" min="0" max="100" value="${Math.round(100 * toPs(at) / whole)}"`, 'a time of the run', timeText(toPs(at)))}`;
}

function changeCrash() {
	const at = Math.round((shown.whole ?? 1e8) * ($('crash_time')?.value ?? 50) / 100);

	if ($('crashed').value)
		state.crash = `${$('crashed').value}@${at}ps`;
	else
		delete state.crash;
	update(isAnew('crash'));
}

function algorithmText(name) {
	const a = algorithmsOf(state.collective).find((one) => one.name === name);

	return a ? `${a.text}${a.formula ? `; ${a.formula}` : ''}` : '';
}

function faultsHtml() {
	return `<details id="faults"${[...CHANCES, ...TEXTS, 'crash'].some((k) => state[k]) ? ' open' : ''}><summary>faults, and links that fail</summary>
	<div id="failing">${failHtml()}${crashHtml()}</div>
	${CHANCES.map((key) => inputHtml(key, key, `type="range" min="0" max="50" value="${parseFloat(state[key]) || 0}"`, keyText(key), state[key] || '0%')).join('')}
	${TEXTS.map((key) => inputHtml(key, key, `value="${escapeText(state[key] ?? '')}" placeholder="${{ links: '0>1:down', changes: '2us:0>1:down', jitter: '1us', seed: '1', fuzz: '1' }[key]}" autocomplete="off"`, keyText(key))).join('')}
	</details>`;
}

// The controls, an element each.
function controls() {
	const c = menu.collectives.find((one) => one.name === state.collective);
	const kind = menu.topologies.find((t) => t.name === state.topology.split(':')[0]);
	const algorithms = algorithmsOf(state.collective).map((a) => [a.name]);
	const sizes = Array.from({ length: 21 }, (_, i) => 2 ** i), size = Math.round(Math.log2(toBytes(state.bytes) || 64));

	return [selectHtml('collective', 'collective', collectiveItems(), state.collective, c ? `${c.label}; ends with: ${c.text}` : 'what you loaded'),
		selectHtml('a', 'algorithm', algorithms, state.a, algorithmText(state.a)),
		selectHtml('b', 'beside it', [['', 'nothing'], ...algorithms], state.b ?? '', algorithmText(state.b)),
		'<details id="cannot"><summary>what cannot run, and why</summary><ul id="why"></ul></details>',
		selectHtml('topology', 'topology', topologyItems(), state.topology, kind?.text ?? ''),
		inputHtml('other', 'another topology', `placeholder="such as torus:3x5" value="" autocomplete="off"`, `the form is ${kind?.name}:${kind?.label}`),
		hasBlocks() && inputHtml('bytes', 'bytes', `type="range" min="0" max="${sizes.length - 1}" value="${size}"`, 'bytes of a block (m)', shownAs(toBytes(state.bytes), bytesText, state.bytes)),
		c?.combines && selectHtml('op', 'operator', menu.operators.map((o, i) => [i ? o.name : '', o.name]), state.op ?? '', 'combines the elements'),
		c?.rooted && inputHtml('root', 'root', `type="number" min="0" value="${escapeText(state.root ?? 0)}"`, 'the root of the collective'),
		selectHtml('profile', 'profile', [['', 'none'], ...menu.profiles.map((p) => [p.name])], state.profile ?? '', menu.profiles.find((p) => p.name === state.profile)?.text ?? 'the costs of a known machine'),
		...Object.keys(SLIDERS).map(sliderHtml),
		...WORDS.map((key) => selectHtml(key, key, wordsOf(key), state[key] ?? '', keyText(key))),
		faultsHtml()].filter(Boolean);
}

// Has nobody changed a field, or what is said beside it?
const isUntouched = (field) => (field.matches('select') ? (field.selectedOptions[0] ?? field).defaultSelected || !field.querySelector('[selected]') && field.selectedIndex < 1
	: field.value === field.defaultValue);
const isAsMade = (element, html) => element.made?.html === html && element.made.inner === element.innerHTML &&
	[...element.querySelectorAll('select, input')].every(isUntouched);

// Draws anew those controls that are not as they should be, and keeps the focus, and what is unfolded.
function showControls() {
	const focus = document.activeElement?.id, open = [...document.querySelectorAll('details[open]')].map((d) => d.id);
	const wanted = controls(), there = [...$('controls').children];

	wanted.forEach((html, i) => {
		if (there[i] && isAsMade(there[i], html))
			return;
		if (there[i])
			there[i].outerHTML = html;
		else
			$('controls').insertAdjacentHTML('beforeend', html);
		const element = $('controls').children[i];

		element.made = { html, inner: element.innerHTML };
		if (open.includes(element.id))
			element.open = true;
	});
	there.slice(wanted.length).forEach((element) => element.remove());
	if (focus && $(focus) && $('controls').contains($(focus)) && document.activeElement.id !== focus)
		$(focus).focus();
}

function valueOf(field) {
	if (SLIDERS[field.id])
		return `${SLIDERS[field.id].values[field.value]}ps`;
	if (field.id === 'bytes')
		return String(2 ** field.value);
	if (CHANCES.includes(field.id))
		return Number(field.value) ? `${field.value}%` : '';
	return field.value.trim();
}

function change(field) {
	if (field.id === 'fail')
		return toggleLink(field.value);
	if (field.id.startsWith('crash'))
		return changeCrash();
	const key = field.id === 'other' ? 'topology' : field.id, value = valueOf(field);

	if (field.id === 'other' && !value)
		return undefined;
	if (value)
		state[key] = value;
	else
		delete state[key];
	if (key === 'collective') {
		state.a = algorithmsOf(value)[0]?.name;
		delete state.b;
	}
	return update(isAnew(key));
}

// What a slider says while it moves; it runs when it stands still for a moment.
let still = 0;
function slide(field) {
	const value = valueOf(field);

	$(`${field.id}-value`).textContent = field.id === 'crash_time' ? timeText((shown.whole ?? 1e8) * value / 100) : SLIDERS[field.id] ? timeText(toPs(value)) : field.id === 'bytes' ? bytesText(Number(value)) : value || '0%';
	clearTimeout(still);
	still = setTimeout(() => change(field), 60);
}

// Which algorithms can run here; the others say why not.
async function showFits() {
	if (isProgram()) {
		$('cannot').hidden = true;
		return;
	}
	const list = await records('predict', query({ run: state.collective }));
	const cannot = list.filter((r) => r.status !== 'predicted'), best = list.filter((r) => r.predicted_ps !== null)
		.sort((x, y) => x.predicted_ps - y.predicted_ps)[0];

	for (const id of ['a', 'b'])
		for (const option of $(id)?.options ?? [])
			option.disabled = cannot.some((r) => r.algorithm === option.value);
	$('cannot').hidden = !cannot.length;
	$('why').innerHTML = cannot.map((r) => `<li><b>${escapeText(r.algorithm)}</b>: ${escapeText(r.reason)}</li>`).join('');
	$('a-value').textContent = best ? `fastest: ${best.algorithm}` : '';
}

// The page of the run, which shows the next runs, too

const frame = () => document.querySelector('#frames iframe');

// Resolves once a page is loaded that shows the first run.
const openFrame = (params) => new Promise((resolve) => {
	const opened = document.createElement('iframe');

	opened.title = 'the run';
	opened.src = `page?${params}#${state.view ?? ''}`;
	opened.onload = () => resolve(opened);
	$('frames').replaceChildren(opened);
});

const isPage = (opened) => opened?.contentDocument?.contentType === 'text/html';

// Adds nothing to the history of the browser, as to set its hash would.
function showView(place, view) {
	if (place.hash !== `#${view}`)
		place.replace(new URL(`#${view}`, place.href));
}

// Resolves once the page is seen, or is known not to be.
async function loadPage(number, params) {
	try {
		if (isPage(frame())) {
			const runs = await getJson('page', new URLSearchParams([...params, ['data', '1']]));

			if (number === wanted)
				frame().contentWindow.showOther(runs);
		} else if (!isPage(await openFrame(params))) {
			refuse(JSON.parse(frame().contentDocument.body.textContent).error);
			$('frames').replaceChildren();
			return;
		}
	} catch (error) {
		if (number === wanted)
			refuse(error.message);
		return;
	}
	if (number === wanted) {
		$('state').dataset.shown = number;
		showState();
	}
}

// Without what is for a terminal
function refuse(sentence) {
	$('refused').textContent = sentence.replace(/^vcube( \w+)?: /, '').replace(/\nTry `vcube [^]*/, '').trim();
	$('refused').hidden = false;
}

// What the program of the last run has printed, if anything
function showSaid({ printed = '', unprinted = 0 }) {
	$('said').hidden = !printed;
	$('said').querySelector('pre').textContent = printed + (unprinted ? `\n.. and ${unprinted} bytes more, which the lab leaves out` : '');
}

function showState() {
	$('state').className = '';
	$('state').textContent = shown.time === null ? '' : shown.time.map((r) =>
		`${r.algorithm}: ${r.time_ps === null ? r.status : timeText(r.time_ps)}${r.predicted_ps === null ? '' : r.predicted_ps === r.time_ps ? ' as predicted' : `, predicted ${timeText(r.predicted_ps)}`}`).join('; ');
}

// The figure: formulas at many sizes, runs at some.

const sizesOf = (count) => [...new Set(Array.from({ length: count }, (_, i) => 8 * Math.round(2 ** (14 * i / (count - 1)))))];

function nodeList() {
	const kind = state.topology.split(':')[0];
	const lists = { ring: 'ring:4,ring:8,ring:16,ring:32,ring:64', linear: 'linear:4,linear:8,linear:16,linear:32', full: 'full:4,full:8,full:16,full:32',
			hypercube: 'hypercube:1,hypercube:2,hypercube:3,hypercube:4,hypercube:5,hypercube:6',
			torus: 'torus:2x2,torus:4x4,torus:8x8', mesh: 'mesh:2x2,mesh:4x4,mesh:8x8' };

	return lists[kind] ?? state.topology;
}

function curvesOf(predicted, ran, over) {
	return [state.a, state.b].filter(Boolean).map((name) => {
		const points = (list, field) => new Map(list.filter((r) => r.algorithm === name && r[field] !== null && r[field] > 0)
			.map((r) => [over === 'bytes' ? r.bytes : r.nodes, r[field]]));

		return { name, at: points(predicted, 'predicted_ps'), run: points(ran, 'time_ps') };
	});
}

async function showFigure(number) {
	const over = state.over ?? 'bytes', run = names().join(',');
	const here = over === 'bytes' ? toBytes(state.bytes) || undefined : shown.time?.[0]?.nodes;

	if (!$('over'))
		$('figure').innerHTML = '<label>time over <select id="over"><option>bytes</option><option>nodes</option></select></label>';
	$('over').value = over;
	if (!hasBlocks() && over === 'bytes') {
		$('figure').querySelector('svg')?.remove();
		return;
	}
	const dense = over === 'bytes' ? { run, bytes: sizesOf(90).join(',') } : { run, topology: nodeList() };
	const some = over === 'bytes' ? { run, bytes: '8,64,512,4096' } : { run, topology: nodeList() };
	const predicted = isProgram() ? [] : await records('predict', query(dense));

	if (number === wanted)
		drawFigure($('figure'), curvesOf(predicted, [], over), over, here);
	const ran = await records('run', query(some)).catch(() => []);      // too many nodes or bytes: lines alone
	if (number === wanted && ran.length)
		drawFigure($('figure'), curvesOf(predicted, ran, over), over, here);
}

// Predictions: is the run faster or slower than the one before?

function ask(before, go) {
	const form = $('question');

	if (!state.predict || !before) {
		form.hidden = true;
		return go();
	}
	form.hidden = false;
	$('frames').className = 'hidden';
	form.innerHTML = `${form.dataset.verdict ? `<b>${escapeText(form.dataset.verdict)}</b> ` : ''}${escapeText(before[0].algorithm)} took ${timeText(before[0].time_ps)}.
		Will it now be <button value="-1">faster</button><button value="0">as fast</button><button value="1">slower</button>
		<span class="soft">${score.asked ? `${score.right} of ${score.asked} right` : ''}</span>`;
	form.onsubmit = (event) => {
		event.preventDefault();
		judge(before, Number(event.submitter.value), go);
	};
	return null;
}

async function judge(before, guess, go) {
	await go();
	const now = shown.time?.[0]?.time_ps;
	const truth = Math.sign(now - before[0].time_ps), right = guess === truth;

	score = { right: score.right + right, asked: score.asked + 1 };
	$('question').dataset.verdict = `${right ? 'Right' : 'No'}: ${timeText(now)}, ${['faster', 'as fast', 'slower'][truth + 1]}.`;
	$('question').innerHTML = `<b>${$('question').dataset.verdict}</b> <span class="soft">${score.right} of ${score.asked} right</span>`;
}

async function show(number) {
	const params = query({ run: names().join(',') });

	$('frames').className = '';
	document.body.classList.add('running');
	await loadPage(number, params);
	if (number !== wanted)
		return;
	try {
		const lines = await records('run', new URLSearchParams([...params, ['said', '1']]));
		const time = lines.filter((line) => line.printed === undefined);

		if (number === wanted) {
			showSaid(lines.find((line) => line.printed !== undefined) ?? {});
			shown.time = time;
			shown.whole = (state.crash ? null : time[0].time_ps) ?? time[0].predicted_ps ?? shown.whole;
			showState();
			$('failing').innerHTML = failHtml() + crashHtml();      // which links and nodes there are
			await showFits();
		}
	} catch (error) {
		if (number === wanted) {
			shown.time = null;      // it was that of the run before
			showState();
			showSaid(error.said ?? {});
			refuse(error.message);
		}
	}
	document.body.classList.toggle('running', number !== wanted);
	await showFigure(number).catch(() => number === wanted && $('figure').querySelector('svg')?.remove());
}

// Asks for the run first: while it runs, the page draws its controls.
function update(isNew = false) {
	const number = ++wanted, before = shown.time?.[0]?.time_ps ? shown.time : null;

	$('refused').hidden = true;
	$('refused').textContent = '';
	ask(before, () => show(number));
	$('predict').checked = Boolean(state.predict);
	writeAddress(isNew);
	document.title = `${names().join(' beside ')} on ${state.topology} - vcube lab`;
	showControls();
	$('save').href = `page?${query({ run: names().join(','), save: '1' })}`;
}

// The event stream tells that a loaded file has changed, and ends when the lab does.
function listen() {
	const events = new EventSource('events');
	let known = false;

	events.onmessage = async (event) => {
		if (event.data === 'changed' || known)
			await loadMenu();
		if (event.data === 'changed' || known)
			update();
		known = true;
	};
	events.onerror = () => {
		$('state').className = 'alarm';
		$('state').textContent = 'The lab has stopped. What is shown stays; start it again with vcube lab.';
	};
}

async function loadMenu() {
	try {
		menu = JSON.parse(await get('menu', ''));
	} catch (error) {
		refuse(error.message);
	}
}

function connect() {
	$('controls').onchange = (event) => change(event.target);
	$('controls').oninput = (event) => event.target.type === 'range' && slide(event.target);
	$('controls').onsubmit = (event) => event.preventDefault();
	$('figure').onchange = (event) => { state.over = event.target.value; writeAddress(false); showFigure(wanted); };
	$('predict').onchange = (event) => {
		if (event.target.checked)
			state.predict = '1';
		else
			delete state.predict;
		$('question').hidden = true;
		$('frames').className = '';
		writeAddress(false);
	};
	$('copy').onclick = () => navigator.clipboard.writeText(commandText());
	// the address may have been written again before the event comes
	window.onhashchange = (event) => {
		readAddress(new URL(event.newURL).hash);
		shown.time = null;
		if (state.view && isPage(frame()))
			showView(frame().contentWindow.location, state.view);
		update();
	};
	window.onmessage = (event) => {
		if (event.source !== frame()?.contentWindow)
			return undefined;
		if (event.data.wire)
			return toggleLink(String(event.data.wire));
		state.view = String(event.data.view);
		clearTimeout(moved);
		moved = setTimeout(() => writeAddress(false), 200);
		return undefined;
	};
}

async function start() {
	await loadMenu();
	if (!menu)
		return;
	readAddress(location.hash);
	connect();
	update();
	listen();
}

start();
