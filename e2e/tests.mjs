// @ts-check
// The page in headless Chromium. Run by e2e/run, which serves it.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { everyMove } from './every-move.mjs';

const at = (process.env.GRUNDY_AT ?? 'http://127.0.0.1:7878').replace(/\/$/, '');
const folder = process.argv.includes('--screenshots') ? process.argv[process.argv.indexOf('--screenshots') + 1] : null;
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });

let passed = 0;
let failed = 0;

/**
 * A test on a page of its own.
 * @param {string} name
 * @param {(page: import('playwright-core').Page, context: import('playwright-core').BrowserContext, complaints: string[]) => Promise<void>} run
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function test(name, run, options = {}) {
  const context = await browser.newContext({ baseURL: at, viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  /** Everything that the page complains of, and every request to another host. @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A page for a wrong position is a 400, of which the console tells.
    if (message.type() === 'error' && !message.text().includes('400')) complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(at) && !request.url().startsWith('data:')) complaints.push(`asked ${request.url()}`);
  });
  try {
    await run(page, context, complaints);
    assert.deepEqual(complaints, [], 'the browser complains');
    passed += 1;
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error instanceof Error ? error.stack : error}`);
  } finally {
    await context.close();
  }
}

/** The piece of the board that stands for a move. @param {import('playwright-core').Page | import('playwright-core').Locator} page @param {string} label */
const piece = (page, label) => page.locator(`.board svg a:has(> [data-move="${label}"])`).first();

/** Clicks a bubble near its upper edge, where it is not covered by what it holds. */
async function pop(/** @type {import('playwright-core').Page} */ page, /** @type {string} */ label) {
  const bubble = page.locator(`.board svg [data-move="${label}"]`).first();
  const box = await bubble.boundingBox();
  assert(box);
  await bubble.click({ position: { x: box.width / 2, y: Math.min(4, box.height / 4) }, force: true });
}

await test('a Mystery Hunt puzzle is solved by clicking', async (page) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Mystery Hunt forest 2' }).click();
  await page.locator('.verdict', { hasText: 'The player to move wins.' }).waitFor();
  assert.equal(await page.locator('.bubble.winning').count(), 0);
  await page.getByRole('link', { name: 'Show them' }).click();
  await page.locator('.bubble.winning').first().waitFor();
  assert.equal(await page.locator('.bubble.winning').count(), 3);
  const word = await page.locator('a.move').evaluateAll((moves) => moves.map((move) => move.getAttribute('data-shows')));
  assert.deepEqual(word, ['C', 'S', 'H']);
  assert.match(await page.locator('a.move').first().innerText(), /pop C/);
  // Pop H, answer every move of the other side with a winning one, and win.
  await pop(page, 'H');
  for (let turn = 0; turn < 12; turn += 1) {
    await page.locator('.verdict', { hasText: 'The player to move loses.' }).waitFor();
    if ((await page.locator('.board svg a').count()) === 0) break;
    const before = page.url();
    await page.locator('.board svg a').last().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href !== before);
    await page.locator('.verdict', { hasText: 'The player to move wins.' }).waitFor();
    const wins = page.locator('a.move').first();
    const now = page.url();
    await wins.click();
    await page.waitForURL((url) => url.href !== now);
  }
  assert.equal(await page.locator('.board svg a').count(), 0, 'the forest is empty');
});

await test('pointing at a piece tells where it leads', async (page) => {
  await page.goto('/analyse?position=nim+3+5');
  await piece(page, '2:5>3').hover();
  await page.locator('.lead', { hasText: 'leaves *0: it wins' }).waitFor();
});

await test('Marienbad is played as in the film, and lost', async (page) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Marienbad', exact: true }).click();
  await page.getByText('Your turn').first().waitFor();
  assert.match(page.url(), /convention=misere/);
  assert.equal(await page.getByLabel('The computer plays').inputValue(), 'marienbad');
  for (let turn = 0; turn < 20; turn += 1) {
    const pieces = page.locator('.stage .board svg a');
    if (await page.locator('.talk.over').count()) break;
    const before = page.url();
    await pieces.first().click({ force: true });
    await page.waitForURL((url) => url.href !== before);
    await page.locator('main:not([aria-busy])').waitFor();
  }
  await page.locator('.talk.over').waitFor();
  // Back goes through the game, a move at a time.
  await page.goBack();
  await page.getByText('Your turn').first().waitFor();
});

await test('who gives a won game away is told where', async (page) => {
  await page.goto('/play?position=nim+3+5');
  await piece(page, '2:5>0').click();
  await page.locator('.talk', { hasText: 'gave it away' }).waitFor();
  await page.getByRole('link', { name: 'Look at that position' }).click();
  await page.locator('.counter.winning').first().waitFor();
});

