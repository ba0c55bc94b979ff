// What is typed reaches the window's text fields in its order: by keys, by the clipboard, and by the keyboard of a phone,
// which a field asks for. Skipped (77) where something is missing.
//   typing_test.mjs SITE
import {check, open_page, open_site, until} from './browser.mjs';

const [site] = process.argv.slice(2);
const {browser, server, close} = await open_site(site);

try {
  {
    const context = await browser.newContext({viewport: {width: 1280, height: 746}, permissions: ['clipboard-read', 'clipboard-write']});
    const {page, find, value, command} = await open_page(context, server.address + '#run=all_reduce --machine hcm8 --view explore');
    const field = async wanted => check(await until(() => value('type.field'), text => text === wanted) === wanted, `the field has: ${await value('type.field')}`);
    await until(command, text => text.includes('hcm8'));
    await page.keyboard.press('n');
    await find('type.field');
    await until(() => page.evaluate(() => globalThis.commlab.writes()), writes => writes);
    await page.waitForTimeout(300);
    await page.evaluate(() => navigator.clipboard.writeText('all_reduce --machine pcie4'));
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+v');
    await field('all_reduce --machine pcie4');
    await page.keyboard.type(' --algorithm tree');
    await field('all_reduce --machine pcie4 --algorithm tree');
    for (const key of ['Backspace', 'Backspace', 'Backspace', 'Backspace']) await page.keyboard.press(key);
    await page.keyboard.type('ring');
    await field('all_reduce --machine pcie4 --algorithm ring');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    const copied = await until(() => page.evaluate(() => navigator.clipboard.readText()), text => text.endsWith('ring'));
    check(copied === 'all_reduce --machine pcie4 --algorithm ring', `copied from the field: ${copied}`);
    await page.keyboard.press('Enter');
    check((await until(command, text => text.includes('pcie4'))).includes('--machine pcie4 --algorithm ring'), 'Enter runs it');
    await context.close();
  }

  // On a phone a text field has the page's own field focused, so that a keyboard shows. That keyboard proposes and replaces.
  {
    const phone = await browser.newContext({viewport: {width: 390, height: 844}, deviceScaleFactor: 1, hasTouch: true, isMobile: true});
    const {page, find, value} = await open_page(phone, server.address + '#lesson=7');
    const tap = async id => {
      const {x, y, width, height} = await find(id);
      await page.touchscreen.tap(x + width / 2, y + height / 2);
    };
    const focused = () => page.evaluate(() => document.activeElement.id);
    check(await focused() !== 'keyboard', 'a phone shows no keyboard without a text field');
    await tap('lesson.choice.a');
    await page.waitForTimeout(500);
    await tap('lesson.commit');
    await find('lesson.answer');
    await tap('lesson.answer');
    check(await until(focused, id => id === 'keyboard') === 'keyboard', 'a text field brings the keyboard of a phone');
    const typed = await phone.newCDPSession(page);
    await typed.send('Input.insertText', {text: '4, 2, 19'});
    check(await until(() => value('lesson.answer'), text => text === '4, 2, 19') === '4, 2, 19', 'which writes into it');
    const replace = (from, to) => page.evaluate(([from, to]) => {
      const keyboard = document.getElementById('keyboard');
      keyboard.value = keyboard.value.replace(from, to);
      keyboard.dispatchEvent(new InputEvent('input', {inputType: 'insertReplacementText'}));
    }, [from, to]);
    await replace('2, 19', '1');
    check(await until(() => value('lesson.answer'), text => text === '4, 1') === '4, 1', `and replaces: ${await value('lesson.answer')}`);
    await replace(/.*/s, '');
    await until(() => value('lesson.answer'), text => text === '');
    await typed.send('Input.insertText', {text: '4, 2, 1'});
    check(await until(() => value('lesson.answer'), text => text === '4, 2, 1') === '4, 2, 1', `and begins again: ${await value('lesson.answer')}`);
    await tap('lesson.title');
    check(await until(focused, id => id !== 'keyboard') !== 'keyboard', 'beside the field the keyboard goes');
    await phone.close();
  }
} finally {
  await close();
}
