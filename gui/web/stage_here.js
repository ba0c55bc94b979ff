// The stage: the compiled program, its files and its picture. On the page's own thread, or in a worker (stage_worker.js).
import {is_log, load, placeOf, typeOf} from './program.js';

const another_frame = 1, keyboard = 2, full_screen = 4;  // PageWish in gui/window/screen/page_window.h
const frames_after_input = 4;  // until lists and hints have settled
const idle = 500;              // milliseconds between frames where nothing moves
const longest_drawing = 2000;  // milliseconds; a browser that has not said by then that it has drawn will not say so
const kept_folders = ['/home/web_user/.config', '/home/web_user/.local'];

const remedy = 'A current Chrome, Edge, Firefox or Safari can show it.';

// Dear ImGui asks for the state of drawing before each frame, to restore it afterwards. Most browsers answer only when all
// earlier frames are drawn. No one else draws here, so the first frame's answer holds for all.
function ask_once(drawing) {
  const ask = drawing.getParameter.bind(drawing), answers = new Map();
  drawing.getParameter = name => {
    if (!answers.has(name)) answers.set(name, ask(name));
    return answers.get(name);
  };
}

export class Drawn {
  #program;
  #drawing;       // WebGL's context
  #drawn = null;  // is signalled when the last frame is drawn
  #window = 0;
  #ending = [];   // windows whose work has not ended yet
  #size = {width: 1280, height: 800, density: 1};
  #left = 0;      // frames that are drawn for the last input
  #before = 0;
  #waiting = null;
  #asked = false;
  #wishes = 0;
  #kept = '';
  #looked = 0;
  #shown = false;
  #command = '';  // that shows what is shown, as told last
  #busy = [];     // how long each of the last frames took, in milliseconds
  #times = [];