await test('nonsense is shown with a caret', async (page) => {
  await page.goto('/');
  await page.getByLabel('A position').fill('bubly ((A)');
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await page.locator('mark').innerText(), 'bubly');
  assert.match(await page.locator('.caret').innerText(), /\^\^\^\^\^/);
  await page.getByLabel('A position').fill('bubbly (A)');
  await page.keyboard.press('Enter');
  await page.locator('.verdict', { hasText: 'The player to move wins.' }).waitFor();
});

await test('a link shows another person the same', async (page, context) => {
  await page.goto('/analyse?position=nim+1+3+5+7');
  await piece(page, '4:7>3').click();
  await page.locator('h1', { hasText: 'nim 1 3 5 3' }).waitFor();
  await page.getByText('Take it with you').click();
  const link = await page.getByRole('link', { name: 'Link', exact: true }).getAttribute('href');
  assert(link);
  const other = await (await browser.newContext({ baseURL: at })).newPage();
  await other.goto(link);
  assert.equal(await other.locator('h1').innerText(), 'nim 1 3 5 3');
  await other.goto(page.url());
  assert.equal(await other.locator('.history li').count(), 2);
  await other.context().close();
  assert(context);
});

await test('undo, redo, back and forward keep the line', async (page) => {
  await page.goto('/analyse?position=nim+2+3');
  await piece(page, '2:3>2').click();
  await page.locator('h1', { hasText: 'nim 2 2' }).waitFor();
  await page.keyboard.press('u');
  await page.locator('h1', { hasText: 'nim 2 3' }).waitFor();
  await page.keyboard.press('r');
  await page.locator('h1', { hasText: 'nim 2 2' }).waitFor();
  await page.goBack();
  await page.locator('h1', { hasText: 'nim 2 3' }).waitFor();
  await page.goForward();
  await page.locator('h1', { hasText: 'nim 2 2' }).waitFor();
});

await test('the keyboard alone is enough', async (page) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to the content');
  for (let tabs = 0; tabs < 40; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.id === 'position')) break;
  }
  await page.keyboard.type('nim 3 5');
  await page.keyboard.press('Enter');
  await page.locator('.board[data-ready]').waitFor();
  for (let tabs = 0; tabs < 16; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.closest('.board svg') !== null)) break;
  }
  // Arrows walk over the board: the second heap is below the first.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const told = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  assert.match(told ?? '', /second heap.*leaves/);
  const visible = await page.evaluate(() => document.activeElement?.matches(':focus-visible'));
  assert.equal(visible, true);
  const before = page.url();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href !== before);
  await page.locator('.stage.fresh').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.closest('.board svg') !== null), true, 'the focus stays on the board');
});

await test('arrows reach every piece of a board', async (page) => {
  for (const position of ['boxing-match+1101/1111/0111', 'laskers-nim+3+5']) {
    await page.goto(`/play?position=${position}`);
    await page.locator('.board[data-ready]').waitFor();
    const pieces = page.locator('.board svg a');
    const count = await pieces.count();
    const labels = await page.locator('.board svg a > [data-move]').evaluateAll((shapes) => new Set(shapes.map((shape) => shape.getAttribute('data-move'))).size);
    await pieces.first().focus();
    const met = new Set();
    const note = async () => met.add(await page.evaluate(() => document.activeElement?.querySelector('[data-move]')?.getAttribute('data-move')));
    for (const key of ['ArrowLeft', 'ArrowRight']) {
      for (let step = 0; step <= count; step += 1) {
        await page.keyboard.press(key);
        await note();
      }
    }
    assert.equal(met.size, labels, position);
  }
});

await test('a mistake late in a long position is seen on a phone', async (page) => {
  await page.goto('/analyse?position=hackenbush+0-1+1-2+2-3+3-1+2-4+0-5+5-6+5-7+7-8+9-x');
  const mark = await page.locator('.mistake mark').boundingBox();
  assert(mark && mark.x >= 0 && mark.x + mark.width <= 390, JSON.stringify(mark));
}, { viewport: { width: 390, height: 844 } });

