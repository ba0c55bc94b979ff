#include "gui/vote/vote_page.h"

#include <fmt/format.h>

namespace commlab {
namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light dark; --ground: #fff; --words: #1b1b1b; --quiet: #565656; --edge: #8a8a8a; --raised: #f0f0f0;
  --accent: #0b5cad; --on-accent: #fff; --good: #176b2c; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ground: #16181c; --words: #eee; --quiet: #b0b4ba; --edge: #7c828a;
  --raised: #24282e; --accent: #7ab8ff; --on-accent: #10151b; --good: #7ddc94; --bad: #ff9d94; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 40rem; padding: 1rem; background: var(--ground); color: var(--words);
  font: 1.1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1rem; font-weight: normal; color: var(--quiet); margin: 0 0 .5rem; }
p { margin: .5rem 0; }
pre { white-space: pre-wrap; }
table { border-collapse: collapse; } td, th { border: 1px solid var(--edge); padding: .2rem .5rem; }
button, input { font: inherit; color: inherit; width: 100%; min-height: 3.2rem; margin: .35rem 0; padding: .6rem .9rem;
  border: 2px solid var(--edge); border-radius: .6rem; background: var(--raised); text-align: left; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); text-align: center;
  font-weight: bold; }
button[aria-pressed=true] { border-color: var(--accent); box-shadow: inset 0 0 0 2px var(--accent); font-weight: bold; }
button p, .answer p { margin: 0; display: inline; }
.answer { font-weight: bold; margin: .5rem 0; }
button:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.field { display: flex; gap: .6rem; align-items: center; } .field span { flex: none; }
.status { min-height: 3rem; color: var(--quiet); } .trouble, .bad { color: var(--bad); } .good { color: var(--good); }
.verdict { font-size: 1.4rem; font-weight: bold; }
.bar { display: flex; gap: .6rem; align-items: baseline; border-left: 4px solid var(--edge); padding-left: .6rem; margin: .3rem 0; }
.bar.right { border-color: var(--good); } .bar b { flex: none; min-width: 2ch; } .bar p { margin: 0; }
footer { margin-top: 2rem; border-top: 1px solid var(--edge); padding-top: .5rem; color: var(--quiet); font-size: .9rem; }
)";

// What both pages need: words from blocks, and asking again and again.
constexpr std::string_view common_script = R"(
'use strict';
const base = '/' + location.pathname.split('/')[1];
const main = document.querySelector('main');
const trouble = document.querySelector('.trouble');
function make(tag, text, kind) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}
function words(run) {
  return run[1] ? make(run[1], run[0]) : document.createTextNode(run[0]);
}
function put(parent, blocks) {
  for (const block of blocks) {
    if (block.tag === 'td' || block.tag === 'th') {
      if (!parent.lastChild || parent.lastChild.tagName !== 'TABLE') parent.append(make('table'));
      const row = make('tr');
      for (const run of block.runs) {
        while (row.children.length <= run[2]) row.append(make(block.tag));
        row.children[run[2]].append(words(run));
      }
      parent.lastChild.append(row);
      continue;
    }
    const line = make(block.tag === 'li' ? 'p' : block.tag);
    if (block.tag === 'li') line.style.marginLeft = Math.max(block.depth, 1) + 'rem';
    if (block.mark) line.append(block.mark + ' ');
    for (const run of block.runs) line.append(words(run));
    parent.append(line);
  }
  return parent;
}
async function ask(path, options) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), 8000);
  try {
    return await fetch(base + path, Object.assign({cache: 'no-store', signal: patience.signal}, options));
  } finally {
    clearTimeout(timer);
  }
}
let delay = 1000, last = '';
async function follow(path, show) {
  try {
    const reply = await ask(path);
    if (!reply.ok) throw new Error(reply.status);
    const text = await reply.text();
    trouble.textContent = '';
    delay = 1000;
    if (text !== last) show(JSON.parse(text));
    last = text;
  } catch (failed) {
    trouble.textContent = failed.message === '404' ? 'This link is no longer valid.' : 'The class cannot be reached. Trying again.';
    delay = Math.min(2 * delay, 15000);
  }
  setTimeout(() => follow(path, show), delay * (0.9 + 0.2 * Math.random()));
}
)";

