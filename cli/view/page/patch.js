// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// Changes a part of the page into another, and keeps the elements that are in both: the browser
// lays out and paints only what differs. Elements with listeners of their own have a data-key,
// and become only those of the same key; what has data-drawn stays as it is.

const isSame = (a, b) => a.nodeName === b.nodeName &&
	(a.nodeType !== Node.ELEMENT_NODE || a.getAttribute('data-key') === b.getAttribute('data-key'));

function patchAttributes(mine, wanted) {
	for (const name of wanted.getAttributeNames())
		if (mine.getAttribute(name) !== wanted.getAttribute(name))
			mine.setAttribute(name, wanted.getAttribute(name));
	for (const name of mine.getAttributeNames())
		if (!wanted.hasAttribute(name))
			mine.removeAttribute(name);
}

function patchNode(mine, wanted) {
	if (mine.isEqualNode(wanted))
		return;
	if (wanted.nodeType !== Node.ELEMENT_NODE) {
		mine.data = wanted.data;
	} else if (!wanted.hasAttribute('data-drawn')) {
		patchAttributes(mine, wanted);
		patchChildren(mine, wanted);
	}
}

function patchChildren(parent, wanted) {
	let mine = parent.firstChild;

	for (let node = wanted.firstChild, next; node; node = next) {
		const after = mine?.nextSibling ?? null;

		next = node.nextSibling;
		if (!mine)
			parent.append(node);
		else if (isSame(mine, node))
			patchNode(mine, node);
		else
			mine.replaceWith(node);
		mine = after;
	}
	for (let after; mine; mine = after) {
		after = mine.nextSibling;
		mine.remove();
	}
}

function patch(element, html) {
	const wanted = document.createElement('template');

	wanted.innerHTML = html;
	patchChildren(element, wanted.content);
}
