// Makes the page cross-origin isolated on servers that set no headers of their own, which threads need. Also keeps the
// site's files, so that the page opens without a network.
const kept = 'commlab VERSION_OF_THE_SITE';

const all = FILES_OF_THE_SITE;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil((async () => {
  for (const name of await caches.keys())
    if (name.startsWith('commlab ') && name !== kept) await caches.delete(name);
  await self.clients.claim();
})()));

function isolated(response) {
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  return new Response(response.body, {status: response.status, statusText: response.statusText, headers});
}

// Fresh where there is a network, else as it was kept.
async function answer({request}, until) {
  const cache = await caches.open(kept);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) until(cache.put(request, fresh.clone()).catch(() => {}));
    return isolated(fresh);
  } catch (error) {
    const old = await cache.match(request, {ignoreSearch: true});
    if (old) return isolated(old);
    throw error;
  }
}

self.addEventListener('fetch', event => {
  const here = new URL(event.request.url).origin === self.location.origin;
  if (event.request.method === 'GET' && here) event.respondWith(answer(event, work => event.waitUntil(work)));
});

// What no page has asked for yet.
self.addEventListener('message', event => event.waitUntil((async () => {
  const cache = await caches.open(kept);
  for (const name of all) if (!await cache.match(name)) await cache.add(name).catch(() => {});
})()));
