// The stage in a worker, for pages without threads: long work holds its picture, and never the page.
export class DrawnInWorker {
  #answers = new Map();
  #asked = 0;

  constructor(canvas, {threads, files, tell}) {
    this.worker = new Worker('stage_worker.js', {type: 'module'});
    this.worker.onmessage = ({data}) => {
      if (data.kind !== 'answer') return tell(data);
      this.#answers.get(data.number)(data.answer);
      this.#answers.delete(data.number);
    };
    this.worker.onerror = event => tell({kind: 'failed', message: event.message ?? 'the worker does not start'});
    const drawn = canvas.transferControlToOffscreen();
    this.worker.postMessage({kind: 'start', canvas: drawn, threads, files}, [drawn]);
  }

  send(message) { this.worker.postMessage(message); }

  ask(what) {
    return new Promise(resolve => {
      this.#answers.set(++this.#asked, resolve);
      this.worker.postMessage({kind: 'ask', what, number: this.#asked});
    });
  }
}
