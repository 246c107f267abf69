// @ts-check
// Makes the pages smooth. Everything works without it: moves are links, questions are forms.

const REPLY_SHOWN = 900; // milliseconds that the computer's move stays marked
const WAIT = 250; // milliseconds after which a page says that it is working
const calm = matchMedia('(prefers-reduced-motion: reduce)');
let visit = 0; // the last navigation begun; earlier ones that come later are dropped

/** @returns {HTMLElement} */
const content = () => /** @type {HTMLElement} */ (document.querySelector('main'));

/** Tells screen readers. @param {string} text */
function tell(text) {
  const told = document.querySelector('#told');
  if (told) told.textContent = text;
}

/** @param {number} milliseconds @returns {Promise<void>} */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Says that the server is at work, where its answer will stand. */
function wait() {
  const says = content().querySelector('.talk, .verdict');
  const text = location.pathname === '/play' ? 'I am thinking …' : 'Working it out …';
  if (says) {
    const line = document.createElement('p');
    line.className = 'waiting';
    line.textContent = text;
    says.replaceChildren(line);
  }
  tell(text);
}

/**
 * Fetches a page and puts its content in place of this one.
 * @param {string} address
 * @param {{ push: boolean, label?: string | null, block?: string }} how
 */
async function go(address, how) {
  const mine = ++visit;
  content().setAttribute('aria-busy', 'true');
  // Who waits is told so; quick answers come first.
  setTimeout(() => mine === visit && content().hasAttribute('aria-busy') && wait(), WAIT);
  let response;
  try {
    response = await fetch(address, { headers: { accept: 'text/html' } });
  } catch {
    location.assign(address);
    return;
  }
  const text = await response.text();
  if (mine !== visit) return;
  if (how.push && how.label !== undefined) click();
  const page = new DOMParser().parseFromString(text, 'text/html');
  const fresh = page.querySelector('main');
  if (!fresh) {
    location.assign(address);
    return;
  }
  const at = response.url + (address.includes('#') ? address.slice(address.indexOf('#')) : '');
  if (how.push) history.pushState(null, '', at);
  const before = page.querySelector('template[data-before]');
  const stage = content().querySelector('.stage .board');
  if (how.push && before instanceof HTMLTemplateElement && stage && !calm.matches) {
    // The computer's move is shown on the board that it was made on.
    stage.replaceChildren(before.content.cloneNode(true));
    await pause(REPLY_SHOWN);
    if (mine !== visit) return;
  }
  document.title = page.title;
  const opened = [...content().querySelectorAll('details')].map((details) => details.open);
  content().replaceChildren(...fresh.childNodes);
  content().removeAttribute('aria-busy');
  if (how.push) content().querySelector('.stage')?.classList.add('fresh');
  content().querySelectorAll('details').forEach((details, index) => {
    if (opened[index]) details.open = true;
  });
  wake();
  settle(how);
}

/** Puts the focus where the work goes on. @param {{ label?: string | null }} how */
function settle(how) {
  // Of several boards or questions on a page, the address names the one at hand.
  const part = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  const room = part && content().contains(part) ? part : content();
  const verdict = ['[data-told]', '.verdict', '.question', 'h1'].map((sign) => room.querySelector(sign)).find((found) => found);
  // Signs are for the eye; lines are told one after the other.
  const text = verdict instanceof HTMLElement ? verdict.innerText : '';
  tell(text.replace(/[✓✗]/g, '').trim().replace(/\s+/g, ' '));
  if (how.label === undefined) return;
  const pieces = /** @type {SVGAElement[]} */ ([...room.querySelectorAll('.board svg a')]);
  const same = pieces.find((piece) => piece.querySelector('[data-move]')?.getAttribute('data-move') === how.label);
  const next = same ?? pieces[0];
  if (next) next.focus({ preventScroll: true });
  else room.focus({ preventScroll: true });
}

/** @param {EventTarget | null} target @returns {Element | null} */
const linkOf = (target) => (target instanceof Element ? target.closest('a[href]') : null);

