// A worker with the stage.
import {Drawn} from './stage_here.js';

let stage;
self.onmessage = async ({data}) => {
  if (data.kind === 'start')
    stage = new Drawn(data.canvas, {threads: data.threads, files: data.files, own: data.own, tell: event => postMessage(event)});
  else if (data.kind === 'lives')
    postMessage(data);
  else if (data.kind === 'ask')
    postMessage({kind: 'answer', number: data.number, answer: await stage.ask(data.what)});
  else
    stage.send(data);
};
