// Long work never freezes the page, and can be ended: with threads in the window, without threads from the page, which then
// shows again what was shown before. Skipped (77) where something is missing.
//   work_test.mjs SITE
import {check, open_page, open_site, serve, until} from './browser.mjs';

const [site] = process.argv.slice(2);
const {browser, server, close} = await open_site(site);
const longest_stop = 1000;  // milliseconds in which the page does nothing: this computer may be busy with other things, too

try {
  // Guards against a fixed bug: with threads, what was opened while something else was computed waited for it for ever.
  {
    const context = await browser.newContext();
    const {page, command} = await open_page(context, server.address);
    for (let round = 0; round < 4; ++round)
      await page.evaluate(() => {
        for (const machine of ['dgx1-v100', 'hcm8', 'pcie4']) {
          location.hash = `#run=all_reduce --machine ${machine}`;
          dispatchEvent(new HashChangeEvent('hashchange'));
        }
      });
    const shown = await until(command, text => text.includes('pcie4'), 60_000);
    check(shown.includes('pcie4'), 'of many runs that are asked for at once, the last is shown');
    await context.close();
  }

  // Guards against a fixed bug: Firefox, which sometimes makes no thread within a worker, and WebKit, which has no WebGL there,
  // said for ever that commlab is loading.
  {
    const hanging = await serve(site, {'commlab.js': 'for (;;);'});
    const context = await browser.newContext();
    const {page} = await open_page(context, hanging.address);
    check(!await page.evaluate(() => globalThis.commlab.threads), 'where threads cannot be made, the window does without');
    await context.close();
    hanging.close();
  }
  for (const query of ['', '?threads=no']) {
    const context = await browser.newContext();
    await context.addInitScript(() => { OffscreenCanvas.prototype.getContext = () => null; });
    const {page} = await open_page(context, `${server.address}${query}`);
    check(!await page.evaluate(() => globalThis.commlab.threads), `without WebGL for workers, the page draws the window: ${query}`);
    await context.close();
  }
  // What a browser lacks is said, with the cure.
  for (const [lacking, sentence, take_away] of [
    ['WebGL', 'has no WebGL 2. Allow hardware acceleration', () => {
      HTMLCanvasElement.prototype.getContext = OffscreenCanvas.prototype.getContext = () => null;
    }],
    ['WebAssembly', 'has no WebAssembly', () => {
      OffscreenCanvas.prototype.getContext = () => null;
      delete globalThis.WebAssembly;
    }]]) {
    const context = await browser.newContext();
    await context.addInitScript(take_away);
    const page = await context.newPage();
    await page.goto(server.address);
    const said = await until(() => page.textContent('#state'), text => text.includes(sentence));
    check(said.includes(sentence), `without ${lacking}, the page says so: ${said}`);
    await context.close();
  }

  // A page of another site may hold this one. Where the page's parts are refused, it says why, with the cure.
  {
    const context = await browser.newContext();
    const page = await context.newPage();
    const frame = sandbox => page.setContent(`<iframe src="${server.address}#lesson=7" width="1000" height="640" ${sandbox}></iframe>`);
    await frame('');
    const shown = await until(() => page.frames()[1].evaluate(async () => JSON.stringify(await globalThis.commlab?.widgets())),
                              text => text?.includes('Three copies'), 60_000);
    check(shown?.includes('Three copies'), 'a page of another site shows a lesson in an iframe');
    await frame('sandbox="allow-scripts"');
    const separated = await until(() => page.frames()[1].textContent('#state'), text => text.includes('allow-same-origin'));
    check(separated.includes('allow-same-origin'), `in a sandbox, the page says so: ${separated}`);
    await page.goto(`file://${site}/index.html`);
    const unserved = await until(() => page.textContent('#state'), text => text.includes('http.server'));
    check(unserved.includes('http.server'), `without a server, the page says so: ${unserved}`);
    await context.close();
  }

  const context = await browser.newContext({viewport: {width: 1280, height: 746}});
  for (const query of ['', '?threads=no']) {
    const kind = query ? 'without threads' : 'with threads';
    const {page, click, command, value} = await open_page(context, `${server.address}${query}#run=all_reduce --machine hcm8 --view explore`);
    const before = await until(command, text => text.includes('hcm8'));
    await page.waitForTimeout(1000);
    // How long the page's own script had to wait, at most.
    await page.evaluate(() => {
      globalThis.longest = 0;
      let last = performance.now();
      setInterval(() => {
        const now = performance.now();
        globalThis.longest = Math.max(globalThis.longest, now - last);
        last = now;
      }, 10);
    });
    const works = () => page.isVisible('#work');

    await page.evaluate(() => { location.hash = '#run=all_to_all --machine "64x dgx-h100" --algorithm auto --size 1GiB --exact --slow gpu3:2x'; });
    await page.waitForTimeout(2500);
    if (query) {
      check(await until(works, seen => seen), `${kind}: the page says that it works`);
      await page.click('#open', {trial: true});
      await page.click('#ask-console');
      check(await page.isVisible('#line'), `${kind}: the page's buttons act meanwhile`);
      await page.click('#close-console');
      await page.click('#end-work');
      await page.waitForFunction(() => document.getElementById('state').hidden, null, {timeout: 60_000});
      check(await until(command, text => text === before) === before, `${kind}: what was shown before is shown`);
    } else {
      check(!await works(), `${kind}: the window listens while it works`);
      await click('cancel');
    }
    const says = await until(async () => `${await value('notice')} ${await value('answer')}`, text => /stopped/i.test(text));
    check(/stopped/i.test(says), `${kind}: the window says that the work was stopped: ${says}`);
    const longest = await page.evaluate(() => globalThis.longest);
    check(longest < longest_stop, `${kind}: the page never stood still for more than ${longest.toFixed(0)} ms`);
    await page.evaluate(() => { location.hash = '#run=all_reduce --machine pcie4'; });
    const next = await until(command, text => text.includes('pcie4'), 60_000);
    check(next.includes('pcie4'), `${kind}: it goes on: ${next} ${await value('notice')}`);
    await page.close();
  }
} finally {
  await close();
}