document.addEventListener('click', (event) => {
  const link = linkOf(event.target);
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.hasAttribute('download') || link.hasAttribute('data-copy-link')) return;
  const target = new URL(link.getAttribute('href') ?? '', location.href);
  // Only within one room: a line of analysis, a game, a chapter.
  if (target.origin !== location.origin || target.pathname !== location.pathname) return;
  if (!target.search || !content().contains(link)) return;
  event.preventDefault();
  const move = link.querySelector('[data-move]');
  void go(target.href, { push: true, label: move ? move.getAttribute('data-move') : undefined });
});

// A form whose answer stands on the same page.
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-smooth') || event.defaultPrevented) return;
  event.preventDefault();
  const address = new URL(form.action);
  const fields = [...new FormData(form, event.submitter)];
  address.search = String(new URLSearchParams(fields.map(([key, value]) => [key, String(value)])));
  void go(address.href, { push: true, label: null });
});

// Who has asked for the winning moves sees them in the next position too, until they are hidden again.
document.addEventListener('click', (event) => {
  const link = linkOf(event.target);
  if (link?.getAttribute('data-key') !== 'w') return;
  localStorage.setItem('winning', link.getAttribute('href')?.includes('winning=1') ? 'on' : 'off');
}, { capture: true });

/** Shows the winning moves on a page that has just been opened, where they are wished for. */
function remember() {
  const show = content().querySelector('a[data-key="w"][href*="winning=1"]')?.getAttribute('href');
  if (!show || localStorage.getItem('winning') !== 'on') return;
  history.replaceState(null, '', show);
  void go(show, { push: false });
}

addEventListener('popstate', () => void go(location.href, { push: false }));

/** Says where the piece under the pointer or the focus leads. @param {Event} event */
function point(event) {
  const link = linkOf(event.target);
  const board = link?.closest('.board');
  if (!link || !board || board.hasAttribute('data-moves')) return;
  const lead = board.parentElement?.querySelector('.lead');
  if (!lead) return;
  lead.textContent = link.getAttribute('aria-label') ?? '';
  lead.classList.add('on');
}
document.addEventListener('pointerover', point);
document.addEventListener('focusin', point);

document.addEventListener('keydown', (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, select, textarea, dialog')) return;
  if (event.key === '?') {
    event.preventDefault();
    keys()?.showModal();
    return;
  }
  if (event.key === 'm') {
    const field = document.querySelector('#move');
    if (field instanceof HTMLElement) {
      event.preventDefault();
      field.focus();
    }
    return;
  }
  const link = target?.closest('.board svg a');
  if (link && event.key.startsWith('Arrow')) {
    const next = neighbour(link, event.key);
    if (next) {
      event.preventDefault();
      next.focus();
    }
    return;
  }
  const key = /^[a-z]$/.test(event.key) ? document.querySelector(`[data-key="${event.key}"]`) : null;
  if (key instanceof HTMLElement) {
    event.preventDefault();
    key.click();
  }
});

/** @returns {HTMLDialogElement | null} */
const keys = () => document.querySelector('dialog#keys');

/** Soft sounds, off until they are asked for. @type {AudioContext | null} */
let audio = null;
const hasSound = () => localStorage.getItem('sound') === 'on';

/** A soft click, as of a counter that is put down. */
function click() {
  if (!hasSound()) return;
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.setValueAtTime(420, audio.currentTime);
  tone.frequency.exponentialRampToValueAtTime(160, audio.currentTime + 0.07);
  volume.gain.setValueAtTime(0.06, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.0005, audio.currentTime + 0.09);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.1);
}

/** The buttons below every page. */
function wakeFooter() {
  document.querySelector('.keys')?.removeAttribute('hidden');
  document.querySelector('[data-keys]')?.addEventListener('click', () => keys()?.showModal());
  const sound = document.querySelector('[data-sound]');
  const told = () => {
    if (sound) sound.textContent = hasSound() ? 'Sound: on' : 'Sound: off';
    sound?.setAttribute('aria-pressed', String(hasSound()));
  };
  sound?.addEventListener('click', () => {
    localStorage.setItem('sound', hasSound() ? 'off' : 'on');
    told();
    click();
  });
  told();
}
wakeFooter();