constexpr std::string_view learners_script = R"(
function draw() {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789', bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, byte => letters[byte % letters.length]).join('');
}
let ballot;
try {
  ballot = sessionStorage.getItem('ballot') || draw();
  sessionStorage.setItem('ballot', ballot);
} catch (forbidden) {
  ballot = ballot || draw();
}
const status = document.querySelector('.status');
let shown = '', state = {};
async function send(answer) {
  status.textContent = 'Sending ...';
  try {
    const reply = await ask('/answer', {method: 'POST', body: JSON.stringify({ballot, question: state.question.id, answer})});
    const said = await reply.json();
    if (said.error) {
      status.textContent = said.error;
      return;
    }
    state.yours = said.yours;
    delete state.chosen;
    if (state.question.choices.length && said.yours !== '?') state.chosen = said.yours.charCodeAt(0) - 97;
    mark();
  } catch (failed) {
    status.textContent = 'The answer did not arrive. Try again.';
  }
}
function spoken(answer) { return answer === '?' ? 'I don’t know' : answer; }
function mark() {
  for (const button of main.querySelectorAll('button[data-answer]')) {
    const mine = button.dataset.answer === '?' ? state.yours === '?' : String(state.chosen) === button.dataset.choice;
    button.setAttribute('aria-pressed', mine);
  }
  if (state.stage === 'open')
    status.textContent = state.yours === undefined ? ''
      : 'Your answer was counted: ' + spoken(state.yours) + '. You may change it until the answer is shown.';
}
function choice(blocks, answer, number) {
  const button = make('button');
  button.type = 'button';
  button.dataset.answer = answer;
  button.dataset.choice = number;
  if (number !== '') button.append(answer + ') ');
  put(button, blocks);
  button.onclick = () => send(answer);
  return button;
}
function form(question) {
  question.choices.forEach((blocks, i) => main.append(choice(blocks, String.fromCharCode(97 + i), i)));
  if (!question.choices.length) {
    const field = make('form', undefined, 'field'), input = make('input'), go = make('button', 'Answer', 'main');
    input.id = 'answer';
    input.maxLength = 200;
    input.autocomplete = 'off';
    input.autocapitalize = 'off';
    input.spellcheck = false;
    input.setAttribute('aria-label', 'Your answer');
    input.placeholder = question.place ? 'a place, as in rank 2 line 3' : 'your answer';
    if (question.unit) input.inputMode = 'decimal';
    field.append(input);
    if (question.unit) field.append(make('span', question.unit));
    go.type = 'submit';
    field.onsubmit = happened => {
      happened.preventDefault();
      if (input.value.trim()) send(input.value.trim());
    };
    main.append(field);
    go.setAttribute('form', 'typed');
    field.id = 'typed';
    main.append(go);
  }
  const unknown = choice([], '?', '');
  unknown.textContent = 'I don’t know';
  main.append(unknown);
}
function told() {
  const kind = state.yours === undefined || state.yours === '?' ? '' : state.right ? 'good' : 'bad';
  const verdict = state.yours === undefined ? 'You did not answer.' : state.yours === '?' ? 'Now you know:'
    : state.right ? '✓ Right.' : '✗ Not this time.';
  main.append(make('p', verdict, 'verdict ' + kind));
  if (state.yours !== undefined && state.yours !== '?') main.append(make('p', 'You said: ' + state.yours));
  const right = make('div', undefined, 'answer good');
  if (state.question.choices.length) {
    right.append('✓ ' + String.fromCharCode(97 + state.right_choice) + ') ');
    put(right, state.question.choices[state.right_choice]);
  } else {
    right.append('✓ ');
    put(right, state.result);
  }
  main.append(right);
  put(main, state.why);
}
follow('/state?ballot=' + ballot, now => {
  state = now;
  document.querySelector('h1').textContent = now.title;
  const key = now.stage + ' ' + (now.question ? now.question.id : '');
  if (key !== shown) {
    shown = key;
    main.replaceChildren();
    status.textContent = '';
    if (now.question) put(main, now.question.ask);
    if (now.stage === 'wait') main.append(make('p', 'Look at the screen. The next question appears here.'));
    if (now.stage === 'screen') main.append(make('p', 'This one is solved together, on the screen.'));
    if (now.stage === 'over') main.append(make('p', 'The answer was shown, so the vote is over.'));
    if (now.stage === 'open') form(now.question);
    if (now.stage === 'told') told();
  }
  mark();
});
)";

constexpr std::string_view teachers_script = R"(
follow('/state', now => {
  document.querySelector('h1').textContent = now.title || '';
  main.replaceChildren();
  main.append(make('p', now.votes + (now.votes === 1 ? ' answer, ' : ' answers, ') + now.phones
    + (now.phones === 1 ? ' phone' : ' phones'), 'verdict'));
  for (const bar of now.bars || []) {
    const line = make('div', undefined, bar.right ? 'bar right' : 'bar');
    line.append(make('b', bar.count), put(make('div'), bar.label));
    if (bar.right) line.append(make('span', '✓', 'good'));
    main.append(line);
  }
  if (now.notes) put(main, now.notes);
});
)";

std::string page_of(std::string_view title, std::string_view nonce, std::string_view script,
                    std::string_view foot) {
  return fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{0}</title>
<link rel="icon" href="data:,">
<style nonce="{1}">{2}</style>
</head>
<body>
<h1></h1>
<main><p>One moment ...</p></main>
<p class="status" role="status"></p>
<p class="trouble" role="alert"></p>
<noscript><p>This page needs JavaScript.</p></noscript>
<footer>{3}</footer>
<script nonce="{1}">{4}{5}</script>
</body>
</html>
)",
                     title, nonce, style, foot, common_script, script);
}

}  // namespace

std::string learners_page(std::string_view nonce) {
  return page_of("Vote", nonce, learners_script, "No names are kept. This phone counts once.");
}

std::string teachers_page(std::string_view nonce) {
  return page_of("Notes", nonce, teachers_script, "For the teacher: this page tells the answers.");
}

}  // namespace commlab
