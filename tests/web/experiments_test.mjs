// The browser edition takes the same time as the program, to the picosecond, in 200 experiments. Skipped (77) where
// something is missing.
//   experiments_test.mjs SITE PROGRAM
import {execFileSync} from 'node:child_process';
import {check, open_site} from './browser.mjs';

const [site, program] = process.argv.slice(2);

const machines = ['hcm8', 'dgx-h100', 'dgx1-v100', 'pcie4', 'switch:6,450GB/s,350ns', 'ring:7,100GB/s,500ns', 'torus:3x4,100GB/s,500ns',
                  '2x dgx-a100,200G', '4x dgx-h100,400G', 'mi300x'];
const collectives = ['all_reduce', 'all_gather', 'reduce_scatter', 'all_to_all', 'broadcast'];
const sizes = ['1KiB', '100000B', '4MiB', '1GiB'];
const experiments = machines.flatMap(machine => collectives.flatMap(collective => sizes.map(size =>
  ['run', collective, '--machine', machine, '--size', size, '--algorithm', 'auto', '--format', 'json'])));

const {browser, server, close} = await open_site(site);
try {
  const page = await browser.newPage();
  await page.goto(server.address + '?threads=no');
  const there = await page.evaluate(async experiments => {
    const {load} = await import('./program.js');
    let text = '';
    const program = await load(false, {printed: line => { text += line + '\n'; }, complained: line => { text += line + '\n'; }});
    return experiments.map(words => {
      text = '';
      program.callMain([...words]);
      return text;
    });
  }, experiments);
  let same = 0;
  experiments.forEach((words, i) => {
    const here = execFileSync(program, words).toString();
    if (here === there[i]) ++same;
    else check(false, `${words.join(' ')}: the page says\n${there[i]}\nthe program says\n${here}`);
  });
  check(same === experiments.length && same >= 200, `the same to the picosecond in ${same} of ${experiments.length} experiments`);
} finally {
  await close();
}