// A mistake late in a long position is beyond the edge of a narrow page.
document.querySelector('.mistake mark')?.scrollIntoView({ block: 'nearest', inline: 'center' });

/**
 * The next piece to the left or right in reading order, so that all are reached, or the nearest one above or below.
 * @param {Element} from @param {string} key @returns {SVGAElement | null}
 */
function neighbour(from, key) {
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  const middle = (/** @type {Element} */ element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [fromX, fromY] = middle(from);
  if (x !== 0) {
    const row = (/** @type {number} */ height) => Math.round(height / 4);
    const pieces = [...(from.closest('svg')?.querySelectorAll('a') ?? [])].map((piece) => ({ piece, at: middle(piece) }));
    pieces.sort((one, other) => row(one.at[1]) - row(other.at[1]) || one.at[0] - other.at[0]);
    const next = pieces[pieces.findIndex(({ piece }) => piece === from) + x]?.piece;
    return /** @type {SVGAElement | null} */ (/** @type {unknown} */ (next ?? null));
  }
  let best = null;
  let least = Infinity;
  for (const piece of from.closest('svg')?.querySelectorAll('a') ?? []) {
    const [toX, toY] = middle(piece);
    const along = (toY - fromY) * y;
    const across = Math.abs(toX - fromX);
    const cost = along + 2.5 * across;
    if (piece !== from && along > 1 && cost < least) {
      least = cost;
      best = /** @type {SVGAElement} */ (/** @type {unknown} */ (piece));
    }
  }
  return best;
}

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy], [data-copy-link]') : null;
  if (!button || !navigator.clipboard) return;
  event.preventDefault();
  const link = button.getAttribute('href');
  const text = button.getAttribute('data-copy') ?? '';
  await navigator.clipboard.writeText(link ? new URL(link, location.href).href : text);
  const said = button.textContent;
  button.textContent = 'Copied';
  tell('Copied');
  await pause(1200);
  button.textContent = said;
});

/** @type {EventSource | null} */
let stream = null;

/** Follows a long computation until it is done, or is cancelled. @param {HTMLElement} place */
function follow(place) {
  const source = new EventSource(place.dataset.live ?? '');
  stream = source;
  const bar = place.querySelector('progress');
  const count = place.querySelector('[data-count]');
  const cancel = place.querySelector('[data-cancel]');
  place.hidden = false;
  // What stopped is at work again: this is said above, in one place.
  document.querySelector('[data-stopped]')?.setAttribute('hidden', '');
  const end = (/** @type {string} */ text) => {
    source.close();
    tell(text);
  };
  source.addEventListener('progress', (event) => {
    if (bar) bar.value = Number(event.data);
    if (count) count.textContent = Number(event.data).toLocaleString();
  });
  source.addEventListener('done', (event) => {
    const page = new DOMParser().parseFromString(event.data, 'text/html');
    document.querySelector('#findings')?.replaceChildren(...page.body.childNodes);
    place.hidden = true;
    end('The sequence is there.');
  });
  source.addEventListener('error', () => {
    end('The connection is lost.');
    if (count) count.textContent = 'stopped';
  });
  if (cancel instanceof HTMLButtonElement) {
    cancel.onclick = () => {
      end('Cancelled.');
      place.replaceChildren('Cancelled. What is known is below.');
    };
  }
}

/** Ends what the page before has begun. @type {(() => void) | null} */
let leave = null;

/** Makes the disks of a packing movable. @param {HTMLElement} room */
async function wakePacking(room) {
  const packing = await import('./packing.js');
  if (room.isConnected) leave = packing.wake(room, { go, tell });
}

/** Lets every move of a board be seen and made. @param {HTMLElement} board */
async function wakeBoard(board) {
  const { wake: live } = await import('./board.js');
  if (board.isConnected) leave = live(board, { go, tell });
}

