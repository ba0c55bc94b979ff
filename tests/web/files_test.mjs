// What goes into the page and comes out of it: files by drop, dialog and paste, also wrong ones; the next visit still has
// them; what the window exports is what the program exports. Skipped (77) where something is missing.
//   files_test.mjs SITE PROGRAM
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {check, drop, open_page, open_site, until} from './browser.mjs';

const [site, program] = process.argv.slice(2);
const {browser, server, close} = await open_site(site);
const folder = mkdtempSync(join(tmpdir(), 'commlab-files-'));
const source = name => readFileSync(new URL(`../../${name}`, import.meta.url));

// A server of eight V100, as its owner pasted it. It does not tell the rates of its links.
const matrix = `GPU0 GPU1 GPU2 GPU3 GPU4 GPU5 GPU6 GPU7 CPU Affinity
GPU0 X NV1 NV1 NV2 SYS SYS NV2 SYS 0-95
GPU1 NV1 X NV2 NV1 SYS SYS SYS NV2 0-95
GPU2 NV1 NV2 X NV2 NV1 SYS SYS SYS 0-95
GPU3 NV2 NV1 NV2 X SYS NV1 SYS SYS 0-95
GPU4 SYS SYS NV1 SYS X NV2 NV1 NV2 0-95
GPU5 SYS SYS SYS NV1 NV2 X NV2 NV1 0-95
GPU6 NV2 SYS SYS SYS NV1 NV2 X NV1 0-95
GPU7 SYS NV2 SYS SYS NV2 NV1 NV1 X 0-95
`;
const log = `# Collective test starting: all_reduce_perf
# nThread 1 nGpus 2 minBytes 8 maxBytes 1048576 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 1 validation: 1 graph: 0
#
# Using devices
#  Rank  0 Group  0 Pid  12345 on   myhost01 device  0 [0000:18:00] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid  12345 on   myhost01 device  1 [0000:2a:00] NVIDIA H100 80GB HBM3
#
#                                                              out-of-place                       in-place
#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
           8             2     float     sum      -1    15.01    0.00    0.00       0    14.80    0.00    0.00       0
     1048576        262144     float     sum      -1    28.30   37.05   37.05       0    28.10   37.31   37.31       0
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 41.8496
`;
execFileSync(program, ['run', 'broadcast', '--machine', 'hcm8', '--algorithm', 'chain', '--size', '1MiB', '--trace', join(folder, 'a run.trace')]);
const lesson = readdirSync(new URL('../../lessons/', import.meta.url)).find(name => name.startsWith('06-'));

// name -> what it holds, and what the address says once it is shown
const files = {
  'mine.toml': [source('sim/machines/pcie4.toml'), '#run=all_reduce --machine /files/mine.toml'],
  'server.xml': [source('tests/sim/pasted/dgx1-v100.xml'), '#run=all_reduce --machine /files/server.toml'],
  'topo.txt': [matrix, '#run=all_reduce --machine /files/topo.toml'],
  'a run.trace': [readFileSync(join(folder, 'a run.trace')), '#run=/files/a_run.trace'],
  'mine.script': [source('lessons/scripts/pipeline.script'), '#run=/files/mine.script'],
  'mine.lesson.md': [source(`lessons/${lesson}`), '#lesson=/files/mine.lesson.md'],
};
const address = page => page.evaluate(() => decodeURI(location.hash));

