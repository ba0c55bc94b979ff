// The stage in a worker, so that long work holds its picture and never the page. What takes long is told, so that the page
// can offer to end it.
const patience = 1000, pause = 300;  // milliseconds

export class DrawnInWorker {
  #answers = new Map();
  #asked = 0;

  constructor(canvas, {threads, files, own, tell}) {
    this.tell = tell;
    this.worker = new Worker('stage_worker.js', {type: 'module'});
    this.worker.onmessage = ({data}) => {
      if (data.kind === 'ready') return this.#watch();
      if (data.kind !== 'answer') return tell(data);
      this.#answers.get(data.number)(data.answer);
      this.#answers.delete(data.number);
    };
    this.worker.onerror = event => tell({kind: 'broken', message: event.message ?? 'the worker does not start'});
    const drawn = canvas.transferControlToOffscreen();
    this.worker.postMessage({kind: 'start', canvas: drawn, threads, files, own}, [drawn]);
  }

  send(message) { this.worker.postMessage(message); }

  ask(what) {
    return new Promise(resolve => {
      this.#answers.set(++this.#asked, resolve);
      this.worker.postMessage({kind: 'ask', what, number: this.#asked});
    });
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
    clearTimeout(this.late);
    clearTimeout(this.next);
    this.worker.terminate();
  }
}