  constructor(canvas, {threads, files, own, tell}) {
    this.canvas = canvas;
    this.tell = tell;
    this.said = [];
    this.ready = this.#start(threads, files, own).then(() => tell({kind: 'ready'})).catch(error => {
      tell({kind: 'broken', message: `commlab does not run in this browser: ${error.message ?? error}`});
      return new Promise(() => {});
    });
  }

  async #start(threads, files, own) {
    if (typeof WebAssembly === 'undefined') throw new Error(`it has no WebAssembly. ${remedy}`);
    const program = await load(threads, {
      printed: text => console.log(text),
      complained: text => this.said.push(text),
      opened: window => this.#open(window),
      copied: text => this.tell({kind: 'copied', text}),
    });
    const wanted = {majorVersion: 2, minorVersion: 0, alpha: false, antialias: false, depth: false, stencil: false};
    const context = program.GL.createContext(this.canvas, wanted);
    if (!context) throw new Error(`it has no WebGL 2. Allow hardware acceleration in its settings. ${remedy}`);
    program.GL.makeContextCurrent(context);
    this.#drawing = program.GL.getContext(context).GLctx;
    ask_once(this.#drawing);
    for (const [path, text] of Object.entries(files)) {
      program.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
      program.FS.writeFile(path, text);
    }
    this.#kept = JSON.stringify(files);
    for (const folder of [...kept_folders, '/files', '/saved']) program.FS.mkdirTree(folder);
    for (const [name, bytes] of own) program.FS.writeFile(placeOf(name), bytes);
    program.FS.chdir('/saved');
    this.#program = program;
  }

  #open(window) {
    if (this.#window) {
      this.#program._commlab_end(this.#window);
      this.#ending.push(this.#window);
    }
    this.#window = window;
    this.#wake();
  }

  #complaint() { return this.said.join('\n').replace(/^commlab: /, ''); }

  // A command line, as words. #run: what it complains of is told if it fails.
  #run(words) {
    const done = this.#did(words);
    if (!done) this.tell({kind: 'failed', message: this.#complaint()});
    return done;
  }
  #did(words) {
    this.said = [];
    let status;
    try {
      status = this.#program.callMain([...words]);
    } catch (error) {
      status = 3;
      this.said.push(`commlab: ${error.message ?? error}`);
    }
    return status === 0;
  }

  async send(message) {
    await this.ready;
    this.#take(message);
  }

  #take(message) {
    const program = this.#program, window = this.#window;
    const with_text = (text, call) => {
      const copy = program.stringToNewUTF8(text);
      call(copy);
      program._free(copy);
    };
    switch (message.kind) {
      case 'size': this.#size = message; break;
      case 'run': this.#run(message.words); break;
      case 'open': this.#take_file(message); break;
      case 'keep': this.#look_at_files(); break;
      default:
        if (!window) return;
        if (message.kind === 'pointer') program._commlab_pointer(window, message.x, message.y, message.left, message.right);
        if (message.kind === 'wheel') program._commlab_wheel(window, message.notches);
        if (message.kind === 'key')
          with_text(message.name, name => program._commlab_key(window, name, message.ctrl, message.shift, message.alt));
        if (message.kind === 'type') with_text(message.text, text => program._commlab_type(window, text));
        if (message.kind === 'say') with_text(message.text, text => program._commlab_say(window, text));
    }
    this.#wake();
  }

  // A file of the user's. What is made of it is told, too, with the words that show it.
  #take_file({name, bytes, gpu}) {
    const {FS} = this.#program;
    const path = placeOf(name);
    FS.writeFile(path, bytes);
    if (is_log(name)) return;
    const {words, before} = typeOf(name, path, gpu);
    if (!words)
      return this.tell({kind: 'failed', message: `${name}: expected a machine (.toml, .xml or .txt), a .trace, a .script, a .lesson.md or a log of nccl-tests (.log)`});
    const files = [[name, bytes]];
    if (before) {
      const made = before.at(-1);
      if (!this.#did(before)) {
        // A pasted matrix does not always tell the rates.
        const asks = !gpu && this.#complaint().includes('--gpu');
        return this.tell({kind: asks ? 'asks_gpu' : 'failed', message: this.#complaint(), name, bytes});
      }
      files.push([made.slice(made.lastIndexOf('/') + 1), FS.readFile(made)]);
    }
    if (this.#run(words)) this.tell({kind: 'took', files, words});
  }

  async ask(what) {
    await this.ready;
    if (what === 'there') return true;
    if (what === 'memory') return this.#program.HEAPU8.length;
    if (what === 'speed') return {busy: this.#busy, times: this.#times};
    if (!this.#window) return '';
    return this.#text(what === 'widgets' ? this.#program._commlab_widgets(this.#window) : this.#program._commlab_command(this.#window));
  }

  #text(copy) {
    const text = this.#program.UTF8ToString(copy);
    this.#program._free(copy);
    return text;
  }

  #tell_command() {
    const command = this.#text(this.#program._commlab_command(this.#window));
    if (command !== this.#command) this.tell({kind: 'shows', command});
    this.#command = command;
  }

  #wake() {
    this.#left = frames_after_input;
    this.#next();
  }

  #next() {
    if (this.#asked || !this.#window) return;
    this.#asked = true;
    clearTimeout(this.#waiting);
    requestAnimationFrame(now => this.#frame(now));
  }

  // A frame that comes before the last one is drawn would only keep that one from the screen.
  #still_draws(now) {
    const gl = this.#drawing;
    if (!this.#drawn || gl.isContextLost()) return false;
    const late = now - this.#before > longest_drawing;
    if (!late && gl.getSyncParameter(this.#drawn, gl.SYNC_STATUS) !== gl.SIGNALED) return true;
    gl.deleteSync(this.#drawn);
    this.#drawn = null;
    return false;
  }

  #frame(now) {
    this.#asked = false;
    if (!this.#window) return;
    if (this.#still_draws(now)) return this.#next();
    const {width, height, density} = this.#size;
    const wide = Math.round(width * density), high = Math.round(height * density);
    if (this.canvas.width !== wide) this.canvas.width = wide;
    if (this.canvas.height !== high) this.canvas.height = high;
    const began = performance.now();
    const wishes = this.#program._commlab_frame(this.#window, width, height, density, (now - this.#before) / 1000);
    this.#drawn = this.#drawing.fenceSync(this.#drawing.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.#times.push(now);
    this.#busy.push(performance.now() - began);
    if (this.#times.length > 600) { this.#times.shift(); this.#busy.shift(); }
    this.#before = now;
    const changed = wishes ^ this.#wishes;
    this.#wishes = wishes;
    if (changed & keyboard) this.tell({kind: 'keyboard', wanted: !!(wishes & keyboard)});
    if (changed & full_screen) this.tell({kind: 'fullScreen', wanted: !!(wishes & full_screen)});
    if (!this.#shown) this.tell({kind: 'shown'});
    this.#shown = true;
    if (now - this.#looked > idle) {
      this.#looked = now;
      this.#look_at_files();
      this.#tell_command();
      this.#ending = this.#ending.filter(window => !this.#program._commlab_close(window));
    }
    if (wishes & another_frame || --this.#left > 0) this.#next();
    else this.#waiting = setTimeout(() => this.#next(), idle);
  }

  // Files that the program wrote: those to keep go into the browser's storage, all others are downloads.
  #look_at_files() {
    const fs = this.#program.FS;
    for (const name of fs.readdir('/saved')) {
      if (name === '.' || name === '..') continue;
      const bytes = fs.readFile(`/saved/${name}`);
      fs.unlink(`/saved/${name}`);
      this.tell({kind: 'saved', name, bytes});
    }
    const files = {};
    const walk = folder => {
      for (const name of fs.readdir(folder)) {
        if (name === '.' || name === '..') continue;
        const path = `${folder}/${name}`;
        if (fs.isDir(fs.stat(path).mode)) walk(path);
        else files[path] = fs.readFile(path, {encoding: 'utf8'});
      }
    };
    kept_folders.forEach(walk);
    const now = JSON.stringify(files);
    if (now === this.#kept) return;
    this.#kept = now;
    this.tell({kind: 'kept', files});
  }
}
