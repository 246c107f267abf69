// @ts-check
// The disks of the packing page: dragged, moved by keys, nudged apart, and watched while the server
// searches. What is told at once is reckoned here, in floating point; that disks fit is said only by
// the server's exact check.

/**
 * @typedef {{ x: number, y: number, text: string, radius: number, label: string, name: string, node: SVGGElement,
 *   circle: Element }} Disk  Lengths are in units of the cavity, y upwards; `text` is the exact place.
 * @typedef {{ text: string, disks: Disk[], amount: number }} Fault
 * @typedef {{ go: (address: string, how: { push: boolean }) => Promise<void>, tell: (text: string) => void }} Page
 */

const FRAME = 150; // milliseconds for a placement of the search
const NUDGES = 4000; // rounds of pushing, at most
const ROUNDS = 25; // of them for a picture
const HAIR = 2e-5; // of the cavity: the room that nudging leaves between disks
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const narrow = matchMedia('(max-width: 40rem)');

/**
 * Brings a packing to life.
 * @param {HTMLElement} room @param {Page} page
 * @returns {() => void} ends what it has begun
 */
export function wake(room, page) {
  const svg = /** @type {SVGSVGElement} */ (room.querySelector('svg'));
  const data = /** @type {Record<string, string>} */ (room.dataset);
  const scale = Number(data.scale);
  const cavity = data.cavity.split(/[x×]/i).map(Number);
  const isRound = cavity.length === 1;
  const [width, height] = isRound ? [cavity[0], cavity[0]] : cavity;
  const longest = Math.max(width, height);
  const places = Math.min(15, Math.max(0, 5 - Math.floor(Math.log10(longest))));
  const wall = /** @type {SVGGraphicsElement} */ (svg.querySelector('.cavity'));
  /** @type {EventSource | null} */
  let source = null;
  let asked = 0; // the last question to the exact check; earlier ones that come later are dropped
  let shown = 0; // the animation frame asked for, if any
  let timer = 0;

  /** @param {string} id @returns {HTMLElement} */
  const part = (id) => /** @type {HTMLElement} */ (room.querySelector(`#${id}`));
  /** @param {string} list @returns {number[][]} */
  const points = (list) => list.split(' ').map((point) => point.split(',').map(Number));

  const homes = points(narrow.matches ? data.below : data.beside);
  const whole = narrow.matches ? data.viewBelow : data.viewBeside;
  let view = whole;
  const given = data.at.split(' ');
  /** @type {Disk[]} */
  const disks = data.disks.split(' ').map((label, index) => {
    const node = /** @type {SVGGElement} */ (svg.querySelector(`[data-move="${index + 1}"]`));
    const circle = /** @type {Element} */ (node.querySelector('.disk'));
    const disk = { x: 0, y: 0, text: '', radius: Number(label) / 2, label, name: `disk ${index + 1} (${label})`, node, circle };
    const exact = given[index].split(',');
    if (exact.length === 2) set(disk, Number(exact[0]), Number(exact[1]), given[index]);
    else set(disk, homes[index][0] / scale, -homes[index][1] / scale);
    node.setAttribute('tabindex', '0');
    node.setAttribute('role', 'button');
    node.setAttribute('aria-roledescription', 'disk');
    node.setAttribute('aria-describedby', 'how');
    return disk;
  });

  /** Puts a disk somewhere. @param {Disk} disk @param {number} x @param {number} y @param {string} [text] */
  function set(disk, x, y, text) {
    disk.text = text ?? `${x.toFixed(places)},${y.toFixed(places)}`;
    [disk.x, disk.y] = text ? [x, y] : disk.text.split(',').map(Number);
    disk.node.setAttribute('transform', `translate(${disk.x * scale} ${-disk.y * scale})`);
  }

  /** Shows all of the picture, or the cavity with room for one disk beside it. @param {boolean} isAll */
  function look(isAll) {
    const [left, top, wide, high] = whole.split(' ').map(Number);
    const room = 2 * Math.max(...disks.map((disk) => disk.radius)) * scale + 40;
    const [across, along] = [(width / 2) * scale + room - left, (height / 2) * scale + room - top];
    const close = narrow.matches ? [wide, Math.min(high, along)] : [Math.min(wide, across), high];
    view = isAll ? whole : [left, top, ...close].join(' ');
    svg.setAttribute('viewBox', view);
  }

  /** By how much a disk sticks out; its whole diameter or more when it lies beside. @param {Disk} disk */
  const outside = (disk) => isRound
    ? Math.hypot(disk.x, disk.y) + disk.radius - width / 2
    : Math.max(Math.abs(disk.x) - width / 2, Math.abs(disk.y) - height / 2) + disk.radius;
  /** @param {Disk} disk */
  const isBeside = (disk) => outside(disk) >= 2 * disk.radius;
  /** The room between two disks; below zero where they overlap. @param {Disk} a @param {Disk} b */
  const between = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius;
  /** @param {number} length */
  const said = (length) => Number(length.toPrecision(2)).toString();

  /** What is wrong, the worst first. @returns {Fault[]} */
  function faults() {
    const inside = disks.filter((disk) => !isBeside(disk));
    const least = longest * 1e-9; // rounding; the exact check has the last word
    /** @type {Fault[]} */
    const all = [];
    inside.forEach((one, index) => {
      const out = outside(one);
      if (out > least) all.push({ text: `${one.name} sticks out by ${said(out)}`, disks: [one], amount: out });
      for (const other of inside.slice(0, index)) {
        const over = -between(one, other);
        if (over > least) {
          all.push({ text: `${other.name} and ${one.name} overlap by ${said(over)}`, disks: [one, other], amount: over });
        }
      }
    });
    return all.sort((a, b) => b.amount - a.amount);
  }

  /** @param {string} kind @param {string} text @param {string} [more] */
  function say(kind, text, more = '') {
    const verdict = /** @type {HTMLElement} */ (part('verdict').querySelector('.verdict'));
    verdict.className = `verdict ${kind}`;
    const [strong, span] = [document.createElement('strong'), document.createElement('span')];
    [strong.textContent, span.textContent] = [text, more];
    verdict.replaceChildren(strong, span);
  }

  /** The verdict as one text. */
  const spoken = () => [...part('verdict').querySelectorAll('.verdict > *')].map((piece) => piece.textContent).join(' ').trim();

  /** Shows which disks are at odds, and how many are in place. @returns {Fault[]} */
  function show() {
    shown = 0;
    const wrong = faults();
    const odd = new Set(wrong.flatMap((fault) => fault.disks));
    let placed = 0;
    for (const [index, disk] of disks.entries()) {
      const state = isBeside(disk) ? 'beside the cavity' : odd.has(disk) ? 'not in place' : 'in place';
      if (state === 'in place') placed += 1;
      disk.circle.classList.toggle('taken', odd.has(disk));
      disk.circle.classList.remove('winning');
      disk.node.setAttribute('aria-label', `disk ${index + 1}, diameter ${disk.label}, ${state}`);
    }
    const list = /** @type {HTMLElement} */ (part('verdict').querySelector('.faults'));
    list.replaceChildren(...wrong.slice(0, 5).map((fault) => {
      const item = document.createElement('li');
      item.textContent = `${fault.text}.`;
      return item;
    }));
    say(wrong.length > 0 ? 'loses' : 'open', `${placed} of ${disks.length} disks are in place.`,
      wrong.length > 5 ? `${wrong.length} faults, the worst:` : '');
    prove(false);
    return wrong;
  }

  /** @param {boolean} isProven */
  function prove(isProven) {
    part('certificate').hidden = !isProven;
    part('proof').hidden = !isProven;
  }

  /** Shows it with the next picture, for what moves fast. */
  function showSoon() {
    if (!shown) shown = requestAnimationFrame(show);
  }

  /** What the address says of the places. */
  const at = () => disks.map((disk) => (isBeside(disk) ? '-' : disk.text)).join(' ');

  /** After a disk was put down: tells how it stands, and asks for the proof when all seem to fit. */
  async function settle() {
    const mine = ++asked;
    part('verdict').querySelector('[data-note]')?.remove();
    const wrong = show();
    const question = new URLSearchParams({ disks: data.disks, cavity: data.cavity, at: at() });
    history.replaceState(history.state, '', `/packing?${question}`);
    // What is missing may be less than floating point can tell.
    const isClose = disks.every((disk) => !isBeside(disk)) && (wrong[0]?.amount ?? 0) < longest * 1e-7;
    if (!isClose) {
      page.tell([spoken(), ...wrong.slice(0, 3).map((fault) => fault.text)].join(' '));
      return;
    }
    let answer;
    try {
      const response = await fetch('/api/check', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(Object.fromEntries(question)),
      });
      answer = await response.json();
    } catch {
      answer = { reason: 'The exact check cannot be reached.' };
    }
    if (mine !== asked) return;
    if (answer.valid) {
      say('wins', disks.length === 1 ? 'It fits, proven in exact arithmetic.'
        : `They fit: all ${disks.length} disks, proven in exact arithmetic.`,
        `The least slack is ${answer.least_slack.amount}, at ${answer.least_slack.at}.`);
      for (const disk of disks) disk.circle.classList.add('winning');
      question.set('format', 'certificate');
      part('certificate').setAttribute('href', `/api/check?${question}`);
      prove(true);
    } else {
      say('loses', 'They do not fit like this.', `${answer.reason ?? answer.error}.`);
    }
    page.tell(spoken());
  }

  /** The place in units of the cavity that a pointer is at. @param {PointerEvent} event */
  function under(event) {
    const matrix = svg.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [point.x / scale, -point.y / scale];
  }

  /** Moves a disk no farther than the picture goes. @param {Disk} disk @param {number} x @param {number} y */
  function move(disk, x, y) {
    const [left, top, wide, high] = view.split(' ').map((number) => Number(number) / scale);
    set(disk, Math.min(left + wide, Math.max(left, x)), Math.min(-top, Math.max(-top - high, y)));
    showSoon();
  }

  /** The disk that is held, and where the pointer holds it. @type {{ disk: Disk, by: number[] } | null} */
  let held = null;
  svg.addEventListener('pointerdown', (event) => {
    const node = event.target instanceof Element ? event.target.closest('[data-move]') : null;
    const disk = disks.find((one) => one.node === node);
    if (!disk || event.button !== 0 || source) return;
    event.preventDefault();
    disk.node.focus({ preventScroll: true });
    const [x, y] = under(event);
    held = { disk, by: [disk.x - x, disk.y - y] };
    disk.node.classList.add('held');
    svg.setPointerCapture(event.pointerId);
  });
  // A finger on a disk drags it; anywhere else it scrolls the page.
  svg.addEventListener('touchstart', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-move]')) event.preventDefault();
  }, { passive: false });
  svg.addEventListener('pointermove', (event) => {
    if (!held) return;
    const [x, y] = under(event);
    move(held.disk, x + held.by[0], y + held.by[1]);
  });
  const drop = () => {
    if (!held) return;
    held.disk.node.classList.remove('held');
    held = null;
    void settle();
  };
  svg.addEventListener('pointerup', drop);
  svg.addEventListener('pointercancel', drop);

  svg.addEventListener('keydown', (event) => {
    const disk = disks.find((one) => one.node === event.target);
    if (!disk || source || event.metaKey || event.ctrlKey || event.altKey) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (way) {
      const step = longest / (event.shiftKey ? 2000 : 100);
      move(disk, disk.x + way[0] * step, disk.y + way[1] * step);
    } else if (event.key === 'Enter' || event.key === ' ') {
      const home = homes[disks.indexOf(disk)];
      const goesIn = isBeside(disk);
      const [x, y] = goesIn ? roomiest(disk) : [home[0] / scale, -home[1] / scale];
      set(disk, x, y);
      if (!goesIn) look(true);
    } else {
      return;
    }
    event.preventDefault();
    showSoon();
    clearTimeout(timer);
    timer = setTimeout(() => void settle(), 250); // keys come fast; the last one counts
  });

  /** Where in the cavity a disk has most room, on a lattice. @param {Disk} disk */
  function roomiest(disk) {
    const others = disks.filter((other) => other !== disk && !isBeside(other));
    const probe = { ...disk };
    let best = [0, 0];
    let most = -Infinity;
    const fine = 60;
    for (let i = 0; i <= fine; i += 1) {
      for (let j = 0; j <= fine; j += 1) {
        [probe.x, probe.y] = [(i / fine - 0.5) * width, (j / fine - 0.5) * height];
        const free = others.reduce((least, other) => Math.min(least, between(probe, other)), -outside(probe));
        if (free > most) [most, best] = [free, [probe.x, probe.y]];
      }
    }
    return best;
  }

  /** Pushes disks that overlap apart, and those that stick out inwards. @returns {boolean} whether any moved */
  function push() {
    const inside = disks.filter((disk) => !isBeside(disk));
    const hair = longest * HAIR;
    let moved = false;
    inside.forEach((one, index) => {
      for (const other of inside.slice(0, index)) {
        const over = hair - between(one, other);
        if (over <= hair / 2) continue;
        const apart = Math.hypot(one.x - other.x, one.y - other.y);
        // Disks on one spot part in any direction.
        const [x, y] = apart > 0 ? [(one.x - other.x) / apart, (one.y - other.y) / apart] : [1, 0];
        one.x += (x * over) / 2;
        one.y += (y * over) / 2;
        other.x -= (x * over) / 2;
        other.y -= (y * over) / 2;
        moved = true;
      }
    });
    for (const disk of inside) {
      const reach = Math.hypot(disk.x, disk.y);
      if (outside(disk) <= -hair / 2) continue;
      moved = true;
      if (isRound) {
        const room = Math.max(0, width / 2 - disk.radius - hair);
        if (reach > 0) [disk.x, disk.y] = [(disk.x / reach) * room, (disk.y / reach) * room];
      } else {
        const [across, along] = [width, height].map((side) => Math.max(0, side / 2 - disk.radius - hair));
        disk.x = Math.min(across, Math.max(-across, disk.x));
        disk.y = Math.min(along, Math.max(-along, disk.y));
      }
    }
    return moved;
  }

  function nudge() {
    let rounds = 0;
    const before = disks.map(({ x, y }) => ({ x, y }));
    const step = () => {
      if (!room.isConnected || held || source) return;
      let moves = true;
      for (let i = 0; moves && rounds < NUDGES && (calm.matches || i < ROUNDS); i += 1, rounds += 1) moves = push();
      disks.forEach((disk, index) => {
        if (disk.x !== before[index].x || disk.y !== before[index].y) {
          const { x, y } = disk;
          set(disk, x, y);
          // The rounding is for the eye and the address; pushing goes on from where it was.
          if (moves && rounds < NUDGES) [disk.x, disk.y] = [x, y];
        }
      });
      if (moves && rounds < NUDGES) {
        show();
        requestAnimationFrame(step);
      } else {
        void settle();
      }
    };
    step();
  }
  part('nudge').addEventListener('click', nudge);

  /** What the search has told and is not shown yet. @type {{ cavity: number, at: number[][] }[]} */
  let frames = [];
  /** Where the search led, when it is over. @type {{ address?: string, note?: string } | null} */
  let end = null;
  let wanted = ''; // which cavity, for people
  /** @type {SVGElement | null} */
  let ring = null;

  /** Watches a search. @param {URLSearchParams} question */
  function watch(question) {
    halt();
    asked += 1;
    prove(false);
    look(false);
    room.classList.toggle('solving', !calm.matches);
    part('stop').hidden = false;
    part('nudge').hidden = true;
    part('verdict').querySelector('[data-note]')?.remove();
    part('verdict').querySelector('.faults')?.replaceChildren();
    say('open', 'The search begins.');
    page.tell('The search begins.');
    wanted = question.has('minimise') ? 'Is there a smaller one?' : `Wanted is ${data.cavity}.`;
    source = new EventSource(`/packing/live?${question}`);
    source.addEventListener('message', (event) => {
      const news = JSON.parse(event.data);
      frames.push(...news.frames);
      if (news.end) {
        end = news.end;
        source?.close();
      }
    });
    source.addEventListener('error', () => {
      source?.close();
      end ??= { note: 'The server did not answer. Try again in a few seconds.' };
    });
    play();
  }

  /** Shows the next placement of the search, until there is no more to come. */
  function play() {
    if (calm.matches) frames = frames.slice(-1);
    const next = frames.shift();
    if (next) {
      drawRing(next.cavity / longest);
      disks.forEach((disk, index) => {
        set(disk, next.at[index][0], next.at[index][1]);
        disk.circle.classList.remove('taken', 'winning');
      });
      say('open', `A cavity of ${next.cavity.toFixed(Math.min(6, places + 1))} holds them.`, wanted);
    } else if (end) {
      finish(end);
      return;
    }
    // What waits is shown within some seconds, however much it is.
    timer = setTimeout(play, Math.max(20, Math.min(FRAME, 4000 / (frames.length + 1))));
  }

  /** The smallest cavity so far, dashed around the one that is wanted. @param {number} growth */
  function drawRing(growth) {
    if (!ring) {
      ring = /** @type {SVGElement} */ (wall.cloneNode());
      ring.setAttribute('class', 'rule');
      ring.setAttribute('vector-effect', 'non-scaling-stroke');
      wall.after(ring);
    }
    ring.setAttribute('transform', `scale(${growth})`);
    const half = Math.max(growth, 1) * longest * scale * 0.5 + 12;
    const [left, top, wide, high] = view.split(' ').map(Number);
    const [west, north] = [Math.min(left, -half), Math.min(top, -half)];
    const [east, south] = [Math.max(left + wide, half), Math.max(top + high, half)];
    svg.setAttribute('viewBox', `${west} ${north} ${east - west} ${south - north}`);
  }

  /** Ends the watching, and leaves the disks where they are. */
  function halt() {
    source?.close();
    source = null;
    clearTimeout(timer);
    [frames, end] = [[], null];
    room.classList.remove('solving');
    part('stop').hidden = true;
    part('nudge').hidden = false;
    ring?.remove();
    ring = null;
    svg.setAttribute('viewBox', view);
  }

  /** @param {{ address?: string, note?: string }} result */
  function finish(result) {
    halt();
    if (result.address) {
      void page.go(result.address, { push: true });
      return;
    }
    void settle();
    const note = document.createElement('p');
    note.className = 'talk';
    note.dataset.note = '';
    note.textContent = result.note ?? '';
    part('verdict').append(note);
    page.tell(note.textContent);
  }
  part('stop').addEventListener('click', () => {
    halt();
    void settle();
  });

  const form = /** @type {HTMLFormElement} */ (document.querySelector('#pack'));
  /** What the form asks. */
  const question = () => new URLSearchParams(/** @type {any} */ ([...new FormData(form)]));
  form.addEventListener('submit', (event) => {
    if (!(event.submitter instanceof HTMLButtonElement) || event.submitter.name !== 'solve') return;
    event.preventDefault();
    const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('#disks, #cavity')]);
    if (fields.every((field) => field.value === field.defaultValue)) {
      room.scrollIntoView({ block: 'start', behavior: calm.matches ? 'auto' : 'smooth' });
      watch(question());
      return;
    }
    // Other disks have a page of their own, which shows the search when it is there.
    const other = question();
    other.set('watch', '1');
    void page.go(`/packing?${other}`, { push: true });
  });

  svg.setAttribute('role', 'group');
  look(disks.some(isBeside));
  svg.removeAttribute('width');
  svg.removeAttribute('height');
  part('how').hidden = false;
  part('nudge').hidden = false;
  if (data.watch !== undefined) watch(question());
  else if (disks.some((disk) => !isBeside(disk)) && !part('verdict').querySelector('.wins, [data-note]')) void settle();
  return halt;
}