await test('long lines do not make a phone page wider', async (page) => {
  const game = encodeURIComponent('game t\nnumbers a b\nmove a-k, b for k in 1..a');
  for (const path of [
    '/analyse?position=treblecross+len%3D60&winning=1',
    '/analyse?position=nim+1000000+999999+123456789012345&winning=1',
    `/own?rules=${game}&position=9+13`,
  ]) {
    await page.goto(path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(width <= 390, `${path}: ${width}`);
  }
}, { viewport: { width: 390, height: 844 } });

await test('everything works without script', async (page) => {
  await page.goto('/');
  await page.getByLabel('A position').fill('nim 3 5');
  await page.getByRole('button', { name: 'Analyse' }).click();
  await piece(page, '2:5>3').click();
  await page.locator('h1', { hasText: 'nim 3 3' }).waitFor();
  await page.getByRole('link', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Show them' }).click();
  assert.equal(await page.locator('.counter.winning').count() > 0, true);
  await page.getByRole('link', { name: 'Play it' }).click();
  await piece(page, '2:5>3').click();
  await page.getByText('Your turn.').waitFor();
  await page.goto('/sequences?code=0.007&terms=30000');
  const wait = page.getByRole('link', { name: 'Wait for it' });
  if (await wait.count()) await wait.click();
  await page.getByText('No period is proved').waitFor();
  await page.goto('/learn/nim');
  await page.locator('#b1 .board svg a').first().click();
  await page.getByRole('link', { name: 'Start over' }).waitFor();
}, { javaScriptEnabled: false });

await test('a game of one\'s own is sent by the form, and has its table', async (page) => {
  await page.goto('/own');
  await page.getByLabel('What a move is, in lines of patterns').fill('game my-corner\nnumbers a b\nmove a-k, b for k in 1..a\nmove a, b-k for k in 1..b\n');
  await page.getByLabel('A position').fill('2 3');
  await page.getByRole('button', { name: 'Solve it' }).click();
  await page.locator('.verdict', { hasText: 'The player to move wins.' }).waitFor();
  assert.match(page.url(), /\/own\?game=/);
  await page.getByRole('heading', { name: 'The table of nimbers' }).waitFor();
});

await test('exercises are answered in place, and told', async (page) => {
  await page.goto('/learn/nim');
  await piece(page.locator('#e1'), '2:7>6').click();
  await page.locator('#e1 .judged.wrong').waitFor();
  assert.match(await page.locator('#told').innerText(), /Not so.*the other side can/);
  await piece(page.locator('#e1'), '2:7>4').click();
  await page.locator('#e1 .judged.right').waitFor();
  await page.locator('#e2').getByRole('button', { name: 'The second player wins' }).click();
  await page.locator('#e2 .judged.right').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'e2', 'the focus stays with the exercise');
  await page.getByLabel('Its nimber').fill('11');
  await page.keyboard.press('Enter');
  await page.locator('#e4 .judged.wrong').waitFor();
  await page.getByLabel('Its nimber').fill('3');
  await page.keyboard.press('Enter');
  await page.locator('#e4 .judged.right').waitFor();
  await page.getByText('Exercises solved: 3 of 4.').waitFor();
  await page.reload();
  await page.getByText('Exercises solved: 3 of 4.').waitFor();
  await page.goBack();
  await page.getByText('Exercises solved: 2 of 4.').waitFor();
});

await test('exercises are answered without script', async (page) => {
  await page.goto('/learn/nim');
  await piece(page.locator('#e1'), '2:7>4').click();
  await page.getByText('Exercises solved: 1 of 4.').waitFor();
  await page.getByLabel('Its nimber').fill('3');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('Exercises solved: 2 of 4.').waitFor();
  assert.match(page.url(), /#e4$/);
  await page.getByRole('button', { name: 'The first player wins' }).click();
  await page.locator('#e2 .judged.wrong').waitFor();
}, { javaScriptEnabled: false });

await test('who asks for winning moves sees them in the next position too', async (page) => {
  await page.goto('/analyse?position=nim+3+5');
  await page.getByRole('link', { name: 'Show them' }).click();
  await page.locator('.counter.winning').first().waitFor();
  await page.locator('#position').fill('nim 4 9');
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: 'nim 4 9' }).waitFor();
  assert.match(page.url(), /winning=1/);
  await page.goto('/analyse?position=nim+2+7');
  await page.locator('.counter.winning').first().waitFor();
  assert.match(page.url(), /winning=1/);
  await page.getByRole('link', { name: 'Hide them' }).click();
  await page.getByRole('link', { name: 'Show them' }).waitFor();
  await page.goto('/analyse?position=nim+1+8');
  await page.getByRole('link', { name: 'Show them' }).waitFor();
});

