// A worker with the program, which does one command after the other. A file that a command writes is a download.
import {load, placeOf} from './program.js';

const program = load(false, {
  printed: text => postMessage({kind: 'printed', text}),
  complained: text => postMessage({kind: 'complained', text}),
});

self.onmessage = async ({data: {words, own, kept}}) => {
  const {FS, callMain} = await program;
  FS.mkdirTree('/here');
  FS.chdir('/here');
  for (const [path, text] of Object.entries(kept)) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    FS.writeFile(path, text);
  }
  // The user's files are where the command is, and where the window has them.
  FS.mkdirTree('/files');
  for (const [name, bytes] of own) {
    FS.writeFile(`/here/${name}`, bytes);
    FS.writeFile(placeOf(name), bytes);
  }
  const written = name => FS.stat(`/here/${name}`).mtime.getTime();
  const before = new Map(FS.readdir('/here').map(name => [name, written(name)]));
  let status = 3;
  try {
    status = callMain(words);
  } catch (error) {
    postMessage({kind: 'complained', text: `commlab: ${error.message ?? error}`});
  }
  for (const name of FS.readdir('/here')) {
    if (before.get(name) === written(name) || FS.isDir(FS.stat(`/here/${name}`).mode)) continue;
    postMessage({kind: 'saved', name, bytes: FS.readFile(`/here/${name}`)});
  }
  postMessage({kind: 'ended', status});
};
