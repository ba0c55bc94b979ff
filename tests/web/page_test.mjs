// The browser edition in a real browser: it opens, plays, steps back, asks and judges, takes a file, keeps what was
// answered, and draws what the program draws. Skipped (77) where something is missing.
//   page_test.mjs SITE PROGRAM
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {check, drop, open_page, open_site, until} from './browser.mjs';

const [site, program] = process.argv.slice(2);
const {browser, server, close} = await open_site(site);
const folder = mkdtempSync(join(tmpdir(), 'commlab-page-'));
const size = {width: 1280, height: 720 + 26};  // with the page's own bar

// The share of pixels that differ visibly between two PNG files, told by the browser.
async function differing(page, one, other) {
  return page.evaluate(async files => {
    const pixels = async base64 => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext('2d');
      context.drawImage(picture, 0, 0);
      return context.getImageData(0, 0, picture.width, picture.height);
    };
    const [a, b] = [await pixels(files[0]), await pixels(files[1])];
    if (a.width !== b.width || a.height !== b.height) return 1;
    let different = 0;
    for (let i = 0; i < a.data.length; i += 4)
      if (Math.max(...[0, 1, 2].map(c => Math.abs(a.data[i + c] - b.data[i + c]))) > 48) ++different;
    return different / (a.width * a.height);
  }, [one.toString('base64'), other.toString('base64')]);
}
// The picture, once nothing moves in it.
async function picture(page) {
  await page.mouse.move(0, 0);
  const shot = () => page.locator('#picture').screenshot();
  let before = await shot();
  for (let i = 0; i < 30; ++i) {
    await page.waitForTimeout(700);
    const now = await shot();
    if (now.equals(before)) break;
    before = now;
  }
  return before;
}

async function plays(context, threads) {
  const kind = threads ? 'with threads' : 'without threads';
  const began = Date.now();
  const address = server.address + (threads ? '' : '?threads=no') + '#run=all_reduce --machine ring:4,25GB/s,2us --algorithm ring --size 1MiB --data ranks --view explore';
  const {page, find, click} = await open_page(context, address);
  console.log(`${kind}: the first picture after ${Date.now() - began} ms`);
  check(await page.evaluate(() => globalThis.commlab.threads) === threads, `the page runs ${kind}`);
  await find('play');

  const time = async () => (await find('time')).value;
  const wait = async condition => { for (let i = 0; i < 100 && !(await condition()); ++i) await page.waitForTimeout(100); };
  const first = await picture(page);
  check(await time() === '0', `${kind}: the run stands at its beginning`);
  await page.keyboard.press('ArrowRight');
  await wait(async () => await time() !== '0');
  const after_a_step = await time();
  check(after_a_step !== '0', `${kind}: an arrow key steps forward`);
  const second = await picture(page);
  const by_a_step = await differing(page, first, second);
  check(by_a_step > 0.01, `${kind}: the picture has changed`);
  await page.keyboard.press('ArrowLeft');
  await wait(async () => await time() === '0');
  check(await time() === '0', `${kind}: the other one steps back`);
  // What a step has changed is framed, also after a step back.
  const by_two = await differing(page, first, await picture(page));
  check(by_two < by_a_step / 4 && by_two < 0.005, `${kind}: stepping back shows the first picture again, with frames`);
  await click('play');
  await wait(async () => await time() !== '0');
  check(await time() !== '0', `${kind}: Play plays`);
  await page.close();
}

