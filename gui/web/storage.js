// The learner's answers and settings, in the browser's storage. Nothing is sent anywhere.
const name = 'commlab files';

export function kept() {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};  // no storage here, or not ours
  }
}

export function keep(files) {
  try {
    localStorage.setItem(name, JSON.stringify(files));
  } catch {
    // The storage is full or forbidden; the page works without it.
  }
}
