declare module 'virtual:data' {
    /** Bug, FEN, counts from depth 1 on, variant or "chess960". */
    export const torture: [string, string, string[], string][];
    /** FEN, counts from depth 1 on, variant. */
    export const known: [string, string[], string][];
    /** The library's magic multipliers in hexadecimal: 64 for rooks, a1 first, then 64 for bishops. */
    export const magics: string;
}

/** The hash of src/frame.js, as a policy names it. */
declare const __FRAME_HASH__: string;
