// Loads the compiled program and its data.

// The data's files, at the places where the program looks for them.
async function fill(fs, list, bytes) {
  let at = 0;
  const folders = new Set();
  for (const [path, size] of list) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (!folders.has(folder)) fs.mkdirTree(folder);
    folders.add(folder);
    fs.writeFile(path, bytes.subarray(at, at + size));
    at += size;
  }
}

async function fetched(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: the server says ${response.status}`);
  return response;
}

// Text that comes byte by byte, handed on line by line. (Emscripten's own print makes a terminal of it, for which the
// program would draw progress bars.)
function by_lines(hand_on) {
  const decoder = new TextDecoder();
  let bytes = [];
  return byte => {
    if (byte === null) return;
    if (byte !== 10) return void bytes.push(byte);
    hand_on(decoder.decode(new Uint8Array(bytes)));
    bytes = [];
  };
}

export async function load(threads, {printed, complained, opened, copied}) {
  const list = fetched('data.json').then(response => response.json());
  const bytes = fetched('data.bin').then(response => response.arrayBuffer());
  const {default: compiled} = await import(threads ? './commlab.js' : './commlab_unthreaded.js');
  const program = await compiled({
    stdin: () => null,
    stdout: by_lines(printed),
    stderr: by_lines(complained),
    opened,
    copied,
  });
  await fill(program.FS, await list, new Uint8Array(await bytes));
  return program;
}

export const is_log = name => name.endsWith('.log');

// Where a file of the user's is for the program. Its name is plain, so that it may stand in an address and in a command.
export const plainName = name => name.replace(/[^\p{L}\p{N}._+-]/gu, '_');
export const placeOf = name => `${is_log(name) ? '/commlab/measurements' : '/files'}/${name}`;

// How a file is shown: `words` are a command line, `before` one that must come first. `gpu`: the GPUs' model, if it is known.
export function typeOf(name, path, gpu) {
  if (/\.(trace|script|lesson\.md)$/.test(name)) return {words: ['window', path]};
  if (name.endsWith('.toml')) return {words: ['window', 'all_reduce', '--machine', path]};
  if (/\.(xml|txt)$/.test(name)) {
    const machine = `${path.replace(/\.[a-z]+$/, '')}.toml`;
    return {before: ['machine', 'import', path, ...gpu ? ['--gpu', gpu] : [], '--out', machine], words: ['window', 'all_reduce', '--machine', machine]};
  }
  return {};
}

// The words of a line, as a shell splits it.
export function wordsOf(line) {
  const words = [];
  for (const [, double, single, plain] of line.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g))
    words.push(double ?? single ?? plain);
  return words;
}
