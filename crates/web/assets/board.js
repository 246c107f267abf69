// @ts-check
// The board: shows what a move takes before it is made, and lets any move be made by pointing, tapping, dragging.
// Without this module the pieces of the board are links, and any move can be written into the field.

/**
 * @typedef {{ label: string, words: string, takes: number[][], steps?: number[] }} Move one in steps names its things in order
 * @typedef {{ shapes: string[], moves: Move[], all: boolean }} Moves
 * @typedef {{ move: Move, place: number[] }} Choice a move, and one of the places where it can be made
 * @typedef {{ go: (address: string, how: { push: boolean, label?: string | null }) => Promise<void>, tell: (text: string) => void }} Page
 */

const NEAR = 12; // CSS pixels around a thing that count as it, for a mouse
const NEAR_FINGER = 22; // and for a finger: targets of 44
const DRAGGED = 7; // a press that moves farther is a drag

/** @param {number} x @param {number} y @param {DOMRect} box */
const outside = (x, y, box) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));

/**
 * Makes the board of a page live. Gives what ends that.
 * @param {HTMLElement} board @param {Page} page @returns {() => void}
 */
export function wake(board, page) {
  const room = /** @type {HTMLElement} */ (board.parentElement);
  const svg = /** @type {SVGSVGElement | null} */ (board.querySelector('svg'));
  if (!svg) return () => {};
  const ended = new AbortController();
  const { signal } = ended;
  const lead = room.querySelector('#lead');
  const chosen = /** @type {HTMLElement | null} */ (room.querySelector('#chosen'));
  let resting = lead?.textContent ?? '';
  const layer = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  layer.setAttribute('class', 'preview');
  svg.append(layer);
  /** Things that moves take, unseen, to be measured. */
  const ruler = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  ruler.setAttribute('class', 'ruler');
  svg.append(ruler);

  /** @type {Moves} */
  let known = { shapes: [], moves: [], all: false };
  /** @type {SVGGraphicsElement[]} */
  let things = [];
  /** @type {Map<string, Move>} */
  const byLabel = new Map();
  /** The move that is shown. @type {Choice | null} */
  let shown = null;
  /** The move that a tap has chosen. @type {Choice | null} */
  let picked = null;
  /** The thing that a choice began with, and the last one tapped. */
  let anchor = -1;
  let tapped = -1;
  /** A press that goes on. @type {{ id: number, x: number, y: number, from: number, finger: boolean, drag: boolean } | null} */
  let press = null;
  let silent = false; // the click after a drag is none
  /** What a move that is made in steps has named so far: a queen, and where it goes. @type {number[]} */
  let path = [];
  /** The things that such moves name. @type {Set<number>} */
  let stations = new Set();

  void fetch(board.dataset.moves ?? '', { signal })
    .then((response) => (response.ok ? response.json() : known))
    .then((/** @type {Moves} */ moves) => {
      known = moves;
      for (const move of moves.moves) byLabel.set(move.label, move);
      ruler.innerHTML = moves.shapes.join('');
      things = /** @type {SVGGraphicsElement[]} */ ([...ruler.children]);
      board.classList.toggle('draggable', moves.moves.some((move) => (move.takes[0]?.length ?? 0) > 1));
      stations = new Set(moves.moves.flatMap((move) => move.steps ?? []));
      if (stations.size) {
        board.classList.add('stepwise');
        room.querySelector('#circles')?.remove();
        resting = 'Choose what moves, then where it goes, then where it shoots.';
        walk([]);
      }
      board.dataset.ready = '';
    })
    .catch(() => {});

  /** @param {string} label @param {number} x @param {number} y @returns {Choice} */
  function choice(label, x, y) {
    const move = byLabel.get(label) ?? { label, words: '', takes: [[]] };
    let place = move.takes[0] ?? [];
    let least = Infinity;
    for (const other of move.takes) {
      const away = other.reduce((sum, thing) => sum + (things[thing] ? outside(x, y, things[thing].getBoundingClientRect()) : 0), 0);
      if (away < least) [least, place] = [away, other];
    }
    return { move, place };
  }

  /** The link of a move. @param {string} label @returns {Element | null} */
  const linkTo = (label) => svg.querySelector(`a > [data-move="${CSS.escape(label)}"]`)?.parentElement ?? null;

  /** @param {Choice} choice */
  function words(choice) {
    const link = linkTo(choice.move.label)?.getAttribute('aria-label');
    const listed = room.parentElement?.querySelector(`[data-shows="${CSS.escape(choice.move.label)}"] ~ p`)?.textContent;
    return link ?? (listed ? `${choice.move.words}: ${listed}` : choice.move.words);
  }

  /** @param {Choice | null} next @param {boolean} [loud] */
  function show(next, loud = false) {
    shown = next;
    layer.innerHTML = next ? next.place.map((thing) => known.shapes[thing]).join('') : '';
    // A move that takes nothing is shown by the piece that stands for it.
    for (const piece of svg?.querySelectorAll('.pointed') ?? []) piece.classList.remove('pointed');
    if (next && !next.place.length) linkTo(next.move.label)?.classList.add('pointed');
    if (!lead) return;
    const text = next ? words(next) : resting;
    lead.textContent = text && text[0].toUpperCase() + text.slice(1);
    lead.classList.toggle('on', next !== null);
    if (loud && next) page.tell(words(next));
  }

  /** Moves that take the same things at the same place, and leave something else: X or O in a cell. @param {Choice} choice */
  function twins(choice) {
    const same = (/** @type {number[]} */ place) => place.length === choice.place.length && place.every((thing) => choice.place.includes(thing));
    return choice.place.length && !choice.move.steps ? known.moves.filter((move) => move.takes.some(same)) : [choice.move];
  }

  /** The moves that go on from these steps. @param {number[]} steps */
  const onwards = (steps) => known.moves.filter((move) => move.steps && steps.every((thing, place) => move.steps?.[place] === thing));

  /** Takes these steps: they are marked, and so is what may come next. @param {number[]} steps */
  function walk(steps) {
    path = steps;
    const next = (/** @type {Move[]} */ moves) => new Set(moves.map((move) => move.steps?.[steps.length] ?? -1));
    const drawn = (/** @type {Iterable<number>} */ things) => [...things].map((thing) => known.shapes[thing] ?? '').join('');
    const onward = onwards(steps);
    // Where winning moves are shown, so are the steps to them.
    const wins = onward.filter((move) => svg?.querySelector(`.handle.winning[data-move="${CSS.escape(move.label)}"]`));
    layer.innerHTML = `<g class="offered">${drawn(next(onward))}</g><g class="offered wins">${drawn(next(wins))}</g>${drawn(new Set(steps))}`;
    if (lead) lead.textContent = [resting, 'Now where it goes.', 'Now where it shoots.'][steps.length] ?? resting;
    lead?.classList.toggle('on', steps.length > 0);
  }

  /** The steps after one more at a thing: those before are forgotten where it does not go on from them. @param {number} thing */
  const stepped = (thing) => [[...path, thing], [thing], []].find((steps) => onwards(steps).length) ?? [];

  /** A step at a thing: the last one makes the move, or for a finger chooses it. @param {number} thing @param {boolean} finger */
  function step(thing, finger) {
    if (picked && finger && picked.move.steps?.at(-1) === thing) return make(picked);
    if (picked) pick(null);
    const steps = stepped(thing);
    const whole = onwards(steps).find((move) => move.steps?.length === steps.length);
    if (!whole) {
      walk(steps);
      return page.tell(lead?.textContent ?? '');
    }
    path = [];
    const made = choice(whole.label, 0, 0);
    if (finger) pick(made);
    else make(made);
  }

  /** The thing at a point that a move in steps may name. @param {PointerEvent} event */
  function station(event) {
    if (!stations.size || (event.target instanceof Element && event.target.closest('a[href]'))) return -1;
    const thing = thingAt(event.clientX, event.clientY, 0);
    return stations.has(thing) ? thing : -1;
  }

  /** @param {Choice | null} next */
  function pick(next) {
    picked = next;
    show(next, true);
    if (!next) anchor = tapped = -1;
    if (!chosen) return;
    chosen.hidden = next === null;
    for (const button of chosen.querySelectorAll('[data-twin]')) button.remove();
    const ways = next ? twins(next) : [];
    chosen.querySelector('[data-make]')?.toggleAttribute('hidden', ways.length > 1);
    for (const move of ways.length > 1 ? [...ways].reverse() : []) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'strong';
      button.dataset.twin = move.label;
      // Words alone may not tell them apart: colour it, in X or in O.
      const text = ways.some((way) => way !== move && way.words === move.words) ? `${move.words}: ${move.label}` : move.words;
      button.textContent = text.slice(0, 1).toUpperCase() + text.slice(1);
      button.addEventListener('click', () => next && make({ move, place: next.place }));
      chosen.prepend(button);
    }
  }

  /** Makes a move that is pointed at, or asks which of those at the same place. @param {Choice} choice */
  function makeOrAsk(choice) {
    if (twins(choice).length > 1 && picked?.move.label !== choice.move.label) pick(choice);
    else make(choice);
  }

  /** Makes a move: its marks stay until the answer is there. @param {Choice} choice */
  function make(choice) {
    show(choice);
    if (chosen) chosen.hidden = true;
    if (lead) lead.textContent = `Your move: ${choice.move.words || words(choice)}.`;
    const href = linkTo(choice.move.label)?.getAttribute('href');
    const here = board.dataset.here ?? '';
    const address = href ?? `${here}&move=${encodeURIComponent(choice.move.label)}`;
    void page.go(new URL(address, location.href).href, { push: true, label: choice.move.label });
  }

  /** The link that a point means: the one that is hit, else the nearest. @param {Element | null} target @param {number} x @param {number} y @param {number} near */
  function pointed(target, x, y, near) {
    const hit = target?.closest('a[href]');
    if (hit && board.contains(hit)) return hit.querySelector('[data-move]')?.getAttribute('data-move') ?? null;
    let best = null;
    let least = near;
    for (const piece of svg?.querySelectorAll('a > [data-move]') ?? []) {
      const away = outside(x, y, piece.getBoundingClientRect());
      if (away < least) [least, best] = [away, piece.getAttribute('data-move')];
    }
    return best;
  }

  /** The thing at a point: of those within reach the smallest, or the nearest. @param {number} x @param {number} y @param {number} near */
  function thingAt(x, y, near) {
    let best = -1;
    let least = Infinity;
    things.forEach((thing, index) => {
      const box = thing.getBoundingClientRect();
      const away = outside(x, y, box);
      if (away > near) return;
      const middle = Math.hypot(x - box.left - box.width / 2, y - box.top - box.height / 2);
      const cost = away * 1000 + Math.min(box.width, box.height) + middle / 10;
      if (cost < least) [least, best] = [cost, index];
    });
    return best;
  }

  /** The smallest move that takes all of these. @param {number[]} wanted @returns {Choice | null} */
  function covering(wanted) {
    /** @type {Choice | null} */
    let best = null;
    for (const move of known.moves) {
      for (const place of move.takes) {
        if (!wanted.every((thing) => place.includes(thing))) continue;
        if (!best || place.length < best.place.length) best = { move, place };
      }
    }
    return best;
  }

  /** @param {PointerEvent} event @returns {Choice | null} */
  function under(event, near = event.pointerType === 'mouse' ? NEAR : NEAR_FINGER) {
    const { clientX: x, clientY: y } = event;
    const target = document.elementFromPoint(x, y);
    if (target?.closest('.grip')) return null; // a large heap is a slider
    const label = pointed(target, x, y, near);
    if (label !== null) return choice(label, x, y);
    const thing = thingAt(x, y, near);
    return thing < 0 ? null : covering([thing]);
  }

  const on = (/** @type {string} */ kind, /** @type {(event: any) => void} */ run, /** @type {EventTarget} */ where = board) =>
    where.addEventListener(kind, run, { signal });

  on('pointermove', (/** @type {PointerEvent} */ event) => {
    if (press && event.pointerId === press.id) {
      if (!press.drag && Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAGGED && press.from >= 0) {
        press.drag = true;
        svg.setPointerCapture(press.id);
      }
      if (press.drag) {
        const to = thingAt(event.clientX, event.clientY, NEAR_FINGER);
        const over = to < 0 ? null : covering([...new Set([press.from, to])]);
        show(over);
        if (!over && lead) lead.textContent = 'No move takes that together.';
        return;
      }
    }
    if (event.pointerType !== 'mouse' || picked) return;
    const thing = station(event);
    const last = thing < 0 ? undefined : onwards([...path, thing]).find((move) => move.steps?.length === path.length + 1);
    if (last) show(choice(last.label, 0, 0));
    else if (stations.size && (thing >= 0 || path.length)) walk(path);
    else show(under(event));
  });

  on('pointerleave', (/** @type {PointerEvent} */ event) => {
    if (event.pointerType !== 'mouse' || press?.drag) return;
    show(picked);
    if (stations.size && !picked) walk(path);
  });

  on('pointerdown', (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0) return;
    const finger = event.pointerType !== 'mouse';
    silent = false;
    if (event.target instanceof Element && event.target.closest('.grip')) return;
    const from = station(event) < 0 ? thingAt(event.clientX, event.clientY, NEAR) : -1;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, from, finger, drag: false };
  });

  on('pointerup', (/** @type {PointerEvent} */ event) => {
    const was = press;
    press = null;
    if (!was?.drag) return;
    silent = true;
    setTimeout(() => { silent = false; }, 0);
    if (!shown) return show(picked);
    // A finger may slip: what it has drawn is made by another tap.
    if (was.finger) {
      [anchor, tapped] = [was.from, -1];
      pick(shown);
    } else {
      makeOrAsk(shown);
    }
  });
  on('pointercancel', () => { press = null; });
  on('dragstart', (/** @type {Event} */ event) => event.preventDefault());

  on('click', (/** @type {PointerEvent} */ event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const byKey = event.detail === 0; // Enter on a link
    event.preventDefault();
    event.stopPropagation();
    if (silent) return;
    if (byKey) {
      const label = (event.target instanceof Element ? event.target.closest('a') : null)?.querySelector('[data-move]')?.getAttribute('data-move');
      if (label) make(choice(label, 0, 0));
      return;
    }
    const thing = station(event);
    if (thing >= 0) return step(thing, event.pointerType !== 'mouse');
    const next = under(event);
    if (event.pointerType === 'mouse') {
      if (next) makeOrAsk(next);
      return;
    }
    tap(event.clientX, event.clientY, next);
  });

  /** A finger chooses with the first tap, adds to its choice with others, and makes it by a tap on what it tapped last.
   * @param {number} x @param {number} y @param {Choice | null} next */
  function tap(x, y, next) {
    const thing = thingAt(x, y, NEAR_FINGER);
    if (picked && ((thing >= 0 && thing === tapped) || next?.move.label === picked.move.label)) return make(picked);
    const more = picked && anchor >= 0 && thing >= 0 ? covering([anchor, thing]) : null;
    if (more && more.move.label !== picked?.move.label) {
      pick(more);
    } else {
      pick(next);
      anchor = next ? thing : -1;
    }
    tapped = next || more ? thing : -1;
  }

  chosen?.querySelector('[data-make]')?.addEventListener('click', () => picked && make(picked), { signal });
  const drop = () => { pick(null); if (stations.size) walk([]); };
  chosen?.querySelector('[data-drop]')?.addEventListener('click', drop, { signal });
  on('keydown', (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') drop(); }, document);

  // The focus shows as the pointer does; so do names of moves elsewhere on the page.
  on('focusin', (/** @type {FocusEvent} */ event) => {
    const label = (event.target instanceof Element ? event.target.closest('a') : null)?.querySelector('[data-move]')?.getAttribute('data-move');
    if (label && !press) show(choice(label, 0, 0));
  });
  for (const kind of ['pointerover', 'focusin']) {
    on(kind, (/** @type {Event} */ event) => {
      const label = event.target instanceof Element ? event.target.closest('[data-shows]')?.getAttribute('data-shows') : null;
      if (label && byLabel.has(label)) show(choice(label, 0, 0));
    }, document);
  }

  roam(svg, signal);
  for (const form of room.querySelectorAll('form[data-heap]')) slide(/** @type {HTMLFormElement} */ (form), page, signal);
  const bars = svg.querySelectorAll('.bar:not(.winning):not(.taken)');
  room.querySelectorAll('form[data-heap]').forEach((form, index) => grip(bars[index], /** @type {HTMLFormElement} */ (form), signal));
  for (const form of room.querySelectorAll('form.write')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void page.go(addressOf(/** @type {HTMLFormElement} */ (form)), { push: true });
    }, { signal });
  }
  return () => ended.abort();
}

