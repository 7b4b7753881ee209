/* Lists of moves as text, from a module's memory. */
import type { Core, Place } from './core.js';
import { SAN_SIZE } from './wasm/layout.js';

/** A cache of texts, so that most of a list does not have to be built again. A text is stored in the slot given by its
 * first eight bytes, two words, until another text replaces it. */
const PLACES = 4096;
let keys: Int32Array | undefined;
let texts: string[] = [];

/** The SANs of all legal moves. Only figurines can have more than eight bytes. */
export function readSans(core: Core, place: Place, style: number): string[] {
    const size = core.listSans(place, style);
    const found = new Array<string>(size);
    if (style & 1) {
        for (let i = 0; i < size; i++) found[i] = core.cString(core.textAt + i * SAN_SIZE);
        return found;
    }
    if (!keys) {
        keys = new Int32Array(2 * PLACES);
        texts = new Array<string>(PLACES).fill('');
    }
    const words = core.words;
    for (let i = 0, at = core.textAt >> 2; i < size; i++, at += SAN_SIZE >> 2) {
        const low = words[at]!;
        const high = words[at + 1]!;
        const place = (Math.imul(low, 0x9e3779b1) ^ high) >>> 20;
        if (keys[2 * place] !== low || keys[2 * place + 1] !== high) {
            keys[2 * place] = low;
            keys[2 * place + 1] = high;
            texts[place] = core.cString(at << 2);
        }
        found[i] = texts[place]!;
    }
    return found;
}
