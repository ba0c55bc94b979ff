// The console: commands with the text that the program prints. They run in a worker of their own, which Stop ends.
import {wordsOf} from './program.js';

export class Console {
  #worker = null;
  #history = [];
  #at = 0;
  #waiting = [];  // for the status of each command that is not done yet

  constructor({own, kept, save, show}) {
    Object.assign(this, {own, kept, save, show});
    this.panel = document.getElementById('console');
    this.said = document.getElementById('said');
    this.line = document.getElementById('line');
    document.getElementById('ask').onsubmit = event => { event.preventDefault(); this.do(this.line.value.trim()); };
    document.getElementById('stop').onclick = () => this.#stop('stopped');
    document.getElementById('close-console').onclick = () => this.toggle();
    this.line.onkeydown = event => {
      if (event.key === 'Escape') this.toggle();
      const step = {ArrowUp: -1, ArrowDown: 1}[event.key];
      if (!step) return;
      event.preventDefault();
      this.#at = Math.max(0, Math.min(this.#history.length, this.#at + step));
      this.line.value = this.#history[this.#at] ?? '';
    };
  }

  toggle() {
    this.panel.hidden = !this.panel.hidden;
    document.body.classList.toggle('console', !this.panel.hidden);
    if (this.panel.hidden) document.getElementById('stage').focus();
    else this.line.focus();
  }

  #say(text, kind) {
    const line = document.createElement('span');
    if (kind) line.className = kind;
    line.textContent = `${text}\n`;
    this.said.append(line);
    this.said.scrollTop = this.said.scrollHeight;
  }

  #stop(why) {
    if (this.#worker === null) return;
    this.#worker.terminate();
    this.#worker = null;
    this.said.removeAttribute('aria-busy');
    this.#say(`commlab: ${why}`, 'message');
    for (const resolve of this.#waiting.splice(0)) resolve(1);
  }

  // Does this command line, without `commlab`, with the user's files and these. Returns the status with which it ends.
  do(line, more = []) {
    if (line === '') return;
    if (this.panel.hidden) this.toggle();
    this.#history.push(line);
    this.#at = this.#history.length;
    this.line.value = '';
    this.#say(`commlab ${line}`, 'typed');
    const words = wordsOf(line.replace(/^commlab\s+/, ''));
    if (words[0] === 'window') return this.show(words);
    if (this.#worker === null) {
      this.#worker = new Worker('console_worker.js', {type: 'module'});
      this.#worker.onmessage = ({data}) => this.#hear(data);
      this.#worker.onerror = event => this.#stop(event.message);
    }
    this.said.setAttribute('aria-busy', 'true');
    this.#worker.postMessage({words, own: [...this.own, ...more], kept: this.kept()});
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  #hear({kind, text, status, name, bytes}) {
    if (kind === 'printed') this.#say(text);
    if (kind === 'complained') this.#say(text, 'message');
    if (kind === 'saved') this.save(name, bytes);
    if (kind !== 'ended') return;
    this.said.removeAttribute('aria-busy');
    this.said.dataset.status = status;
    this.#waiting.shift()?.(status);
  }
}
