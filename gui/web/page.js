// The page: chooses the edition that this page may run, and joins the stage (where the window is drawn), the user's input,
// files, the address and the console.
import {Drawn} from './stage_here.js';
import {DrawnInWorker} from './stage_beside.js';
import {listen} from './input.js';
import {commandOf, addressOf, addressOfWords} from './address.js';
import {kept, keep, ownFiles, keepOwn, forgetOwn} from './storage.js';
import {Console} from './console.js';
import {is_log, plainName} from './program.js';

let canvas = document.getElementById('picture');
const state = document.getElementById('state');
const embedded = window.top !== window.self;

// Threads need a cross-origin isolated page. Where the server does not say so, our service worker does, from the second
// load on; it also keeps the site for when there is no network. A page within another page gets what that page has.
const wants_threads = new URLSearchParams(location.search).get('threads') !== 'no';
async function isolate() {
  if (embedded || !wants_threads || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('service_worker.js');
    if (crossOriginIsolated || sessionStorage.getItem('commlab isolated')) return;  // done; or it did not help
    await navigator.serviceWorker.ready;
    sessionStorage.setItem('commlab isolated', 'tried');
    location.reload();
    await new Promise(() => {});
  } catch (error) {
    console.info(`commlab: no service worker (${error.message}); long work runs beside the page`);
  }
}

function explain(text) {
  state.textContent = text;
  state.hidden = false;
}

function save(name, bytes) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

await isolate();
const keyboard = document.getElementById('keyboard');
const work = document.getElementById('work');
let opened = false, writes = false;
let shown = '';  // the command that shows what is shown
let news = '';   // what is said once there is a window

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;  // the page that has this one within it does not allow it
  }
}

// What the stage tells.
const heard = {
  ready() {},
  shown() {
    opened = true;
    state.hidden = true;
    document.getElementById('bar').hidden = false;
    performance.mark('commlab shown');
    if (news) stage.send({kind: 'say', text: news});
    news = '';
    setTimeout(() => navigator.serviceWorker?.controller?.postMessage('keep all'), 3000);
  },
  broken({message}) { explain(message); },
  stuck() {
    console.info('commlab: this browser does not make the threads; it goes on without');
    threads = false;
    begin_again();
    follow();
  },
  // What cannot be shown leaves what was shown before, or else the first screen.
  failed({message}) {
    if (opened) return stage.send({kind: 'say', text: message});
    if (news) return explain(message);
    news = message;
    stage.send({kind: 'run', words: ['window']});
  },
  shows({command}) { shown = command; },
  works() { work.hidden = false; },
  rests() { work.hidden = true; },
  took({files, words}) {
    for (const [name, bytes] of files) {
      own.set(name, bytes);
      keepOwn(name, bytes);
    }
    list();
    if (words) history.replaceState(null, '', addressOfWords(words));
  },
  asks_gpu({message, name, bytes}) {
    const gpu = prompt(`${name} does not tell how fast its links are. Which GPUs are they? For example A100`)?.trim();
    if (gpu) stage.send({kind: 'open', name, bytes, gpu});
    else heard.failed({message});
  },
  kept({files}) { keep(files); },
  saved({name, bytes}) { save(name, bytes); },
  copied({text}) { copied(text); },
  // The page's own field shows a phone its keyboard, and takes what is pasted or composed of several keys.
  keyboard({wanted}) {
    writes = wanted;
    if (document.activeElement?.closest('#console')) return;
    (wanted ? keyboard : place).focus({preventScroll: true});
  },
  fullScreen({wanted}) {
    if (wanted) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  },
};

const own = await ownFiles();  // name -> bytes, also for the console
// WebKit for GTK has a canvas for workers, but no WebGL on it. Threads are only for a worker, because a page may not wait.
function draws_in_worker() {
  const drawing = canvas.transferControlToOffscreen && new OffscreenCanvas(1, 1).getContext('webgl2');
  drawing?.getExtension('WEBGL_lose_context')?.loseContext();
  return Boolean(drawing);
}
const Stage = draws_in_worker() ? DrawnInWorker : Drawn;
let threads = Stage === DrawnInWorker && crossOriginIsolated && wants_threads;
const begun = () => new Stage(canvas, {threads, files: kept(), own: [...own], tell: event => heard[event.kind](event)});
let stage = begun();

