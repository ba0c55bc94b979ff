// The page: chooses the edition that this page may run, and joins the stage (where the window is drawn), the user's input,
// files, the address and the console.
import {Drawn} from './stage_here.js';
import {DrawnInWorker} from './stage_beside.js';
import {listen} from './input.js';
import {commandOf, addressOf} from './address.js';
import {kept, keep} from './storage.js';
import {Console} from './console.js';
import {is_log} from './program.js';

const canvas = document.getElementById('picture');
const state = document.getElementById('state');
const embedded = window.top !== window.self;

// Threads need a cross-origin isolated page. Where the server does not say so, our service worker does, from the second
// load on. A page within another page gets what that page has.
async function isolate() {
  if (crossOriginIsolated || embedded || !('serviceWorker' in navigator)) return;
  if (new URLSearchParams(location.search).get('threads') === 'no') return;
  if (sessionStorage.getItem('commlab isolated')) return;  // it did not help
  try {
    await navigator.serviceWorker.register('service_worker.js');
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
const threads = crossOriginIsolated && new URLSearchParams(location.search).get('threads') !== 'no';
const keyboard = document.getElementById('keyboard');
let opened = false;

// What the stage tells.
const heard = {
  shown() {
    opened = true;
    state.hidden = true;
    document.getElementById('bar').hidden = false;
    performance.mark('commlab shown');
  },
  failed({message}) {
    if (opened) stage.send({kind: 'say', text: message});
    else explain(message);
  },
  kept({files}) { keep(files); },
  saved({name, bytes}) { save(name, bytes); },
  copied({text}) { navigator.clipboard?.writeText(text).catch(() => {}); },
  keyboard({wanted}) {
    if (!matchMedia('(pointer: coarse)').matches) return;
    if (wanted) keyboard.focus({preventScroll: true});
    else keyboard.blur();
  },
  fullScreen({wanted}) {
    if (wanted) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  },
};
const tell = event => heard[event.kind](event);

const Stage = threads || !canvas.transferControlToOffscreen ? Drawn : DrawnInWorker;
const stage = new Stage(canvas, {threads, files: kept(), tell});

// Small screens get a smaller picture of the layout, which needs 640 by 400 units.
const least = {width: 640, height: 400};
let scale = 1;
function measure() {
  const width = canvas.clientWidth, height = canvas.clientHeight;
  scale = Math.min(1, width / least.width, height / least.height) || 1;
  stage.send({kind: 'size', width: width / scale, height: height / scale, density: devicePixelRatio * scale});
}
new ResizeObserver(measure).observe(canvas);
measure();
listen(canvas, keyboard, () => scale, message => stage.send(message));

// The address says what is shown.
function follow() {
  const command = commandOf(location.hash);
  if (command.error) explain(command.error);
  else stage.send({kind: 'run', words: command.words});
}
addEventListener('hashchange', follow);
follow();
addEventListener('pagehide', () => stage.send({kind: 'keep'}));
addEventListener('visibilitychange', () => stage.send({kind: 'keep'}));

// Files come by a dialog or are dropped.
const added = new Map();  // name -> bytes, also for the console
async function take(files) {
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    added.set(file.name, bytes);
    stage.send({kind: 'open', name: file.name, bytes});
    // A log of nccl-tests is compared with the prediction; the window's list of tables has it, too.
    if (is_log(file.name)) terminal.do(`compare --reference "${file.name}"`);
  }
}
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
  heard.copied({text: link});
  history.replaceState(null, '', link);
  stage.send({kind: 'say', text: `The link to this is in the address and in the clipboard.`});
};

const terminal = new Console({added, kept, save, show: words => stage.send({kind: 'run', words})});
document.getElementById('ask-console').onclick = () => terminal.toggle();

// For tests.
globalThis.commlab = {
  threads,
  widgets: async () => (await stage.ask('widgets')).split('\n').filter(Boolean).map(line => {
    const [id, x, y, width, height, ...value] = line.split('\t');
    return {id, x: x * scale, y: y * scale, width: width * scale, height: height * scale, value: value.join('\t')};
  }),
  command: () => stage.ask('command'),
  speed: () => stage.ask('speed'),    // of the last frames: when, and how long each took, in milliseconds
  memory: () => stage.ask('memory'),  // bytes of the program's memory
};
