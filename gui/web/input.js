// What the user does with mouse, pen, fingers and keys, as messages for the stage.
const names = {' ': 'Space', ArrowLeft: 'Left', ArrowRight: 'Right', ArrowUp: 'Up', ArrowDown: 'Down', '+': 'Plus', '-': 'Minus'};
const signs = {Period: '.', Comma: ',', Slash: '/', BracketLeft: '[', BracketRight: ']', Equal: '=', Semicolon: ';', Quote: "'", Backquote: '`'};
const browsers_own = new Set(['r', 't', 'n', 'w', 'l', 'v']);  // with Ctrl

// The key's name in the window; '' if it has none.
export function nameOf({key, code}) {
  if (names[key]) return names[key];
  if (/^[a-z0-9]$/i.test(key)) return key.toUpperCase();
  if (/^Digit[0-9]$/.test(code)) return code.at(-1);
  if (signs[code]) return signs[code];
  if (/^(Enter|Escape|Tab|Backspace|Delete|Home|End|PageUp|PageDown|F[0-9]+)$/.test(key)) return key;
  return '';
}

const long_press = 600, is_drag = 8;  // milliseconds, pixels

// `writes`: whether a text field wants what is typed. `take`: takes files.
export function listen(canvas, keyboard, {scale, writes, send, take}) {
  const place = event => {
    const area = canvas.getBoundingClientRect();
    return {x: (event.clientX - area.left) / scale(), y: (event.clientY - area.top) / scale()};
  };
  const pointer = (at, left, right) => send({kind: 'pointer', ...at, left, right});
  const away = {x: -1, y: -1};

  // One finger is the left button, once it is clear that no second one follows; held still, it is the right button. Two
  // fingers turn the wheel: apart and together, or up and down.
  const fingers = new Map();
  let pressed = false, first = null, held = null, spread = null;
  const apart = () => {
    const [a, b] = [...fingers.values()];
    return {distance: Math.hypot(a.x - b.x, a.y - b.y), y: (a.y + b.y) / 2, x: (a.x + b.x) / 2};
  };
  function finger_down(event) {
    fingers.set(event.pointerId, place(event));
    clearTimeout(held);
    if (fingers.size === 2) {
      if (pressed) pointer(first, false, false);
      pressed = false;
      spread = apart();
      pointer({x: spread.x, y: spread.y}, false, false);
    }
    if (fingers.size !== 1) return;
    first = place(event);
    pointer(first, false, false);
    held = setTimeout(() => {
      if (fingers.size !== 1 || pressed) return;
      pointer(first, false, true);
      pointer(first, false, false);
      first = null;
    }, long_press);
  }
  function finger_moves(event) {
    if (!fingers.has(event.pointerId)) return;
    const at = place(event);
    fingers.set(event.pointerId, at);
    if (fingers.size === 2 && spread) {
      const now = apart();
      const zoom = Math.log(now.distance / Math.max(1, spread.distance)) / Math.log(1.2), scroll = (now.y - spread.y) / 40;
      send({kind: 'wheel', notches: Math.abs(zoom) > Math.abs(scroll) ? zoom : scroll});
      spread = now;
    }
    if (fingers.size !== 1 || !first) return;
    if (!pressed && Math.hypot(at.x - first.x, at.y - first.y) > is_drag) {
      clearTimeout(held);
      pressed = true;
      pointer(first, true, false);
    }
    if (pressed) pointer(at, true, false);
  }
  function finger_up(event) {
    if (!fingers.delete(event.pointerId)) return;
    clearTimeout(held);
    if (fingers.size > 0) return;
    if (writes()) keyboard.focus({preventScroll: true});  // some browsers show a keyboard only now
    if (first && !spread) {
      const at = pressed ? place(event) : first;
      if (!pressed && event.type === 'pointerup') pointer(at, true, false);
      pointer(at, false, false);
    }
    pressed = false;
    spread = first = null;
    pointer(away, false, false);
  }

  canvas.addEventListener('pointerdown', event => {
    event.preventDefault();
    if (event.pointerType !== 'touch') canvas.focus({preventScroll: true});
    canvas.setPointerCapture(event.pointerId);
    if (event.pointerType === 'touch') finger_down(event);
    else pointer(place(event), (event.buttons & 1) !== 0, (event.buttons & 2) !== 0);
  });
  canvas.addEventListener('pointermove', event => {
    if (event.pointerType === 'touch') finger_moves(event);
    else pointer(place(event), (event.buttons & 1) !== 0, (event.buttons & 2) !== 0);
  });
  for (const ends of ['pointerup', 'pointercancel'])
    canvas.addEventListener(ends, event => {
      if (event.pointerType === 'touch') finger_up(event);
      else pointer(place(event), (event.buttons & 1) !== 0, (event.buttons & 2) !== 0);
    });
  canvas.addEventListener('pointerleave', event => { if (event.pointerType !== 'touch') pointer(away, false, false); });
  canvas.addEventListener('contextmenu', event => event.preventDefault());
  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 3 : event.ctrlKey ? 10 : 100;  // Ctrl: two fingers on a touch pad
    send({kind: 'wheel', notches: Math.max(-3, Math.min(3, -event.deltaY / unit))});
  }, {passive: false});

  const is_ours = event => !event.target.closest?.('#console, #bar');
  addEventListener('keydown', event => {
    if (!is_ours(event) || event.isComposing) return;
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && browsers_own.has(event.key.toLowerCase()) || event.key === 'F5' || event.key === 'F12') return;
    const name = nameOf(event);
    const text = event.key.length === 1 && !ctrl ? event.key : '';
    if (name && !(text && writes())) send({kind: 'key', name, ctrl, shift: event.shiftKey, alt: event.altKey});
    if (text) send({kind: 'type', text});
    if (name || text) event.preventDefault();
  });
  // The keyboard of a touch screen changes a text, also by proposals; the window is told what has changed. There is always a
  // letter before it, so that one can be taken back.
  const before = ' ';
  let text = keyboard.value = before;
  keyboard.addEventListener('input', event => {
    const now = keyboard.value;
    let same = 0;
    while (same < Math.min(text.length, now.length) && text[same] === now[same]) ++same;
    for (let i = same; i < text.length; ++i) send({kind: 'key', name: 'Backspace'});
    for (const part of now.slice(same).split(/(\n)/)) {
      if (part === '\n') send({kind: 'key', name: 'Enter'});
      else if (part) send({kind: 'type', text: part});
    }
    text = now;
    if (!event.isComposing && (now.length < 1 || now.includes('\n'))) text = keyboard.value = before;
  });
  keyboard.addEventListener('focus', () => { text = keyboard.value = before; });
  addEventListener('paste', event => {
    if (!is_ours(event)) return;
    event.preventDefault();
    const {files} = event.clipboardData, pasted = event.clipboardData.getData('text');
    if (files.length) take(files);
    else if (writes() || !pasted.includes('\n')) send({kind: 'type', text: pasted});
    else take([new File([pasted], pasted.trimStart().startsWith('<') ? 'pasted.xml' : 'pasted.txt')]);
  });
}