await test('queens are moved in steps: which, where to, where its arrow lands', async (page) => {
  await page.goto('/play?position=amazons+X../..O/...&level=casual');
  await page.locator('.board[data-ready]').waitFor();
  assert.equal(await page.locator('.board .handle').first().evaluate((handle) => getComputedStyle(/** @type {Element} */ (handle.parentElement)).opacity), '0');
  const cells = page.locator('.board .cell:not(.taken)');
  const click = async (/** @type {number} */ cell) => {
    const box = await cells.nth(cell).boundingBox();
    assert(box);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  await click(0);
  await page.locator('#lead', { hasText: 'Now where it goes.' }).waitFor();
  await click(1);
  await page.locator('#lead', { hasText: 'Now where it shoots.' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('#lead', { hasText: 'Choose what moves' }).waitFor();
  for (const cell of [0, 1, 0]) await click(cell);
  await page.waitForURL(/moves=r1c1-r1c2-r1c1/);
  // Where winning moves are shown, so are the steps to them: from one end only the far cell wins.
  await page.goto('/analyse?position=amazons+X..O&winning=1');
  await page.locator('.board[data-ready]').waitFor();
  assert.equal(await page.locator('.preview .offered.wins .taken').count(), 2);
  await click(0);
  assert.equal(await page.locator('.preview .offered:not(.wins) .taken').count(), 2);
  assert.equal(await page.locator('.preview .offered.wins .taken').count(), 1);
});

await test('a move that takes the server long is shown at once, with a word that it is at work', async (page) => {
  await page.goto('/play?position=nim+3+5+7&level=casual');
  await page.locator('.board[data-ready]').waitFor();
  await page.route(/moves=/, async (route) => { await new Promise((go) => setTimeout(go, 1500)); await route.continue(); });
  await piece(page, '3:7>6').click({ force: true });
  await page.locator('.waiting', { hasText: 'I am thinking' }).waitFor();
  await page.locator('.talk', { hasText: 'Your turn.' }).waitFor();
});

await test('the board keeps its size while the reply is shown', async (page) => {
  await page.goto('/play?position=2d-nim+4x4&level=casual');
  await page.locator('.board[data-ready]').waitFor();
  const width = () => page.locator('.stage > .board svg').evaluate((board) => board.getBoundingClientRect().width);
  const before = await width();
  await piece(page, 'r2c2').click({ force: true });
  await page.locator('.stage > .board:not(:has(a)) .taken').first().waitFor();
  assert.equal(await width(), before);
});

await test('a chapter asks who wins before it tells', async (page) => {
  await page.goto('/learn/nim');
  const verdict = page.locator('#b1 .verdict');
  assert.equal(await verdict.isVisible(), false);
  await page.locator('#b1 summary').click();
  assert.equal(await verdict.isVisible(), true);
});

await test('a long sequence tells its progress, and can be cancelled', async (page) => {
  await page.goto('/sequences?code=0.007&terms=60000');
  if (await page.locator('[data-live]').count()) {
    await page.getByText('No period is proved').or(page.getByText('So far')).first().waitFor();
  }
  await page.getByText('No period is proved').first().waitFor();
  assert.equal(await page.locator('progress').isVisible(), false, 'what is done is not at work');
  await page.goto('/sequences?code=0.007&terms=4000000');
  await page.locator('progress').waitFor();
  await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled.').first().waitFor();
});

/** Games with moves that no piece and no line of pieces tells apart, such as to turn five coins: they are made in words. */
const IN_WORDS = ['amazons-1xn', 'moebius', 'mogul', 'moidores', 'turning-turtles', 'laskers-nim'];

const WALKS = /** @type {[number, boolean][]} */ ([[1280, false], [390, true]]);
// The long walks are made side by side.
await Promise.all(WALKS.map(([width, finger]) =>
  test(`every move of every game is made on the board, ${width} wide`, async (page) => {
    const games = /** @type {{ id: string, example: string }[]} */ (await (await page.request.get('/api/games')).json());
    assert(games.length > 30);
    const faults = [];
    let made = 0;
    for (const { example } of games.filter(({ id }) => !IN_WORDS.includes(id))) {
      const found = await everyMove(page, example, finger);
      made += found.made;
      if (found.failed.length) faults.push(`${example}: ${found.failed.slice(0, 6).join(', ')} (${found.failed.length} in all)`);
    }
    console.log(`        ${made} moves`);
    assert.deepEqual(faults, []);
  }, { viewport: { width, height: 844 }, hasTouch: finger })));

await test('heaps of any size are played by slider, number and bar', async (page) => {
  await page.goto('/play?position=nim+40+100+1000');
  const form = page.locator('form[data-heap="1000"]');
  await form.locator('[data-slide]').evaluate((slider) => { /** @type {HTMLInputElement} */ (slider).value = '70'; slider.dispatchEvent(new Event('input')); });
  assert.equal(await form.locator('[name=leave]').inputValue(), '70');
  await form.locator('[name=leave]').fill('76');
  assert.match(await form.getByRole('button').innerText(), /Take 924/);
  await form.getByRole('button').click();
  await page.waitForURL(/moves=3:1000%3E76/);
  await page.getByText('Your turn').waitFor();
  await page.goto('/analyse?position=kayles+100+50');
  const bar = await page.locator('.board .bar').first().boundingBox();
  assert(bar);
  await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height / 2);
  const leave = Number(await page.locator('form[data-heap="100"] [name=leave]').inputValue());
  assert(Math.abs(leave - 50) <= 1, `${leave}`);
  await page.locator('form[data-heap="100"] [name=leave]').fill('49');
  await page.locator('form[data-heap="100"] [name=beside]').fill('49');
  await page.locator('form[data-heap="100"] button').click();
  await page.locator('h1', { hasText: 'kayles 49 49 50' }).waitFor();
});

await test('a move is written in words, and what is none is told', async (page) => {
  await page.goto('/play?position=nim+40+100+1000');
  await page.locator('.board[data-ready]').waitFor();
  await page.keyboard.press('m');
  await page.keyboard.type('take 924 from the third heap');
  await page.keyboard.press('Enter');
  await page.waitForURL(/moves=3:1000%3E76/);
  await page.goto('/analyse?position=nim+3+5+7');
  await page.getByLabel('Or write a move').fill('third heap');
  await page.keyboard.press('Enter');
  await page.getByText('7 moves fit these words').waitFor();
  await page.getByRole('link', { name: 'Back to the board' }).click();
  await page.locator('.board').waitFor();
});

await test('pointing shows what a move takes, and dragging takes several things', async (page) => {
  await page.goto('/play?position=2d-nim+4x4');
  await page.locator('.board[data-ready]').waitFor();
  const middle = async (/** @type {string} */ label) => {
    const box = await page.locator(`.board [data-move="${label}"]`).boundingBox();
    assert(box);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await middle('r1c1'), await middle('r1c3')];
  await page.mouse.move(from.x, from.y);
  assert.equal(await page.locator('.preview .taken').count(), 1);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  assert.equal(await page.locator('.preview .taken').count(), 3);
  assert.match(await page.locator('#lead').innerText(), /3 stones from r1c1 to r1c3/);
  await page.mouse.up();
  await page.waitForURL(/moves=r1c1-r1c3/);
});

await test('the first tap shows, the second plays, and another thing adds to the choice', async (page) => {
  await page.goto('/play?position=2d-nim+4x4');
  await page.locator('.board[data-ready]').waitFor();
  const tap = async (/** @type {string} */ label) => {
    const box = await page.locator(`.board [data-move="${label}"]`).boundingBox();
    assert(box);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  const start = page.url();
  const place = () => page.locator('.stage > .board').evaluate((board) => board.getBoundingClientRect().top + scrollY);
  const before = await place();
  await tap('r2c2');
  assert.equal(await place(), before, 'the board stays where it is under the finger');
  assert.equal(await page.locator('.preview .taken').count(), 1);
  await tap('r4c2');
  assert.equal(await page.locator('.preview .taken').count(), 3);
  assert.equal(page.url(), start);
  await page.getByRole('button', { name: 'Another one' }).click();
  assert.equal(await page.locator('.preview .taken').count(), 0);
  await tap('r1c4');
  await page.getByRole('button', { name: 'Make this move' }).click();
  await page.waitForURL(/moves=r1c4/);
}, { viewport: { width: 390, height: 844 }, hasTouch: true });

await test('an edge is hit beside its line', async (page) => {
  await page.goto('/play?position=hackenbush+0-1+1-2+2-3');
  const box = await page.locator('.board [data-move="2"]').boundingBox();
  assert(box);
  await page.mouse.click(box.x + box.width / 2 + 9, box.y + box.height / 2);
  await page.waitForURL(/moves=2/);
});

await test('replies and verdicts are told to screen readers', async (page) => {
  await page.goto('/play?position=nim+3+5+7&level=casual');
  const told = page.locator('#told');
  await piece(page, '3:7>6').click({ force: true });
  await told.getByText(/I (take|am thinking)/).waitFor();
  await told.getByText(/I take .*Your turn/).waitFor();
  await page.goto('/analyse?position=nim+3+5');
  await piece(page, '2:5>3').click({ force: true });
  await told.getByText('The player to move loses.').waitFor();
});

await test('the board fills its column', async (page) => {
  for (const address of ['/play?position=2d-nim+4x4', '/play?position=nim+3+5+7', '/play?position=cram+4x5']) {
    await page.goto(address);
    const [board, column] = [await page.locator('.stage > .board svg').boundingBox(), await page.locator('.stage').boundingBox()];
    assert(board && column);
    assert(board.height > 0.5 * 1080 || board.width > 0.75 * column.width, `${address}: ${board.width} by ${board.height} in ${column.width}`);
  }
}, { viewport: { width: 1920, height: 1080 } });

await test('a question mark lists the keys, and sounds are off', async (page) => {
  await page.goto('/analyse?position=nim+3+5');
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('make the move that is shown').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('dialog').count(), 0);
  const sound = page.locator('[data-sound]');
  assert.equal(await sound.innerText(), 'Sound: off');
  await sound.click();
  assert.equal(await sound.innerText(), 'Sound: on');
});

await test('one piece of the board is in the order of Tab', async (page) => {
  await page.goto('/analyse?position=boxing-match+4x5');
  await page.locator('.board[data-ready]').waitFor();
  assert.equal(await page.locator('.board svg a[tabindex="0"]').count(), 1);
});

await test('a position is built by hand, and its text is in step', async (page) => {
  await page.goto('/build?position=nim+3+4');
  const text = page.getByLabel('As text');
  await page.locator('.edited a[aria-label="a new heap"]').click({ force: true });
  await page.waitForURL(/nim\+3\+4\+1/);
  assert.equal(await text.inputValue(), 'nim 3 4 1');
  await page.locator('#set-0-heap-1').fill('40');
  await page.keyboard.press('Enter');
  await page.waitForURL(/nim\+40\+4\+1/);
  await page.getByLabel('A sum').selectOption('hackenbush');
  await page.getByRole('button', { name: 'Add it' }).click();
  await page.waitForURL(/hackenbush/);
  await text.fill('cram 2x2');
  await page.keyboard.press('Enter');
  await page.waitForURL(/cram\+2x2/);
  await page.locator('.edited a').first().click({ force: true });
  await page.waitForURL(/cram\+%23/);
  assert.match(await text.inputValue(), /#/);
  await page.locator('.verdict', { hasText: /The player to move (wins|loses)/ }).waitFor();
});

await test('an edge is drawn from point to point', async (page) => {
  await page.goto('/build?position=hackenbush+0-1+1-2+0-3');
  const middle = async (/** @type {string} */ name) => {
    const box = await page.locator(`.edited a[aria-label="pick point ${name}"]`).boundingBox();
    assert(box);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await middle('2'), await middle('3')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await page.waitForFunction(() => /2-3/.test(/** @type {HTMLInputElement} */ (document.querySelector('#position')).value));
});

await test('a tree of replies opens branch by branch', async (page) => {
  await page.goto('/tree?position=2d-nim+4x4');
  const first = page.locator('.tree > li').first();
  await first.locator('summary').click();
  await first.locator('.tree li').first().waitFor();
});

/** Where the series of a chart stands, once it is in view: a mouse reaches nothing else. @param {import('playwright-core').Page} page */
async function seriesBox(page) {
  const series = page.locator('.chart svg .series');
  await series.scrollIntoViewIfNeeded();
  const box = await series.boundingBox();
  assert(box);
  return box;
}

await test('a chart leads from a heap to its analysis', async (page) => {
  await page.goto('/sequences?code=0.07&terms=100');
  const chart = await seriesBox(page);
  await page.mouse.move(chart.x + chart.width / 2, chart.y + chart.height / 2);
  await page.locator('#heap', { hasText: /Heap (49|50|51): \*\d/ }).waitFor();
  await page.mouse.click(chart.x + chart.width / 2, chart.y + chart.height / 2);
  await page.waitForURL(/analyse\?position=0\.07/);
});

await test('the chart of a code with very many heaps tells of one of every so many', async (page) => {
  await page.goto('/code?code=0.16');
  const step = Number(await page.locator('.chart').getAttribute('data-step'));
  assert(step > 1);
  const chart = await seriesBox(page);
  await page.mouse.move(chart.x + chart.width / 2, chart.y + chart.height / 2);
  const told = await page.locator('#heap', { hasText: /Heap \d+: \*\d/ }).textContent();
  assert(Number(/\d+/.exec(told ?? '')?.[0]) % step === 0);
});

/** A disk of the packing page. @param {import('playwright-core').Page} page @param {number} number */
const disk = (page, number) => page.locator(`.packing [data-move="${number}"]`);

/**
 * Drags a disk so that its centre comes to a place, in units of the cavity.
 * @param {import('playwright-core').Page} page @param {number} number @param {number} x @param {number} y
 */
async function drag(page, number, x, y) {
  const from = await disk(page, number).locator('.disk').boundingBox();
  const wall = await page.locator('.packing svg .cavity').boundingBox();
  const size = Number(await page.locator('[data-packing]').getAttribute('data-cavity'));
  assert(from && wall);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(wall.x + wall.width * (0.5 + x / size), wall.y + wall.height * (0.5 - y / size), { steps: 5 });
  await page.mouse.up();
}

await test('disks are dragged into the cavity, and told when they fit', async (page) => {
  await page.goto('/packing?disks=2+2+2&cavity=4.5');
  const verdict = page.locator('#verdict');
  await verdict.getByText('0 of 3 disks are in place.').waitFor();
  await drag(page, 1, 0, 0);
  await verdict.getByText('1 of 3 disks are in place.').waitFor();
  await drag(page, 2, 0.5, 0);
  await verdict.getByText(/disk 1 \(2\) and disk 2 \(2\) overlap by 1.5/).waitFor();
  assert.equal(await page.locator('.disk.taken').count(), 2);
  assert.match(await page.locator('#told').innerText(), /overlap/);
  await drag(page, 2, 2, 0);
  await verdict.getByText(/disk 2 \(2\) sticks out by 0.7/).waitFor();
  await drag(page, 1, 0, 1.17);
  await drag(page, 2, 1.03, -0.6);
  await drag(page, 3, -1.03, -0.6);
  await verdict.getByText('They fit: all 3 disks, proven in exact arithmetic.').waitFor();
  assert.equal(await page.locator('.disk.winning').count(), 3);
  assert.match(await page.locator('#told').innerText(), /They fit/);
  // The certificate is a file that says so, and the address holds the placement.
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Certificate' }).click()]);
  const file = JSON.parse(readFileSync(await download.path(), 'utf8'));
  assert.equal(file.fits, true);
  assert.equal(file.disks.length, 3);
  await page.reload();
  await verdict.getByText('They fit').waitFor();
  await drag(page, 3, 0, 0);
  await verdict.getByText('overlap by').first().waitFor();
  assert.equal(await page.getByRole('link', { name: 'Certificate' }).count(), 0, 'what is moved is not proven');
});

await test('disks are moved by keys, and nudged apart', async (page) => {
  await page.goto('/packing?disks=2+2&cavity=4.2');
  const place = () => page.evaluate(() => new URL(location.href).searchParams.get('at'));
  await disk(page, 1).focus();
  await page.keyboard.press('Enter');
  await page.locator('#verdict').getByText('1 of 2 disks are in place.').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowUp');
  await page.waitForFunction(() => new URL(location.href).searchParams.get('at') === '-0.04200,0.00210 -');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !new URL(location.href).searchParams.get('at')?.includes(','));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('#verdict').getByText('overlap by').waitFor();
  await page.keyboard.press('n');
  await page.locator('#verdict').getByText('They fit: all 2 disks').waitFor();
  assert.match(await disk(page, 2).getAttribute('aria-label') ?? '', /disk 2, diameter 2, in place/);
  assert.match(await place() ?? '', /,/);
});

await test('a finger drags a disk', async (page, context) => {
  await page.goto('/packing?disks=2&cavity=4.2');
  const from = await disk(page, 1).locator('.disk').boundingBox();
  const to = await page.locator('.packing svg .cavity').boundingBox();
  assert(from && to);
  assert(from.y > to.y + to.height, 'on a narrow screen the disks lie below the cavity');
  const finger = await context.newCDPSession(page);
  const touch = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {number} */ x, /** @type {number} */ y) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const [startX, startY] = [from.x + from.width / 2, from.y + from.height / 2];
  const [endX, endY] = [to.x + to.width / 2, to.y + to.height / 2];
  await touch('touchStart', startX, startY);
  for (let step = 1; step <= 5; step += 1) {
    await touch('touchMove', startX + ((endX - startX) * step) / 5, startY + ((endY - startY) * step) / 5);
  }
  await touch('touchEnd', endX, endY);
  await page.locator('#verdict').getByText('It fits').waitFor();
}, { hasTouch: true, viewport: { width: 390, height: 900 } });

await test('the Formidable Fourteen are solved, and the search is shown', async (page) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'The Formidable Fourteen' }).click();
  await page.waitForURL((url) => url.pathname === '/packing');
  await page.evaluate(() => {
    const seen = /** @type {string[]} */ (/** @type {any} */ (globalThis).seen = []);
    new MutationObserver(() => seen.push(document.querySelector('.verdict strong')?.textContent ?? ''))
      .observe(/** @type {Element} */ (document.querySelector('#verdict')), { subtree: true, childList: true });
  });
  await page.getByRole('button', { name: 'Solve it for me' }).click();
  await page.locator('#verdict').getByText('They fit: all 14 disks, proven in exact arithmetic.').waitFor();
  const seen = await page.evaluate(() => /** @type {any} */ (globalThis).seen);
  const sizes = seen.map((/** @type {string} */ text) => Number(/A cavity of ([\d.]+)/.exec(text)?.[1])).filter((/** @type {number} */ size) => size > 0);
  assert(sizes.length > 3, `${sizes.length} placements were shown`);
  assert.deepEqual(sizes, [...sizes].sort((a, b) => b - a), 'the cavity only shrinks');
  await page.goBack();
  await page.locator('#verdict').getByText('0 of 14 disks are in place.').waitFor();
});

