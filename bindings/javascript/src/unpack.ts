/* The modules as stored in the package: compressed by LZMA, then written in base64. Base64 of an uncompressed module
 * would make a bundle half as large again, even after gzip, which cannot compress base64 well. */
import unpacker from './wasm/unpack.js';

/** A module as text. scripts/wasm.mjs writes it. */
export interface PackedModule {
    /** The size of the module in bytes. */
    readonly size: number;
    /** The input of wasm/unpack.c, in base64. */
    readonly base64: string;
}

interface Unpacker {
    memory: { readonly buffer: ArrayBuffer };
    input_at: () => number;
    unpack: (size: number) => number;
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The bytes of a module. */
export function unpack({ size, base64 }: PackedModule): Uint8Array<ArrayBuffer> {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytesOf(unpacker)));
    const { memory, input_at, unpack } = exports as unknown as Unpacker;
    new Uint8Array(memory.buffer).set(bytesOf(base64), input_at());
    return new Uint8Array(memory.buffer, unpack(size), size).slice();
}
