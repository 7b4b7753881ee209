// Serves dist/ and prints the address. Any web server does; this one needs nothing but node.
//     node scripts/serve.mjs [PORT]
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.webmanifest': 'application/manifest+json',
};

/** A server of the page, or of another folder, on this port of the local machine; 0 chooses one. */
export async function serve(port = 0, folder = dist) {
    const server = createServer(async (request, response) => {
        try {
            const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
            const name = join(folder, path.endsWith('/') ? join(path, 'index.html') : path);
            if (!name.startsWith(join(folder, '/'))) throw new Error('outside');
            const body = await readFile(name);
            response
                .writeHead(200, {
                    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
                    'cache-control': 'no-cache',
                })
                .end(body);
        } catch {
            response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
        }
    });
    await new Promise((resolve, reject) => server.on('error', reject).listen(port, '127.0.0.1', resolve));
    return {
        url: `http://127.0.0.1:${server.address().port}/`,
        close: () =>
            new Promise((done) => {
                server.closeAllConnections();
                server.close(done);
            }),
    };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
    const port = process.argv[2] === undefined ? 8960 : Number(process.argv[2]);
    try {
        console.log(`the explorer: ${(await serve(port)).url}   (Ctrl-C ends it)`);
    } catch (error) {
        console.error(
            `serve: cannot listen on port ${process.argv[2] ?? port}: ${error.message}; give another one, as in make run-web PORT=9000`,
        );
        process.exit(1);
    }
}