function begin_again() {
  stage.end();
  work.hidden = true;
  const fresh = canvas.cloneNode();
  canvas.replaceWith(fresh);
  canvas = fresh;
  opened = writes = false;
  explain('commlab begins again …');
  stage = begun();
  measure();
}

// Ends what takes long. What was shown before it is shown again.
document.getElementById('end-work').onclick = () => {
  news = 'Stopped. This is what was shown before.';
  begin_again();
  history.replaceState(null, '', shown ? addressOf(shown, location.hash) : '#');
  follow();
};

// Small screens get a smaller picture of the layout, which needs 640 by 400 units.
const least = {width: 640, height: 400};
let scale = 1;
function measure() {
  const width = place.clientWidth, height = place.clientHeight;
  scale = Math.min(1, width / least.width, height / least.height) || 1;
  stage.send({kind: 'size', width: width / scale, height: height / scale, density: devicePixelRatio * scale});
}
const place = document.getElementById('stage');
new ResizeObserver(measure).observe(place);
measure();
listen(place, keyboard, {scale: () => scale, writes: () => writes, send: message => stage.send(message), take});

// The address says what is shown.
function follow() {
  const command = commandOf(location.hash);
  if (command.error) heard.failed({message: command.error});
  else stage.send({kind: 'run', words: command.words});
}
addEventListener('hashchange', follow);
follow();
addEventListener('pagehide', () => stage.send({kind: 'keep'}));
addEventListener('visibilitychange', () => stage.send({kind: 'keep'}));

// Files come by a dialog, are dropped, or are pasted. They are kept for the next visit.
async function take(files) {
  for (const file of [...files]) open(plainName(file.name), new Uint8Array(await file.arrayBuffer()));
}
async function open(name, bytes) {
  if (!is_log(name)) return stage.send({kind: 'open', name, bytes});
  // A log of nccl-tests is compared with the prediction; the window's list of tables then has it, too.
  if (await terminal.do(`compare --reference ${name}`, [[name, bytes]]) !== 0) return;
  stage.send({kind: 'open', name, bytes});
  heard.took({files: [[name, bytes]]});
}

const owned = document.getElementById('own');
function list() {
  owned.replaceChildren(new Option('Your files', ''), ...[...own.keys()].sort().map(name => new Option(name, name)), new Option('Forget them all', '/'));
  owned.hidden = own.size === 0;
}
owned.onchange = () => {
  const name = owned.value;
  owned.value = '';
  if (name !== '/') return open(name, own.get(name));
  own.clear();
  forgetOwn();
  list();
};
list();
const chooser = document.getElementById('file');
document.getElementById('open').onclick = () => chooser.click();
chooser.onchange = () => { take(chooser.files); chooser.value = ''; };
addEventListener('dragover', event => { event.preventDefault(); document.body.classList.add('dropping'); });
addEventListener('dragleave', event => { if (!event.relatedTarget) document.body.classList.remove('dropping'); });
addEventListener('drop', event => {
  event.preventDefault();
  document.body.classList.remove('dropping');
  take(event.dataTransfer.files);
});

document.getElementById('link').onclick = async () => {
  const link = location.origin + location.pathname + addressOf(await stage.ask('command'), location.hash);
  history.replaceState(null, '', link);
  const copy = await copied(link);
  stage.send({kind: 'say', text: `The link to this is in the address${copy ? ' and in the clipboard' : ''}.`});
};

const terminal = new Console({own, kept, save, show: words => stage.send({kind: 'run', words})});
document.getElementById('ask-console').onclick = () => terminal.toggle();

// For tests.
globalThis.commlab = {
  get threads() { return threads; },
  widgets: async () => (await stage.ask('widgets')).split('\n').filter(Boolean).map(line => {
    const [id, x, y, width, height, ...value] = line.split('\t');
    return {id, x: x * scale, y: y * scale, width: width * scale, height: height * scale, value: value.join('\t')};
  }),
  command: () => stage.ask('command'),
  writes: () => writes,
  speed: () => stage.ask('speed'),    // of the last frames: when, and how long each took, in milliseconds
  memory: () => stage.ask('memory'),  // bytes of the program's memory
};
