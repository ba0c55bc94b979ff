// What the address says: #run=all_reduce --machine hcm8, #lesson=7, #quiz=1,2, #present=7; nothing: the first screen.
import {wordsOf} from './program.js';

export function commandOf(hash) {
  const text = decodeURIComponent(hash.replace(/^#/, '').replaceAll('+', '%2B'));
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
  return '#run=' + encodeURIComponent(command.replace(/^commlab window /, '')).replaceAll('%20', ' ').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll(' ', '%20');
}
