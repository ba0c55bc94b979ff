// Measures the browser edition: the first picture, frames a second, memory. No test: the numbers are the computer's.
//   measure.mjs SITE
import {open_page, open_site} from './browser.mjs';

const [site] = process.argv.slice(2);
const {browser, server, close} = await open_site(site);
const context = await browser.newContext({viewport: {width: 1280, height: 746}});
const median = values => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function first_picture(name) {
  const began = Date.now();
  const {page} = await open_page(context, server.address);
  console.log(`${name}: the first picture after ${Date.now() - began} ms`);
  await page.close();
}
await first_picture('first visit, which loads the page twice');
await first_picture('second visit');

for (const [ranks, run] of [[16, 'all_reduce --machine "2x dgx-h100" --algorithm ring'],
                            [1024, 'all_reduce --machine "128x dgx-h100" --algorithm ring --size 1GiB']])
  for (const query of ['', '?threads=no']) {
    const {page, click, find} = await open_page(context, `${server.address}${query}#run=${run} --view explore`);
    await find('finish', 120_000).catch(() => find('time', 1000));
    await page.waitForTimeout(8000);
    await click('play');
    await page.waitForTimeout(6000);
    const {times, busy} = await page.evaluate(() => globalThis.commlab.speed());
    const last = times.slice(-60), between = last.slice(1).map((time, i) => time - last[i]);
    const memory = await page.evaluate(() => globalThis.commlab.memory());
    console.log(`${ranks} ranks, ${query ? 'without threads' : 'with threads'}: ${(1000 / median(between)).toFixed(0)} frames a second, ` +
                `${median(busy.slice(-60)).toFixed(1)} ms of our work in each, ${(memory / 1e6).toFixed(0)} MB`);
    await page.close();
  }
await close();
