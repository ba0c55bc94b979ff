// A worker with the program, which does one command after the other. A file that a command writes is a download.
import {load} from './program.js';

const program = load(false, {
  printed: text => postMessage({kind: 'printed', text}),
  complained: text => postMessage({kind: 'complained', text}),
});

self.onmessage = async ({data: {words, added, kept}}) => {
  const {FS, callMain} = await program;
  FS.mkdirTree('/here');
  FS.chdir('/here');
  for (const [path, text] of Object.entries(kept)) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    FS.writeFile(path, text);
  }
  for (const [name, bytes] of added) FS.writeFile(`/here/${name}`, bytes);
  const before = new Set(FS.readdir('/here'));
  let status = 3;
  try {
    status = callMain(words);
  } catch (error) {
    postMessage({kind: 'complained', text: `commlab: ${error.message ?? error}`});
  }
  for (const name of FS.readdir('/here')) {
    if (before.has(name) || FS.isDir(FS.stat(`/here/${name}`).mode)) continue;
    postMessage({kind: 'saved', name, bytes: FS.readFile(`/here/${name}`)});
  }
  postMessage({kind: 'ended', status});
};
