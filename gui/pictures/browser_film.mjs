// Makes browser.gif: a lesson in the browser edition, played in Chromium without a screen. Needs ffmpeg, build-web/site and
// what tests/web needs.
//   node gui/pictures/browser_film.mjs
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {open_page, open_site} from '../../tests/web/browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'commlab-film-'));
const {browser, server, close} = await open_site(join(here, '../../build-web/site'));
const context = await browser.newContext({viewport: {width: 1000, height: 626}});
const {page, find, click} = await open_page(context, server.address + '#lesson=7');

let frames = 0;
async function hold(count) {
  for (let i = 0; i < count; ++i)
    await page.screenshot({path: join(folder, `${String(frames++).padStart(3, '0')}.png`)});
}
async function type(text) {
  await click('lesson.answer');
  await page.keyboard.type(text);
  await hold(4);
  await click('lesson.commit');
  await hold(4);
}
await page.waitForTimeout(1500);
await hold(8);
await click('lesson.choice.b');
await hold(4);
await click('lesson.commit');
await hold(4);
await type('1, 4, 2');
const asked = await find(each => each.id === 'lesson.text' && each.value.includes('How long does the copy to GPU 2 take?'));
await type(`${(Number(asked.value.match(/copies (\d+) MB/)[1]) / 7.5).toFixed(1)} ms`);
await hold(6);
for (let i = 0; i < 40; ++i) {
  await page.waitForTimeout(120);
  await hold(1);
}
await hold(6);
await close();
execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-framerate', '6', '-i', join(folder, '%03d.png'), '-vf',
  'scale=800:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none:diff_mode=rectangle',
  join(here, 'browser.gif')]);
rmSync(folder, {recursive: true});
