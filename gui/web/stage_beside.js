// The stage in a worker, so that long work holds its picture and never the page. What takes long is told, so that the page
// can offer to end it.
const patience = 1000, pause = 300;  // milliseconds
const longest_start = 3000;         // milliseconds in which a worker that begins must answer

export class DrawnInWorker {
  #answers = new Map();
  #asked = 0;
  #begins = true;  // is not ready yet

  constructor(canvas, {threads, files, own, tell}) {
    this.tell = tell;
    this.worker = new Worker('stage_worker.js', {type: 'module'});
    this.worker.onmessage = ({data}) => {
      if (data.kind === 'ready') return this.#is_ready();
      if (data.kind === 'lives') return this.#begins && this.#look_whether_it_lives();
      if (data.kind !== 'answer') return tell(data);
      this.#answers.get(data.number)(data.answer);
      this.#answers.delete(data.number);
    };
    this.worker.onerror = event =>
      tell({kind: 'broken', message: `commlab stopped: ${event.message || 'its worker does not start'}. Load the page again.`});
    const drawn = canvas.transferControlToOffscreen();
    this.worker.postMessage({kind: 'start', canvas: drawn, threads, files, own}, [drawn]);
    if (threads) this.#look_whether_it_lives();
  }

  send(message) { this.worker.postMessage(message); }

  ask(what) {
    return new Promise(resolve => {
      this.#answers.set(++this.#asked, resolve);
      this.worker.postMessage({kind: 'ask', what, number: this.#asked});
    });
  }

  // Firefox 153 sometimes never returns from `new Worker` within a worker, which is how threads are made. A worker that only
  // loads slowly does answer.
  #look_whether_it_lives() {
    clearTimeout(this.stuck);
    this.asking = setTimeout(() => {
      this.stuck = setTimeout(() => this.tell({kind: 'stuck'}), longest_start);
      this.worker.postMessage({kind: 'lives'});
    }, pause);
  }

  #is_ready() {
    this.#begins = false;
    clearTimeout(this.asking);
    clearTimeout(this.stuck);
    this.#watch();
  }

  // Asks again and again whether the worker listens.
  async #watch() {
    let told = false;
    const late = setTimeout(() => { told = true; this.tell({kind: 'works'}); }, patience);
    this.late = late;
    await this.ask('there');
    clearTimeout(late);
    if (told) this.tell({kind: 'rests'});
    this.next = setTimeout(() => this.#watch(), pause);
  }

  end() {
    clearTimeout(this.asking);
    clearTimeout(this.stuck);
    clearTimeout(this.late);
    clearTimeout(this.next);
    this.worker.terminate();
  }
}
