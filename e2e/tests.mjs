// @ts-check
// The page in headless Chromium. Run by e2e/run, which serves it.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const at = (process.env.GRUNDY_AT ?? 'http://127.0.0.1:7878').replace(/\/$/, '');
const folder = process.argv.includes('--screenshots') ? process.argv[process.argv.indexOf('--screenshots') + 1] : null;
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });

/** Everything that pages complain of, and every request to another host. @type {string[]} */
const complaints = [];
let passed = 0;
let failed = 0;

/**
 * A test on a page of its own.
 * @param {string} name
 * @param {(page: import('playwright-core').Page, context: import('playwright-core').BrowserContext) => Promise<void>} run
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function test(name, run, options = {}) {
  const context = await browser.newContext({ baseURL: at, viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  complaints.length = 0;
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A page for a wrong position is a 400, of which the console tells.
    if (message.type() === 'error' && !message.text().includes('400')) complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(at) && !request.url().startsWith('data:')) complaints.push(`asked ${request.url()}`);
  });
  try {
    await run(page, context);
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

/** The piece of the board that stands for a move. @param {import('playwright-core').Page} page @param {string} label */
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
  await page.getByText('The player to move wins.').waitFor();
  assert.equal(await page.locator('.bubble.winning').count(), 0);
  await page.getByRole('link', { name: 'Show them' }).click();
  await page.locator('.bubble.winning').first().waitFor();
  assert.equal(await page.locator('.bubble.winning').count(), 3);
  const word = await page.locator('a.move').allInnerTexts();
  assert.deepEqual(word, ['C', 'S', 'H']);
  // Pop H, answer every move of the other side with a winning one, and win.
  await pop(page, 'H');
  for (let turn = 0; turn < 12; turn += 1) {
    await page.getByText('The player to move loses.').waitFor();
    if ((await page.locator('.board svg a').count()) === 0) break;
    const before = page.url();
    await page.locator('.board svg a').last().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href !== before);
    await page.getByText('The player to move wins.').waitFor();
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

await test('Marienbad is played against the program, and lost', async (page) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Marienbad' }).click();
  await page.getByRole('link', { name: 'Play it' }).click();
  await page.getByText('Your turn').first().waitFor();
  for (let turn = 0; turn < 20; turn += 1) {
    const pieces = page.locator('.stage .board svg a');
    if (await page.locator('.talk.over').count()) break;
    const before = page.url();
    await pieces.first().click();
    await page.waitForURL((url) => url.href !== before);
    await page.locator('main:not([aria-busy])').waitFor();
  }
  await page.getByText('I win.').waitFor();
  await page.getByText('No move gave it away').waitFor();
  // Back goes through the game, a move at a time.
  await page.goBack();
  await page.getByText('Your turn').first().waitFor();
});

await test('who gives a won game away is told where', async (page) => {
  await page.goto('/play?position=nim+3+5');
  await piece(page, '2:5>0').click();
  await page.getByText('gave it away').waitFor();
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
  await page.getByText('The player to move wins.').waitFor();
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
  for (let tabs = 0; tabs < 8; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.id === 'position')) break;
  }
  await page.keyboard.type('nim 3 5');
  await page.keyboard.press('Enter');
  await page.locator('.board').waitFor();
  for (let tabs = 0; tabs < 12; tabs += 1) {
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

await test('a long sequence tells its progress, and can be cancelled', async (page) => {
  await page.goto('/sequences?code=0.007&terms=60000');
  if (await page.locator('[data-live]').count()) {
    await page.getByText('No period is proved').or(page.getByText('So far')).first().waitFor();
  }
  await page.goto('/sequences?code=0.007&terms=4000000');
  await page.locator('progress').waitFor();
  await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled.').first().waitFor();
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
  await page.evaluate(() => {
    const seen = /** @type {string[]} */ (/** @type {any} */ (globalThis).seen = []);
    new MutationObserver(() => seen.push(document.querySelector('.verdict strong')?.textContent ?? ''))
      .observe(/** @type {Element} */ (document.querySelector('#verdict')), { subtree: true, childList: true });
  });
  await page.getByRole('button', { name: 'Solve it for me' }).click();
  await page.getByText('They fit: all 14 disks, proven in exact arithmetic.').waitFor();
  const seen = await page.evaluate(() => /** @type {any} */ (globalThis).seen);
  const sizes = seen.map((/** @type {string} */ text) => Number(/A cavity of ([\d.]+)/.exec(text)?.[1])).filter((/** @type {number} */ size) => size > 0);
  assert(sizes.length > 3, `${sizes.length} placements were shown`);
  assert.deepEqual(sizes, [...sizes].sort((a, b) => b - a), 'the cavity only shrinks');
  await page.goBack();
  await page.getByText('0 of 14 disks are in place.').waitFor();
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
  ['nowhere', '/nowhere'],
];
for (const [scheme, width] of /** @type {['light' | 'dark', number][]} */ ([['light', 1280], ['dark', 390]])) {
  const options = { colorScheme: scheme, viewport: { width, height: 900 }, bypassCSP: true };
  for (const [name, address] of pages) {
    await test(`axe finds no serious fault: ${name}, ${scheme}, ${width} wide`, async (page) => {
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