try {
  const context = await browser.newContext({viewport: {width: 1280, height: 746}});
  const {page, value, command, find} = await open_page(context, server.address);
  page.on('dialog', dialog => dialog.accept('V100'));
  const choose = (name, bytes) => page.setInputFiles('#file', {name, mimeType: '', buffer: Buffer.from(bytes)});

  for (const [how, give] of [['dropped', (name, bytes) => drop(page, {[name]: bytes})], ['chosen', choose]])
    for (const [name, [bytes, shown]] of Object.entries(files)) {
      await page.evaluate(() => history.replaceState(null, '', '#'));
      await give(name, bytes);
      check(await until(() => address(page), found => found === shown) === shown, `${name}, ${how}, is shown`);
    }
  check((await command()).includes('--lesson /files/mine.lesson.md') && (await find('lesson.title')).value !== '', 'the lesson is open');

  // A log is compared with the prediction, with the program's text.
  const said = () => page.textContent('#said');
  writeFileSync(join(folder, 'my.log'), log);
  await drop(page, {'my.log': log});
  const compared = execFileSync(program, ['compare', '--reference', 'my.log'], {cwd: folder}).toString();
  check((await until(said, text => text.includes(compared))).includes(compared), 'a log of nccl-tests is compared');
  await page.click('#close-console');

  // What is wrong is said in one sentence that names the file; what was shown stays.
  for (const [name, why] of [['bad.toml', 'not TOML'], ['bad.xml', "neither NCCL's topology XML"], ['bad.txt', "neither NCCL's topology XML"],
                             ['bad.trace', 'not a commlab trace'], ['bad.script', 'a line cannot begin with'], ['bad.lesson.md', 'there is no ```lesson block'],
                             ['bad.pdf', 'expected a machine (.toml']]) {
    await drop(page, {[name]: 'what is = this [\n'});
    const notice = await until(() => value('notice'), text => text.includes(name));
    check(notice.includes(why) && !notice.includes('\n'), `${name}: ${notice}`);
  }
  await drop(page, {'bad.log': 'what is this\n'});
  check((await until(said, text => text.includes('no line has the titles'))).includes('bad.log: expected a log of nccl-tests'), 'bad.log: is no log');
  check(await address(page) === files['mine.lesson.md'][1], 'the address still says what is shown');

  // The next visit has the files, and shows the same.
  await page.reload();
  await page.waitForFunction(() => performance.getEntriesByName('commlab shown').length > 0, null, {timeout: 60_000});
  check((await find('lesson.title')).value !== '', "the user's lesson is shown again");
  const listed = await page.$$eval('#own option', options => options.map(option => option.value).filter(Boolean));
  const expected = ['a_run.trace', 'mine.lesson.md', 'mine.script', 'mine.toml', 'my.log', 'server.toml', 'server.xml', 'topo.toml', 'topo.txt', '/'];
  check(JSON.stringify(listed) === JSON.stringify(expected), `the next visit has ${listed.join(' ')}`);
  await page.selectOption('#own', 'mine.toml');
  check((await until(command, text => text.includes('/files/mine.toml'))).includes('/files/mine.toml'), 'a file of before is opened again');
  await page.click('#ask-console');
  await page.fill('#line', 'run all_reduce --machine mine.toml');
  await page.press('#line', 'Enter');
  writeFileSync(join(folder, 'mine.toml'), files['mine.toml'][0]);
  const run = execFileSync(program, ['run', 'all_reduce', '--machine', 'mine.toml'], {cwd: folder}).toString();
  check((await until(said, text => text.includes(run))).includes(run), 'the console has it, too');
  await page.click('#close-console');

  // A matrix is pasted as text.
  await page.evaluate(text => {
    const data = new DataTransfer();
    data.setData('text', text);
    dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
  }, matrix);
  check((await until(command, text => text.includes('/files/pasted.toml'))).includes('/files/pasted.toml'), 'a pasted matrix is shown');
  await page.selectOption('#own', '/');
  await page.reload();
  check(await page.isHidden('#own'), 'forgotten files are not there in the next visit');
  await page.close();

  // Exports.
  const words = ['all_reduce', '--machine', 'hcm8', '--algorithm', 'ring', '--size', '1MiB', '--at', '40%', '--view', 'explore'];
  // As the menu has them.
  const exported = {'save-trace': 'The trace, to be opened', 'export-csv': 'as tables', 'export-perfetto': 'for Perfetto', 'export-svg': 'as vector', 'export-png': 'as a picture'};
  const commands = Object.keys(exported);
  const script = join(folder, 'export.script');
  writeFileSync(script, `wait\n${commands.map(name => `command ${name}\nframes 3\n`).join('')}`);
  const there = join(folder, 'exports');
  execFileSync('mkdir', [there]);
  execFileSync(program, ['window', ...words, '--window-size', '1280x720', '--script', script], {cwd: there});
  const again = await open_page(context, server.address + '#run=' + words.join(' '));
  const got = new Map();
  again.page.on('download', async download => got.set(download.suggestedFilename(), readFileSync(await download.path())));
  await again.find('play');
  for (const command of commands) {
    await again.click('menu');
    await again.type('menu.search', exported[command]);
    await again.click(`menu.${command}`);
    await until(() => again.page.evaluate(() => globalThis.commlab.writes()), writes => !writes);
  }
  const names = readdirSync(there).sort();
  await until(() => got.size, size => size === names.length);
  check(JSON.stringify([...got.keys()].sort()) === JSON.stringify(names), `downloaded: ${[...got.keys()].join(' ')}`);
  for (const name of names) {
    const here = got.get(name), program_wrote = readFileSync(join(there, name));
    if (name.endsWith('.png'))  // drawn with other fonts
      check(here?.readUInt32BE(16) === program_wrote.readUInt32BE(16) && here?.readUInt32BE(20) === program_wrote.readUInt32BE(20), `${name} has the program's size`);
    else
      check(here?.equals(program_wrote), `${name}: the program's ${program_wrote.length} bytes`);
  }

  // What a command in the console writes is downloaded, too: a lesson's sheet.
  got.clear();
  execFileSync(program, ['lesson', 'sheet', '7', '--out', 'sheet.html'], {cwd: there});
  await again.page.click('#ask-console');
  await again.page.fill('#line', 'lesson sheet 7 --out sheet.html');
  await again.page.press('#line', 'Enter');
  await until(() => got.size, size => size === 1, 60_000);
  check(got.get('sheet.html')?.equals(readFileSync(join(there, 'sheet.html'))), "sheet.html: the program's bytes");
} finally {
  await close();
  rmSync(folder, {recursive: true});
}