/** @param {HTMLFormElement} form */
function addressOf(form) {
  const query = new URLSearchParams();
  for (const [key, value] of new FormData(form)) query.set(key, String(value));
  return new URL(`${form.getAttribute('action')}?${query}`, location.href).href;
}

/** One piece of the board is in the order of Tab; arrows go on from it. @param {SVGSVGElement} svg @param {AbortSignal} signal */
function roam(svg, signal) {
  const pieces = [...svg.querySelectorAll('a')];
  pieces.forEach((piece, index) => piece.setAttribute('tabindex', index ? '-1' : '0'));
  // Not of the drawing itself: one that listens to the focus can be focused.
  svg.parentElement?.addEventListener('focusin', (event) => {
    const piece = event.target instanceof Element ? event.target.closest('a') : null;
    if (!piece) return;
    for (const other of svg.querySelectorAll('a[tabindex="0"]')) other.setAttribute('tabindex', '-1');
    piece.setAttribute('tabindex', '0');
  }, { signal });
}

/** Slider and number of a large heap, in step. @param {HTMLFormElement} form @param {Page} page @param {AbortSignal} signal */
function slide(form, page, signal) {
  const slider = /** @type {HTMLInputElement} */ (form.querySelector('[data-slide]'));
  const number = /** @type {HTMLInputElement} */ (form.querySelector('[name=leave]'));
  const beside = /** @type {HTMLInputElement | null} */ (form.querySelector('[name=beside]'));
  const taken = form.querySelector('[data-taken]');
  const size = Number(form.dataset.heap);
  slider.hidden = !(size <= Number.MAX_SAFE_INTEGER);
  const told = () => {
    const left = Number(number.value) + Number(beside?.value ?? 0);
    if (taken) taken.textContent = Number.isSafeInteger(size) && left <= size ? String(size - left) : '';
  };
  slider.addEventListener('input', () => {
    // What is taken stays the same while the place of the gap moves.
    const gap = beside?.value ? size - Number(number.value) - Number(beside.value) : 0;
    number.value = slider.value;
    if (beside?.value) beside.value = String(Math.max(0, size - gap - Number(slider.value)));
    told();
  }, { signal });
  for (const input of [number, beside]) input?.addEventListener('input', () => { slider.value = number.value; told(); }, { signal });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void page.go(addressOf(form), { push: true });
  }, { signal });
  told();
}

/** The bar of a large heap is a slider too. @param {Element | undefined} bar @param {HTMLFormElement} form @param {AbortSignal} signal */
function grip(bar, form, signal) {
  if (!bar) return;
  bar.classList.add('grip');
  const slider = /** @type {HTMLInputElement} */ (form.querySelector('[data-slide]'));
  /** @param {PointerEvent} event */
  const set = (event) => {
    const box = bar.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    slider.value = String(Math.min(Math.round(share * Number(slider.max)), Number(slider.max) - 1));
    slider.dispatchEvent(new Event('input'));
    form.classList.add('held');
  };
  bar.addEventListener('pointerdown', (event) => {
    const down = /** @type {PointerEvent} */ (event);
    bar.setPointerCapture(down.pointerId);
    set(down);
  }, { signal });
  bar.addEventListener('pointermove', (event) => {
    const move = /** @type {PointerEvent} */ (event);
    if (bar.hasPointerCapture(move.pointerId)) set(move);
  }, { signal });
}
