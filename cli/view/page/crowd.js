// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The topology of many nodes, on canvas: links by what they have carried, nodes by what has come
// to them.

// The node, or the group of nodes, whose events a node's colour stands for
function shownOf(run, rank) {
	if (!run.groups)
		return rank;
	const groups = run.groups - Number(run.traced < run.nodes), i = rank - run.first;
	return i < 0 || i >= run.traced ? groups : Math.floor(i * groups / run.traced);
}

function bytesTo(run, events) {
	const came = new Array(run.shown).fill(0);

	for (const e of events)
		if (run.groups && e.kind === 'send')
			came[e.peer] += e.amount;
		else if (e.kind === 'got' && e.detail !== 1)
			came[e.rank] += e.amount;
	return came;
}

const gradeOf = (value, most) => (value > 0 ? Math.max(1, Math.ceil(4 * value / most)) : 0);

// Returns what is drawn at every scale: wires, links by grade, nodes by grade.
function crowdShapes(run, at, state, links, came) {
	const most = Math.max(1, ...[...links.values()].map((link) => link.bytes)), mostCame = Math.max(1, d3.max(came));
	const paths = [[], [], [], [], []], discs = [[], [], [], [], []];

	for (const [key, link] of links)
		paths[gradeOf(link.bytes, most)].push(linkPath(run, ...key.split('>').map(Number), sideOf(run)));
	run.layout.places.forEach((place, v) => {
		if (run.rankAt[v] !== undefined)
			discs[gradeOf(came[shownOf(run, run.rankAt[v])], mostCame)].push([place, run.rankAt[v]]);
	});
	return { wires: new Path2D(run.wires.map(([a, b]) => linkPath(run, a, b, 0)).join('')), discs,
		 paths: paths.map((path) => new Path2D(path.join(''))), route: chosenRoute(run, at, state) };
}

const chosenRoute = (run, at, state) => new Path2D(at.hidden || !run.messages.get(state.message) ? ''
	: linksOf(run, run.messages.get(state.message)).map((link) => linkPath(run, link.from, link.to, sideOf(run))).join(''));

function drawDiscs(context, run, discs, fill, radius) {
	context.fillStyle = fill;
	context.beginPath();
	for (const [[x, y]] of discs) {
		context.moveTo(x + radius, y);
		context.arc(x, y, radius, 0, 2 * Math.PI);
	}
	context.fill();
	context.stroke();
}

// The number of each node, where its circle has room for it
function drawNames(context, run, discs, radius) {
	context.textAlign = 'center';
	context.textBaseline = 'middle';
	context.font = `${0.85 * radius}px system-ui, sans-serif`;
	discs.forEach((some, grade) => {
		context.fillStyle = grade ? '#111' : styleOf('--ink');
		for (const [[x, y], rank] of some)
			context.fillText(rank, x, y);
	});
}

function drawCrowd(context, run, shapes, movers, transform) {
	const { width, height, radius } = run.layout, thin = 1 / Math.sqrt(transform.k);

	context.clearRect(0, 0, width, height);
	context.save();
	context.translate(transform.x, transform.y);
	context.scale(transform.k, transform.k);
	context.strokeStyle = styleOf('--wire');
	context.lineWidth = 0.5 * thin;
	context.stroke(shapes.wires);
	shapes.paths.forEach((path, grade) => {
		context.strokeStyle = styleOf(`--load${grade || 1}`);
		context.lineWidth = (0.6 + 0.35 * grade) * thin;
		context.globalAlpha = 0.2 + 0.2 * grade;
		context.stroke(path);
	});
	context.globalAlpha = 1;
	context.strokeStyle = styleOf('--ink');
	context.lineWidth = 2.5 * thin;
	context.stroke(shapes.route);
	context.strokeStyle = styleOf('--soft');
	context.lineWidth = 0.5 * thin;
	shapes.discs.forEach((discs, grade) => drawDiscs(context, run, discs, styleOf(grade ? `--load${grade}` : '--panel'), radius));
	if (radius * transform.k >= NAMED)
		drawNames(context, run, shapes.discs, radius);
	drawMovers(context, run, movers);
	context.strokeStyle = styleOf('--ink');
	context.lineWidth = 2 * thin;
	drawDiscs(context, run, shapes.discs.flat().filter(([, rank]) => state.node === String(shownOf(run, rank))), 'transparent', 1.3 * radius);
	context.restore();
}

function drawMovers(context, run, movers) {
	for (const [m, at] of movers.filter(([, where]) => where)) {
		const [x, y] = moverPlace(run, at);

		context.fillStyle = colourOf(m.from);
		context.beginPath();
		context.arc(x, y, Math.max(1.2, 0.5 * run.layout.radius), 0, 2 * Math.PI);
		context.fill();
	}
}

// The node under the pointer becomes what the canvas is of, so that it can be pointed at and selected.
function nameNode(run, canvas, event) {
	const t = run.enlarged ?? d3.zoomIdentity, [x, y] = t.invert([event.offsetX, event.offsetY]);
	const v = d3.minIndex(run.layout.places, (p, i) => (run.rankAt[i] === undefined ? Infinity : Math.hypot(p[0] - x, p[1] - y)));
	const [px, py] = run.layout.places[v];

	if (Math.hypot(px - x, py - y) < run.layout.radius + 3 / t.k)
		canvas.dataset.node = shownOf(run, run.rankAt[v]);
	else
		delete canvas.dataset.node;
	point(event);
}

function crowdView(run, at, state, links) {
	const { width, height } = run.layout, came = bytesTo(run, at.events);

	return `${canvasHtml('crowd', width, height, `${run.topology}: nodes by the bytes that have come to them, links by what they have carried`, (context, canvas) => {
		const shapes = crowdShapes(run, at, state, links, came);
		let movers = run.groups || state.by !== 'time' ? [] : moversOf(run, 'time', at.value, 0);
		const draw = (transform) => drawCrowd(context, run, shapes, movers, transform);

		delete canvas.dataset.node;
		run.redraw = (some) => { movers = some; draw(run.enlarged ?? d3.zoomIdentity); };
		run.redraw(movers);
		enlargeable(canvas, run, draw);
		canvas.onpointermove = (event) => nameNode(run, canvas, event);
	})}${legend(d3.max(came), run.groups ? 'Has come to each group of nodes' : 'Has come to each node', 'Nothing has come to any node yet.')}`;
}