await test('other disks are set up by the form, and a search can be stopped', async (page) => {
  await page.goto('/packing');
  await page.getByLabel('The diameters').fill('2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32');
  await page.getByLabel('The cavity').fill('84');
  await page.getByRole('button', { name: 'Solve it for me' }).click();
  await page.getByText(/A cavity of \d+/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('#verdict').getByText('disks are in place.').waitFor();
  await page.getByLabel('The cavity').fill('12');
  await page.getByRole('button', { name: 'Solve it for me' }).click();
  await page.getByRole('alert').getByText('They cannot fit').waitFor();
});

await test('disks are packed without script', async (page) => {
  await page.goto('/packing');
  await page.getByLabel('The diameters').fill('2 2 2 2 2');
  await page.getByLabel('The cavity').fill('6x4.01');
  await page.getByRole('button', { name: 'Solve it for me' }).click();
  await page.getByText('They fit: all 5 disks, proven in exact arithmetic.').waitFor();
  await page.getByRole('link', { name: 'Start over' }).click();
  await page.getByText('0 of 5 disks are in place.').waitFor();
  await page.getByLabel('The diameters').fill('nonsense');
  await page.getByRole('button', { name: 'Set it up' }).click();
  await page.getByText('is not a number').waitFor();
}, { javaScriptEnabled: false });

const pages = [
  ['home', '/'],
  ['choose', '/play'],
  ['build', '/build?position=nim+3+4+%2B+hackenbush+0-1+1-2+%2B+bubbly+(A(B))+%2B+cram+3x3+%2B+chomp+2x3&term=2&pick=1'],
  ['review', '/review?game=nim+1+2%0Anim+1%0Anim+-'],
  ['large', '/play?position=nim+40+100+1000'],
  ['hunt', '/hunt'],
  ['analysis', '/analyse?position=bubbly+(I(T(C(A(L))))(F(N(U))(S)))(H(V(P(R))))(E(G))&winning=1'],
  ['sum', '/analyse?position=bubbly+(E(G))+%2B+nim+4+%2B+*3&moves=2:1:4%3E1'],
  ['kayles', '/analyse?position=kayles+5+8'],
  ['hackenbush', '/analyse?position=hackenbush+0-1+1-2+2-3+2-3+3-4+4-5+5-3+0-6+6-7+6-8+0-9+9-10+10-0&winning=1'],
  ['boards', '/analyse?position=2d-nim+4x4'],
  ['boxes', '/analyse?position=boxing-match+10x20'],
  ['treblecross', '/analyse?position=treblecross+..X....X.......&winning=1'],
  ['mistake', '/analyse?position=nim+3+x5'],
  ['play', '/play?position=nim+1+3+5+7&first=computer&hint=1'],
  ['lost', '/play?position=nim+3+5&moves=2:5%3E0+1:3%3E0'],
  ['sequences', '/sequences'],
  ['sequence', '/sequences?code=0.07&terms=300'],
  ['packing', '/packing'],
  ['packed', '/packing?disks=2+2+2+2+2+2+2&cavity=6.01&solve=1'],
  ['overlapping', '/packing?disks=1+1+1&cavity=3.5x2&at=-1.1,0+0,0+0.9,0'],
  ['unpackable', '/packing?disks=13&cavity=12'],
  ['learn', '/learn'],
  ['chapter', '/learn/sums'],
  ['answered', '/learn/nim?e1=2:7%3E6&e2=previous&e4=9'],
  ['own', '/own'],
  ['code', '/code?code=0.07'],
  ['proof', '/proof'],
  ['amazons', '/play?position=amazons+X../..O/...'],
  ['nowhere', '/nowhere'],
];
for (const [scheme, width] of /** @type {['light' | 'dark', number][]} */ ([['light', 1280], ['dark', 390]])) {
  const options = { colorScheme: scheme, viewport: { width, height: 900 }, bypassCSP: true };
  for (const [name, address] of pages) {
    await test(`axe finds no serious fault: ${name}, ${scheme}, ${width} wide`, async (page, _, complaints) => {
      await page.goto(address);
      if (name === 'play') await page.waitForURL(/moves=/);
      await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
      if (folder) {
        mkdirSync(folder, { recursive: true });
        await page.screenshot({ path: `${folder}/${name}-${scheme}-${width}.png`, fullPage: true });
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert(wide <= 0, `the page is ${wide} pixels wider than the window`);
      await page.addScriptTag({ path: axe });
      const { violations } = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run());
      const grave = violations.filter((/** @type {any} */ fault) => ['serious', 'critical'].includes(fault.impact));
      assert.deepEqual(grave.map((/** @type {any} */ fault) => `${fault.id}: ${fault.nodes.map((/** @type {any} */ node) => node.html).slice(0, 3).join(' | ')}`), []);
      complaints.length = name === 'nowhere' ? 0 : complaints.length;
    }, options);
  }
}

await browser.close();
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
