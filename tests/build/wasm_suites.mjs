// Counts perft suites ("FEN ;D1 20 ;D2 400") with the core as wasm32.
//     node wasm_suites.mjs CORE.wasm MAX_NODES FILE...
import { readFileSync } from 'node:fs';

const [core, maxNodes, ...files] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(core), {});
const { memory, driver_text, driver_perft } = instance.exports;
const encoder = new TextEncoder();

function perft(fen, depth) {
    const bytes = encoder.encode(fen);
    new Uint8Array(memory.buffer, driver_text(), 256).set(bytes.subarray(0, 256));
    return BigInt.asUintN(64, driver_perft(bytes.length, depth));
}

let counted = 0,
    wrong = 0;
if (perft('no position', 1) !== 0xffffffffffffffffn) wrong++;
for (const file of files) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
        const [fen, ...counts] = line.split(';').map((word) => word.trim());
        for (const count of counts) {
            const match = /^D(\d+) (\d+)$/.exec(count);
            if (!match || BigInt(match[2]) > BigInt(maxNodes)) continue;
            const got = perft(fen, Number(match[1]));
            counted++;
            if (got === BigInt(match[2])) continue;
            wrong++;
            console.log(`${file}: ${fen} ${count}: counted ${got}`);
        }
    }
}
console.log(`${counted} counts of ${files.length} suites by wasm32, ${wrong} wrong`);
process.exitCode = counted > 0 && wrong === 0 ? 0 : 1;
