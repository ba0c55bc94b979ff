// What the address says: #run=all_reduce --machine hcm8, #lesson=7, #quiz=1,2, #present=7; nothing: the first screen.
import {wordsOf} from './program.js';

// A per cent sign that begins no code stands for itself, as in --at 40%.
function decoded(hash) {
  const text = hash.replace(/^#/, '');
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return text;  // codes that are no UTF-8
  }
}

export function commandOf(hash) {
  const text = decoded(hash);
  if (text === '') return {words: ['window']};
  const [, name, value] = text.match(/^([a-z]+)(?:=(.*))?$/s) ?? [];
  if (name === 'run') return {words: ['window', ...wordsOf(value ?? '')]};
  if (name === 'lesson') return {words: value ? ['window', '--lesson', value] : ['window', '--lesson']};
  if (name === 'quiz') return {words: value ? ['window', '--quiz', value] : ['window', '--quiz']};
  if (name === 'present' && value) return {words: ['window', '--present', value]};
  return {error: `the address ends in #${text}; expected #run=all_reduce --machine hcm8, #lesson=7, #quiz=1,2 or #present=7`};
}

// The address of what this command shows. A lesson keeps the address that opened it, and so does a script, whose command
// has no experiment.
export function addressOf(command, hash) {
  if (/^#(lesson|quiz|present)/.test(hash) || !/^commlab window +[^ -]/.test(command)) return hash;
  return addressOfRun(command.replace(/^commlab window /, ''));
}

export const addressOfRun = words => '#run=' + encodeURI(words).replaceAll('#', '%23');

// The address of what these words of the command line show.
export const addressOfWords = words =>
  words[1].endsWith('.lesson.md') ? `#lesson=${encodeURI(words[1])}` : addressOfRun(words.slice(1).join(' '));
