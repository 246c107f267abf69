// @ts-check
// Every move of the example of every game is made on the board, by a mouse or by a finger.

import assert from 'node:assert/strict';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ label: string, takes: number[][], steps?: number[] }} Move
 */

/** A point at which a piece of the board is not covered by others. @param {Page} page @param {string} label @returns {Promise<Point | null>} */
const pointOf = (page, label) => page.evaluate((wanted) => {
  let best = null;
  let most = -1;
  for (const piece of document.querySelectorAll(`.board svg a > [data-move="${CSS.escape(wanted)}"]`)) {
    const link = piece.parentElement;
    const box = piece.getBoundingClientRect();
    for (let row = 1; row < 16; row += 1) {
      for (let column = 1; column < 16; column += 1) {
        const at = { x: box.left + (box.width * column) / 16, y: box.top + (box.height * row) / 16 };
        const is = (/** @type {number} */ x, /** @type {number} */ y) => document.elementFromPoint(x, y)?.closest('a') === link;
        if (!is(at.x, at.y)) continue;
        // The point with the most room around it.
        const room = [2, 4, 8].filter((far) => is(at.x + far, at.y) && is(at.x - far, at.y) && is(at.x, at.y + far) && is(at.x, at.y - far)).length;
        if (room > most) [most, best] = [room, at];
      }
    }
    // Pieces that are but lines have no inside.
    if (best === null && piece instanceof SVGGeometryElement) {
      const matrix = piece.getScreenCTM();
      for (let share = 1; share < 10 && matrix; share += 1) {
        const on = piece.getPointAtLength((piece.getTotalLength() * share) / 10).matrixTransform(matrix);
        if (document.elementFromPoint(on.x, on.y)?.closest('a') === link) return { x: on.x, y: on.y };
      }
    }
  }
  return best;
}, label);

/** The two things of a move that are farthest apart. @param {Page} page @param {number[]} takes @returns {Promise<[Point, Point]>} */
const endsOf = (page, takes) => page.evaluate((numbers) => {
  const things = document.querySelectorAll('.board svg .ruler > *');
  const middles = numbers.map((number) => {
    const box = things[number].getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  });
  let ends = [middles[0], middles[0]];
  for (const one of middles) {
    for (const other of middles) {
      const far = (/** @type {any} */ [a, b]) => Math.hypot(a.x - b.x, a.y - b.y);
      if (far([one, other]) > far(ends)) ends = [one, other];
    }
  }
  return /** @type {[Point, Point]} */ (ends);
}, takes);

/** The middle of a thing. @param {Page} page @param {number} thing @returns {Promise<Point>} */
const middleOf = async (page, thing) => (await endsOf(page, [thing]))[0];

/**
 * Makes every move of a position on its board, and says which could not be made.
 * @param {Page} page @param {string} position @param {boolean} finger
 * @returns {Promise<{ made: number, failed: string[] }>}
 */
export async function everyMove(page, position, finger) {
  const address = `/analyse?position=${encodeURIComponent(position)}`;
  const response = await page.goto(address);
  const html = await response?.text() ?? '';
  /** @type {string | null} */
  let made = null;
  // What the page asks for after a move is noted, and the same board stands there again.
  await page.route(/\/analyse\?.*mov/, (route) => {
    const query = new URL(route.request().url()).searchParams;
    made = query.get('move') ?? query.get('moves');
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
  });
  const own = new URL(page.url()).searchParams.get('position') ?? position;
  const moves = /** @type {{ moves: Move[], all: boolean }} */ (await (await page.request.get(`/moves?position=${encodeURIComponent(own)}`)).json());
  assert(moves.all, `${position}: not all moves are listed`);
  const failed = [];
  for (const { label, takes, steps } of moves.moves) {
    await page.locator('main:not([aria-busy])').waitFor();
    await page.locator('.board[data-ready]').waitFor();
    await page.locator('.board').evaluate((board) => {
      board.scrollIntoView({ block: 'center' });
      /** @type {HTMLElement | null} */ (document.querySelector('[data-drop]'))?.click();
    });
    made = null;
    const point = await pointOf(page, label);
    const press = (/** @type {Point} */ at) => (finger ? page.touchscreen.tap(at.x, at.y) : page.mouse.click(at.x, at.y));
    if (steps) {
      for (const thing of steps) await press(await middleOf(page, thing));
      if (finger) await press(await middleOf(page, steps[steps.length - 1]));
    } else if (point) {
      await press(point);
      if (finger) {
        assert.equal(made, null, `${position} ${label}: the first tap shows, and makes nothing`);
        if (!(await page.locator('[data-twin]').count())) await press(point);
      }
    } else if (takes[0]?.length) {
      const [from, to] = await endsOf(page, takes[0]);
      if (takes[0].length === 1) {
        await press(from);
      } else if (finger) {
        await press(from);
        await press(to);
        await press(to);
      } else {
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(to.x, to.y, { steps: 4 });
        await page.mouse.up();
      }
    }
    // Where several moves take the same thing, the page asks which.
    if (made === null) {
      await page.evaluate((wanted) => {
        const twin = document.querySelector(`[data-twin="${CSS.escape(wanted)}"]`);
        if (twin instanceof HTMLElement) twin.click();
      }, label);
    }
    for (let wait = 0; wait < 40 && made === null; wait += 1) await page.waitForTimeout(5);
    if (made !== label) failed.push(`${label} (made ${made}, ${point ? 'pressed' : 'drawn'})`);
  }
  await page.unroute(/\/analyse\?.*mov/);
  return { made: moves.moves.length - failed.length, failed };
}
