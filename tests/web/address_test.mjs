// What an address shows, also a wrong one; the link to what is shown; the site without a network; what-ifs and published
// tables. Skipped (77) where something is missing.
//   address_test.mjs SITE
import {check, open_page, open_site, until} from './browser.mjs';

const [site] = process.argv.slice(2);
const {browser, server, close} = await open_site(site);

try {
  const context = await browser.newContext({viewport: {width: 1280, height: 746}, permissions: ['clipboard-read', 'clipboard-write']});

  // One page follows one address after the other.
  const {page, widgets} = await open_page(context, server.address);
  const shows = async (hash, id, fits, what) => {
    await page.evaluate(hash => { location.hash = hash; }, hash);
    const found = await until(async () => (await widgets()).filter(each => each.id === id).map(each => each.value).join(' '), fits);
    check(fits(found), `${hash} ${what}: ${found.slice(0, 160)}`);
  };
  await shows('#quiz=1,2', 'lesson.title', text => text.startsWith('Quiz'), 'is a quiz');
  await shows('#present=7', 'present.text', text => text.includes('Lesson 7'), 'is lesson 7 for a class');
  await shows('#lesson=3', 'lesson.title', text => text.startsWith('3'), 'is lesson 3');
  await shows('#lesson', 'lessons', text => text === 'Lessons', 'is the list of lessons');
  const wrong = {
    '#lesson=99': "there is no lesson '99'",
    '#quiz=77': "there is no lesson '77'",
    '#present=': 'the address ends in #present=; expected',
    '#run=nonsense': "unknown collective 'nonsense'",
    '#run=all_reduce --machine nope': "unknown machine 'nope'",
    '#run=all_reduce --size': '--size: a value is missing',
    '#run=all_reduce --machine /files/gone.toml': 'there is no such file',
    '#run=all_reduce --screenshot a.png': 'a page writes no pictures',
    '#run=all_reduce --on cuda': 'get the program',
    '#run=%ff': 'unknown collective',
    '#what': 'the address ends in #what; expected',
  };
  for (const [hash, sentence] of Object.entries(wrong))
    await shows(hash, 'notice', text => text.includes(sentence) && !text.includes('\n'), 'is answered with a sentence');
  await page.close();
  // With such an address from the beginning, the first screen opens and says the same.
  const first = await open_page(context, server.address + '#run=all_reduce --machine nope');
  check((await first.find('notice')).value.includes("unknown machine 'nope'"), 'a page that opens with a wrong address says so');
  check((await first.find('play')).value !== '', 'and shows the first screen');
  await first.page.close();

  // What-ifs: a link is slowed, made late, cut; all are mended. Then a published table over a sweep.
  {
    const run = 'all_reduce --machine switch:4,100GB/s,1us --algorithm ring --size 64MiB';
    const {page, find, value, click, command, widgets, type} = await open_page(context, server.address + `#run=${run} --view explore`);
    await find('finish');
    const whole = await value('finish');
    const link = (await widgets()).find(each => each.id.startsWith('link.'));
    const choose = async (item, fits) => {
      const {x, y, width, height} = await find(link.id);
      await page.mouse.click(x + width / 2, y + height / 2, {button: 'right'});
      await click(item);
      const now = await until(command, fits);
      check(fits(now), `${item} on ${link.id}: ${now.slice(0, 140)}`);
    };
    await choose('link-menu.slower', text => text.includes(':4x'));
    const slow = await until(() => value('finish'), text => text !== whole);
    check(slow !== whole, `a slow link takes longer: ${slow}, not ${whole}`);
    await choose('link-menu.latency', text => text.includes('--late'));
    await choose('link-menu.mend', text => !text.includes('--late') && !text.includes(':4x'));
    check(await until(() => value('finish'), text => text === whole) === whole, 'mended, it takes what it took');
    const {x, y, width, height} = await find(link.id);
    await page.mouse.click(x + width / 2, y + height / 2, {button: 'right'});
    await click('link-menu.cut');
    const cut = await until(() => value('notice'), text => text !== '');
    check(cut.includes('no route'), `a cut link is answered: ${cut}`);

    await page.keyboard.press('o');
    await type('published.filter', 'aws_p5_h100x8_1n_allreduce');
    await click('published.aws_p5_h100x8_1n_allreduce');
    await until(() => value('plot'), text => text.includes('published setup'));
    await page.keyboard.press('p');
    await until(() => value('cancel'), text => text === '', 60_000);
    const words = await until(() => value('plot'), text => text.includes('published setup'), 60_000);
    check(words.includes('published setup, predicted'), `a published table is drawn over the sweep: ${words}`);

    // The link to what is shown.
    await page.click('#link');
    const copied = await until(() => page.evaluate(() => navigator.clipboard.readText()), text => text.includes('#run='));
    check(copied === page.url() && copied.includes('switch:4'), 'Link copies the address of what is shown');
    const same = await open_page(context, copied);
    check(await until(same.command, text => text !== '') === await command(), 'which shows the same');
    await same.page.close();
    await page.close();
  }

  // After one visit the site opens without a network, and its console answers.
  {
    const visitor = await browser.newContext({viewport: {width: 1280, height: 746}});
    const visit = await open_page(visitor, server.address);
    const kept = () => visit.page.evaluate(async () => {
      for (const name of await caches.keys()) if (await (await caches.open(name)).match('commlab_unthreaded.wasm')) return true;
      return false;
    });
    check(await until(kept, all => all), 'the whole site is kept');
    await visit.page.close();
    await visitor.setOffline(true);
    const {page, find} = await open_page(visitor, server.address + '#lesson=2');
    check((await find('lesson.title')).value.startsWith('2'), 'a lesson opens without a network');
    check(await page.evaluate(() => globalThis.commlab.threads), 'with threads');
    await page.click('#ask-console');
    await page.fill('#line', 'run all_reduce --machine hcm8');
    await page.press('#line', 'Enter');
    const said = await until(() => page.textContent('#said'), text => text.includes('busbw'), 60_000);
    check(said.includes('busbw'), 'the console answers, too');
    await visitor.close();
  }
} finally {
  await close();
}
