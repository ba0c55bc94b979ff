// What the browser keeps. Nothing is sent anywhere. Where it keeps nothing, or no more, the page works without.

// The learner's answers and settings: small texts, path -> text.
const answers = 'commlab files';

export function kept() {
  try {
    return JSON.parse(localStorage.getItem(answers)) ?? {};
  } catch {
    return {};  // no storage here, or not ours
  }
}

export function keep(files) {
  try {
    localStorage.setItem(answers, JSON.stringify(files));
  } catch {
    // The storage is full or forbidden.
  }
}

// The user's own files, which may be large: name -> bytes.
const done = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
// Where a page without a site holds this one, Chromium 156 never answers.
const patience = 1000;  // milliseconds
const late = () => new Promise((_, reject) => setTimeout(() => reject(new Error('the storage does not answer')), patience));
async function own(mode) {
  const opening = indexedDB.open('commlab', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('files');
  return (await Promise.race([done(opening), late()])).transaction('files', mode).objectStore('files');
}

export async function ownFiles() {
  try {
    const files = await own('readonly');
    const [names, all] = await Promise.all([done(files.getAllKeys()), done(files.getAll())]);
    return new Map(names.map((name, i) => [name, all[i]]));
  } catch {
    return new Map();
  }
}

export const keepOwn = (name, bytes) => own('readwrite').then(files => done(files.put(bytes, name))).catch(() => {});
export const forgetOwn = () => own('readwrite').then(files => done(files.clear())).catch(() => {});
