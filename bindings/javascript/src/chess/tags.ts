/* The tags of a game, in the order of chess.js. Building all tags in order takes longer than building a board, and they
 * are often not read, so they are built on first use. */
import { SEVEN_TAG_ROSTER } from './types.js';

export type TagRecord = Record<string, string | null>;

// The order of tags in PGN after the seven; those that are null are not written.
const SUPPLEMENTAL = [
    'WhiteTitle',
    'BlackTitle',
    'WhiteElo',
    'BlackElo',
    'WhiteUSCF',
    'BlackUSCF',
    'WhiteNA',
    'BlackNA',
    'WhiteType',
    'BlackType',
    'EventDate',
    'EventSponsor',
    'Section',
    'Stage',
    'Board',
    'Opening',
    'Variation',
    'SubVariation',
    'ECO',
    'NIC',
    'Time',
    'UTCTime',
    'UTCDate',
    'TimeControl',
    'SetUp',
    'FEN',
    'Termination',
    'Annotator',
    'Mode',
    'PlyCount',
];

function template(): TagRecord {
    const tags: TagRecord = { ...SEVEN_TAG_ROSTER };
    for (const tag of SUPPLEMENTAL) tags[tag] = null;
    return tags;
}

/** The value of a tag that was never set. Every record inherits other names, such as constructor. */
function usual(name: string): string | null {
    return Object.hasOwn(SEVEN_TAG_ROSTER, name) ? SEVEN_TAG_ROSTER[name]! : null;
}

/** Writes into a record. An assignment to __proto__ would change no entry. */
function put<T>(tags: Record<string, T>, name: string, value: T): void {
    Object.defineProperty(tags, name, { value, writable: true, enumerable: true, configurable: true });
}

export class Tags {
    private made: TagRecord | undefined;
    /** The FEN of a start position other than the usual one. */
    private startFen: string | null = null;
    private isChess960 = false;
    /** Whether the Variant tag was written here, and not by the user or a file. */
    private wroteVariant = false;

    get all(): TagRecord {
        if (!this.made) {
            this.made = template();
            this.wroteVariant = false;
            if (this.startFen !== null || this.isChess960) this.writeStart(this.made);
        }
        return this.made;
    }

    /** Forgets the tags, or only those of the start position. */
    clear(preserve: boolean): void {
        this.startFen = null;
        if (!preserve) this.made = undefined;
        else if (this.made) this.writeStart(this.made);
    }

    setStart(fen: string | null, isChess960: boolean): void {
        this.startFen = fen;
        this.isChess960 = isChess960;
        if (this.made) this.writeStart(this.made);
    }

    private writeStart(tags: TagRecord): void {
        tags['SetUp'] = this.startFen === null ? null : '1';
        tags['FEN'] = this.startFen;
        if (this.isChess960 ? !tags['Variant'] : this.wroteVariant) {
            tags['Variant'] = this.isChess960 ? 'Chess960' : null;
            this.wroteVariant = this.isChess960;
        }
    }

    set(name: string, value: string | null | undefined): void {
        put(this.all, name, value ?? usual(name));
    }

    /** Resets a tag to its default; false if there is no such tag. */
    remove(name: string): boolean {
        if (!Object.hasOwn(this.all, name)) return false;
        put(this.all, name, usual(name));
        return true;
    }

    /** The tags that have a value. */
    present(): Record<string, string> {
        const present: Record<string, string> = {};
        for (const [name, value] of Object.entries(this.all)) if (value !== null) put(present, name, value);
        return present;
    }
}