/** A point of a graph that is built, where a press began. @type {Element | null} */
let point0 = null;
/** @param {Element | null} target */
const pointOf = (target) => target?.closest('.edited a[href*="pick="][aria-label^="pick "]') ?? null;
document.addEventListener('pointerdown', (event) => {
  point0 = pointOf(event.target instanceof Element ? event.target : null);
});
document.addEventListener('dragstart', (event) => {
  if (event.target instanceof Element && event.target.closest('.board')) event.preventDefault();
});
// An edge is drawn from point to point: the first is picked, then the way to the second is taken.
document.addEventListener('pointerup', async (event) => {
  const [from, to] = [point0, pointOf(document.elementFromPoint(event.clientX, event.clientY))];
  point0 = null;
  if (!from || !to || from === to) return;
  const name = to.getAttribute('aria-label')?.replace(/^pick /, '');
  await go(new URL(from.getAttribute('href') ?? '', location.href).href, { push: true });
  const links = [...content().querySelectorAll('.edited a')];
  const way = links.find((link) => link.getAttribute('aria-label') === `an edge to ${name}`)?.getAttribute('href');
  if (way) await go(new URL(way, location.href).href, { push: true });
});

/** The heap of a chart that a pointer is at, and its nimber. @param {PointerEvent | MouseEvent} event */
function heapAt(event) {
  const chart = event.target instanceof Element ? event.target.closest('.chart[data-nimbers]') : null;
  if (!(chart instanceof HTMLElement)) return null;
  const axes = [...chart.querySelectorAll('.axis')].map((axis) => axis.getBoundingClientRect());
  const axis = axes.reduce((widest, box) => (box.width > widest.width ? box : widest));
  const nimbers = (chart.dataset.nimbers ?? '').split(' ');
  // The ends of the axis are at its least and its largest number.
  const below = [...chart.querySelectorAll('text.number')].filter((text) => text.getBoundingClientRect().top > axis.top);
  const last = Math.max(...below.map((text) => Number((text.textContent ?? '').replace(/\s/g, ''))));
  const step = Number(chart.dataset.step ?? 1);
  const place = Math.round((((event.clientX - axis.left) / axis.width) * last) / step);
  const nimber = nimbers[place];
  return nimber === undefined ? null : { heap: place * step, nimber, code: chart.dataset.code ?? '' };
}
document.addEventListener('pointermove', (event) => {
  const at = heapAt(event);
  const lead = document.querySelector('#heap');
  if (at && lead) lead.textContent = `Heap ${at.heap}: *${at.nimber}`;
});
document.addEventListener('click', (event) => {
  const at = heapAt(event);
  if (at) location.assign(`/analyse?position=${encodeURIComponent(`${at.code} ${at.heap}`)}`);
});

/** A branch of a tree of replies is fetched when it is opened. @param {Event} event */
async function grow(event) {
  const branch = event.target;
  if (!(branch instanceof HTMLDetailsElement) || !branch.open) return;
  const leaf = branch.querySelector('[data-branch]');
  const link = leaf?.querySelector('a[href]')?.getAttribute('href');
  if (!leaf || !link) return;
  leaf.removeAttribute('data-branch');
  leaf.textContent = 'Working it out …';
  try {
    const text = await (await fetch(link)).text();
    const tree = new DOMParser().parseFromString(text, 'text/html').querySelector('#tree');
    leaf.replaceChildren(...(tree?.childNodes ?? ['There is nothing to tell.']));
  } catch {
    location.assign(link);
  }
}
document.addEventListener('toggle', grow, true);

/** What a fresh page needs. */
function wake() {
  stream?.close();
  leave?.();
  leave = null;
  const room = document.querySelector('[data-packing]');
  if (room instanceof HTMLElement) void wakePacking(room);
  const board = document.querySelector('.board[data-moves]');
  if (board instanceof HTMLElement) void wakeBoard(board);
  for (const button of document.querySelectorAll('button[data-copy]')) {
    if (navigator.clipboard) button.removeAttribute('hidden');
  }
  const live = document.querySelector('[data-live]');
  if (live instanceof HTMLElement) follow(live);
}
wake();
remember();
