/* Short links: the state of the page, compressed. A long address is cut by chat programs, and a hunt with five divides has more than
 * three thousand characters. */

const MARK = '#z=';
/** Shorter addresses stay readable. */
const SHORT = 300;
/** Longer than any state; a text that unpacks to more is not a link of this page. */
const MOST = 100_000;

export const isPacked = (hash: string): boolean => hash.startsWith(MARK);

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
    const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream).getReader();
    const parts: Uint8Array[] = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        parts.push(part.value);
        size += part.value.length;
        if (size > MOST) {
            await reader.cancel();
            throw new Error('the link is too long');
        }
    }
    return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** The address after "#" in the shorter of two forms. */
export async function packed(hash: string): Promise<string> {
    if (hash.length <= SHORT || !('CompressionStream' in globalThis)) return hash;
    const bytes = await through(new TextEncoder().encode(hash), new CompressionStream('deflate-raw'));
    const text = btoa(String.fromCharCode(...bytes));
    const short = MARK + text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    return short.length < hash.length ? short : hash;
}

/** Unpacks such an address. Throws for any other text. */
export async function unpacked(hash: string): Promise<string> {
    const text = atob(hash.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const plain = new TextDecoder('utf-8', { fatal: true }).decode(
        await through(bytes, new DecompressionStream('deflate-raw')),
    );
    if (!plain.startsWith('#') || isPacked(plain)) throw new Error('not a link of this page');
    return plain;
}
