/* Lists of short texts out of a module's memory. */
import type { Core } from './core.js';

/** Texts with their lengths before them. */
export function readList(core: Core, length: number, read = shortText): string[] {
    const texts: string[] = [];
    const bytes = core.bytes;
    const end = core.textAt + length;
    for (let at = core.textAt; at < end; at += bytes[at]! + 1) texts.push(read(bytes, at + 1, bytes[at]!));
    return texts;
}

/** ASCII; most SANs have two to five characters. */
export function shortText(bytes: Uint8Array, at: number, length: number): string {
    switch (length) {
        case 2: return String.fromCharCode(bytes[at]!, bytes[at + 1]!);
        case 3: return String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!);
        case 4: return String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!);
        case 5: return String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!, bytes[at + 4]!);
        default: return decodeBytes(bytes, at, length);
    }
}

const utf8 = /* @__PURE__ */ new TextDecoder();
export function decodeBytes(bytes: Uint8Array, at: number, length: number): string {
    return utf8.decode(bytes.subarray(at, at + length));
}
