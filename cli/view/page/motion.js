// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// Messages that move along their links.

// The most messages that are drawn on their way
const MOVERS = 600;

// How far a message is at a time: [from, to, part of that link], or null if it is not under way.
function positionOf(run, m, time) {
	if (m.hops.length) {
		const hop = m.hops.find(({ event }) => event.time - event.span <= time && time < event.time);
		return hop ? [hop.from, hop.to, (time - hop.event.time + hop.event.span) / hop.event.span] : null;
	}
	return m.start <= time && time < m.end ? alongRoute(run, m, (time - m.start) / (m.end - m.start)) : null;
}

function alongRoute(run, m, part) {
	const links = linksOf(run, m), at = part * links.length, link = links[Math.min(links.length - 1, Math.floor(at))];

	return link ? [link.from, link.to, at - Math.floor(at)] : null;
}

// The messages under way: at a time, or at a part of the next step, which ends at 1.
function moversOf(run, by, value, part) {
	const all = part < 1 ? [...run.messages.values()] : [];

	if (by === 'time')
		return run.clock ? all.filter((m) => m.start <= value && value < m.end).slice(0, MOVERS).map((m) => [m, positionOf(run, m, value)]) : [];
	return all.filter((m) => m.sent.step === value + 1).slice(0, MOVERS).map((m) => [m, alongRoute(run, m, part)]);
}

// From rim to rim, so that it hides no node
function moverPlace(run, [from, to, along]) {
	const part = 0.16 + 0.68 * along, [a, b] = [run.layout.places[from], run.layout.places[to]];
	const [dx, dy] = [b[0] - a[0], b[1] - a[1]], length = Math.hypot(dx, dy) || 1;
	// the middle of the curve lies beside the straight line by half its control point
	const aside = bendOf(run, from, to, length) * 2 * part * (1 - part) + sideOf(run) / length;

	return [a[0] + dx * part - dy * aside, a[1] + dy * part + dx * aside];
}

function moverCircle(run, [m, at]) {
	const [x, y] = moverPlace(run, at);

	return `<circle class="mover" data-message="${m.key}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${Math.max(2.5, 0.36 * run.layout.radius).toFixed(1)}" fill="${colourOf(m.from)}"><title>${messageName(m)}: ${sizeText(m.bytes)}</title></circle>`;
}

const moversHtml = (run, by, value, part) => moversOf(run, by, value, part).filter(([, at]) => at).map((mover) => moverCircle(run, mover)).join('');

// Draws a moment between two stops: what moves, and the line of the time.
function drawMoment(run, section, by, value, part) {
	const movers = section.querySelector('.movers'), line = section.querySelector('.now-line');

	forgetPanels(section);
	if (movers)
		movers.innerHTML = moversHtml(run, by, value, part);
	else if (section.querySelector('canvas.crowd'))
		run.redraw(moversOf(run, by, value, part));
	if (line && by === 'time' && run.scale) {
		const x = run.scale(Math.min(Math.max(value, run.scale.from), run.scale.to));
		line.setAttribute('x1', x);
		line.setAttribute('x2', x);
	}
}

// Lets the messages of a step that has come cross their links once.
function glide(run, section, step) {
	const one = { messages: 0 };

	if (stillness() || run.groups || !run.layout)
		return;
	run.gliding = one;
	d3.select(one).transition().duration(450).ease(d3.easeCubicInOut)
		.tween('messages', () => (part) => run.gliding === one && drawMoment(run, section, 'step', step - 1, part));
}
