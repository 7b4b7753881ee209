// Keeps every file of the page, so that it works without a network after the first visit. The build fills in the two
// constants; a new version has a new cache, and the old one is dropped.
const VERSION = 'plyforge-__VERSION__';
const FILES = '__FILES__';

self.addEventListener('install', (event) => {
    event.waitUntil(
        caches
            .open(VERSION)
            .then((cache) => cache.addAll(FILES))
            .then(() => self.skipWaiting()),
    );
});

self.addEventListener('activate', (event) => {
    const drop = (names) =>
        Promise.all(
            names.filter((name) => name.startsWith('plyforge-') && name !== VERSION).map((name) => caches.delete(name)),
        );
    event.waitUntil(
        caches
            .keys()
            .then(drop)
            .then(() => self.clients.claim()),
    );
});

self.addEventListener('fetch', (event) => {
    if (event.request.method !== 'GET') return;
    const request = event.request.mode === 'navigate' ? './' : event.request;
    event.respondWith(caches.match(request, { ignoreSearch: true }).then((found) => found ?? fetch(event.request)));
});
