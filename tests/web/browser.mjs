// A browser without a screen, and a server for the site on this computer.
import {createServer} from 'node:http';
import {createReadStream, existsSync, statSync} from 'node:fs';
import {createRequire} from 'node:module';
import {basename, extname, join, normalize} from 'node:path';

const types = {'.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm', '.json': 'application/json'};

// A plain server, which sets no headers for isolation; `instead` has other texts for some files. Returns its address.
export function serve(folder, instead = {}) {
  const server = createServer((request, response) => {
    const name = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)).replace(/\/$/, '/index.html');
    const file = join(folder, name);
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, {'content-type': types[extname(file)] ?? 'application/octet-stream'});
    const text = instead[basename(file)];
    text === undefined ? createReadStream(file).pipe(response) : response.end(text);
  });
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve({
    address: `http://127.0.0.1:${server.address().port}/`, close: () => server.closeAllConnections() || server.close()})));
}

// Ends with 77, which means skipped, where there is no site, no Chromium or no playwright-core.
export function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

function has_site(site) {
  if (!existsSync(join(site, 'commlab_unthreaded.wasm'))) skip(`no browser edition in ${site}; ./lab web builds it`);
}

async function open_browser() {
  const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  if (!program) skip('no Chromium (Debian: apt install chromium)');
  let playwright;
  try {
    playwright = createRequire(process.env.COMMLAB_PLAYWRIGHT ?? new URL('../../build-web/', import.meta.url))('playwright-core');
  } catch {
    skip('no playwright-core (npm install --prefix build-web playwright-core)');
  }
  return playwright.chromium.launch({
    executablePath: program, headless: true,
    args: ['--no-sandbox', '--enable-unsafe-swiftshader', '--use-gl=angle', '--use-angle=swiftshader']});
}

// The site in a browser.
export async function open_site(site) {
  has_site(site);
  const browser = await open_browser(), server = await serve(site);
  return {browser, server, close: async () => { await browser.close(); server.close(); }};
}

let checks = 0;
export function check(holds, what) {
  ++checks;
  console.log(`${holds ? 'holds' : 'FAILS'}: ${what}`);
  if (!holds) process.exitCode = 1;
}
export const checked = () => checks;

// Files, name -> text or bytes, are dropped on the page.
export const drop = (page, files) => page.evaluate(files => {
  const data = new DataTransfer();
  for (const [name, bytes] of files) data.items.add(new File([new Uint8Array(bytes)], name));
  dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
}, Object.entries(files).map(([name, bytes]) => [name, [...Buffer.from(bytes)]]));

// Asks again until the answer fits, and returns the last one.
export async function until(ask, fits, timeout = 20_000) {
  for (const end = Date.now() + timeout; ; await new Promise(later => setTimeout(later, 100))) {
    const answer = await ask();
    if (fits(answer) || Date.now() > end) return answer;
  }
}

// A page that shows the window. `find(id)` waits for a widget; `click(id)` clicks it; `value(id)` is what it says, or ''.
export async function open_page(context, address) {
  const page = await context.newPage();
  page.on('pageerror', error => check(false, `no error in the page: ${error.message}`));
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName('commlab shown').length > 0, null, {timeout: 120_000});
  const widgets = () => page.evaluate(() => globalThis.commlab.widgets());
  const find = async (wanted, timeout = 20_000) => {
    const fits = typeof wanted === 'string' ? found => found.id === wanted : wanted;
    for (const until = Date.now() + timeout; Date.now() < until; await page.waitForTimeout(100)) {
      const found = (await widgets()).find(fits);
      if (found) return found;
    }
    throw new Error(`no widget ${wanted}; there are ${(await widgets()).map(each => each.id).join(' ')}`);
  };
  const click = async wanted => {
    const found = await find(wanted);
    await page.mouse.click(found.x + found.width / 2, found.y + found.height / 2);
    await page.waitForTimeout(150);
  };
  const value = async id => (await widgets()).find(found => found.id === id)?.value ?? '';
  const command = () => page.evaluate(() => globalThis.commlab.command());
  // Types into the field of a window that opens, once the field takes what is typed.
  const type = async (id, text) => {
    await find(id);
    await until(() => page.evaluate(() => globalThis.commlab.writes()), writes => writes);
    await page.waitForTimeout(300);
    await page.keyboard.type(text);
    await until(() => value(id), found => found === text, 5000);
  };
  return {page, widgets, find, click, value, command, type};
}