try {
  const context = await browser.newContext({viewport: size});
  await plays(context, true);
  await plays(context, false);

  // The same picture as the program's. Its Dear ImGui is another version, so that letters may differ a little.
  {
    const words = ['all_reduce', '--machine', 'hcm8', '--algorithm', 'ring', '--at', '40%', '--view', 'explore'];
    const file = join(folder, 'program.png');
    execFileSync(program, ['window', ...words, '--window-size', '1280x720', '--screenshot', file]);
    const {page} = await open_page(context, server.address + '#run=' + words.join(' '));
    await page.waitForTimeout(1500);
    const seen = await picture(page);
    writeFileSync(join(folder, 'page.png'), seen);
    const share = await differing(page, seen, readFileSync(file));
    check(share < 0.03, `the page draws what the program draws: ${(100 * share).toFixed(2)} % of the pixels differ`);
    await page.close();
  }

  // A lesson, answered wrongly, then rightly; the answers are there in the next visit.
  {
    const {page, find, click} = await open_page(context, server.address + '#lesson=7');
    check((await find('lesson.title')).value.startsWith('7'), '#lesson=7 opens lesson 7');
    await click('lesson.choice.a');
    await click('lesson.commit');
    const text = async part => find(each => each.id === 'lesson.text' && each.value.includes(part));
    check(Boolean(await text('Kept')), 'a prediction is kept');
    await click('lesson.answer');
    await page.keyboard.type('4, 2, 1');
    await click('lesson.commit');
    const asked = (await text('How long does the copy to GPU 2 take?')).value;
    await click('lesson.answer');
    await page.keyboard.type(`${Number(asked.match(/copies (\d+) MB/)[1]) / 7.5} ms`);
    await click('lesson.commit');
    check(Boolean(await text('Not yet. GPU 1 has four links')), 'a wrong answer is explained');
    check(Boolean(await text('take? Right.')), 'a right answer is right');
    await page.waitForTimeout(3000);
    await page.close();

    const again = await open_page(context, server.address + '#lesson=7');
    const kept = (await again.find('lesson.text')).value;
    check(kept.includes('take? Right.'), 'the next visit knows the answers');
    await again.page.close();
  }

  // A machine file is dropped.
  {
    const {page, command} = await open_page(context, server.address + '#run=all_reduce');
    await drop(page, {'mine.toml': readFileSync(new URL('../../sim/machines/pcie4.toml', import.meta.url))});
    const shown = await until(command, text => text.includes('mine.toml'));
    check(shown.includes('mine.toml'), 'a dropped machine is shown');
    await page.close();
  }

  // Two fingers on the time line zoom it.
  {
    const touch = await browser.newContext({viewport: size, hasTouch: true});
    const {page, find} = await open_page(touch, server.address + '#run=all_reduce --machine hcm8 --algorithm ring --view explore');
    const before = await picture(page);
    const row = await find('timeline.row.4');
    const fingers = await touch.newCDPSession(page);
    const y = row.y + row.height / 2, x = row.x + row.width / 2;
    for (let apart = 30; apart < 230; apart += 10)
      await fingers.send('Input.dispatchTouchEvent', {
        type: apart === 30 ? 'touchStart' : 'touchMove', touchPoints: [{x: x - apart, y, id: 0}, {x: x + apart, y, id: 1}]});
    await fingers.send('Input.dispatchTouchEvent', {type: 'touchEnd', touchPoints: []});
    check(await differing(page, before, await picture(page)) > 0.02, 'two fingers zoom the time line');
    await touch.close();
  }

  // The console says what the program says.
  {
    const {page} = await open_page(context, server.address);
    await page.click('#ask-console');
    const say = async line => {
      await page.fill('#line', line);
      await page.evaluate(() => { delete document.getElementById('said').dataset.status; document.getElementById('said').textContent = ''; });
      await page.press('#line', 'Enter');
      await page.waitForFunction(() => 'status' in document.getElementById('said').dataset, null, {timeout: 60_000});
      return (await page.textContent('#said')).split('\n').slice(1).join('\n');
    };
    for (const line of ['run all_reduce --machine hcm8', 'rank broadcast --machine hcm8 --size 400MB', 'verify all_reduce --algorithm ring --ranks 3',
                        'explain all_reduce --machine hcm8 --algorithm ring --size 400MB', 'sweep all_reduce --machine dgx-h100'])
      check(await say(line) === execFileSync(program, line.split(' ')).toString(), `console: ${line}`);
    check((await say('run all_reduce --on cuda')).includes('get the program'), 'what needs hardware says where to get the program');
    await page.close();
  }
} finally {
  await close();
  if (!process.exitCode) rmSync(folder, {recursive: true});
  else console.log(`pictures: ${folder}`);
}
