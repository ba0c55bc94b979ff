// What the address says: #run=all_reduce --machine hcm8, #lesson=7, #quiz=1,2, #present=7; nothing: the first screen.
import {wordsOf} from './program.js';

export function commandOf(hash) {
  // A per cent sign that begins no code stands for itself, as in --at 40%.
  const text = decodeURIComponent(hash.replace(/^#/, '').replace(/%(?![0-9a-f]{2})/gi, '%25'));
  if (text === '') return {words: ['window']};
  const [, name, value] = text.match(/^([a-z]+)(?:=(.*))?$/s) ?? [];
  if (name === 'run') return {words: ['window', ...wordsOf(value ?? '')]};
  if (name === 'lesson') return {words: value ? ['window', '--lesson', value] : ['window', '--lesson']};
  if (name === 'quiz') return {words: value ? ['window', '--quiz', value] : ['window', '--quiz']};
  if (name === 'present') return {words: ['window', '--present', value ?? '']};
  return {error: `The address ends in #${text}; expected #run=all_reduce --machine hcm8, #lesson=7, #quiz=1,2 or #present=7`};
}

// The address of what this command shows. A lesson keeps the address that opened it.
export function addressOf(command, hash) {
  if (/^#(lesson|quiz|present)/.test(hash) || command === '') return hash;
  return '#run=' + encodeURI(command.replace(/^commlab window /, '')).replaceAll('#', '%23');
}
