/* A game as PGN text, in the form of chess.js; variations follow the move that they replace. */
import { wrapWords } from '../core.js';
import type { PgnLine, PgnNode } from './pgn.js';
import type { Color } from './types.js';

/** A position of the game, with the move that was played from it; the last has none. */
export interface Stop {
    color: Color;
    moveNumber: number;
    comment: string | undefined;
    /** The suffix and NAGs after the move that led here. */
    marks: string;
    san: string | undefined;
    variations: readonly PgnLine[];
}

/** The words of the movetext: "1. e4 e5" and so on, then the result. */
export function writePgn(stops: readonly Stop[], result: string): string[] {
    const words: string[] = [];
    let word = '';
    stops.forEach((stop, i) => {
        if (i > 0) word += stop.marks;
        if (stop.comment !== undefined) word += (word ? ' ' : '') + commentText(stop.comment);
        const before = stops[i - 1];
        if (before && before.variations.length > 0) {
            word += before.variations.map((line) => ` (${lineText(line, before.color, before.moveNumber)})`).join('');
        }
        if (stop.san === undefined) return;
        if (i === 0 && stop.color === 'b') {
            word += `${word ? ' ' : ''}${stop.moveNumber}. ...`;
        } else if (stop.color === 'w') {
            if (word) words.push(word);
            word = `${stop.moveNumber}.`;
        } else if (before && before.variations.length > 0) {
            word += ` ${stop.moveNumber}. ...`;
        }
        word += ` ${stop.san}`;
    });
    if (word || stops.length === 1) words.push(word);
    return [...words, result];
}

function lineText(line: PgnLine, color: Color, moveNumber: number): string {
    const words: string[] = [];
    if (line.comment !== undefined) words.push(commentText(line.comment));
    let needsNumber = true;
    for (const node of line.moves) {
        if (color === 'w') words.push(`${moveNumber}.`);
        else if (needsNumber) words.push(`${moveNumber}. ...`);
        words.push(nodeText(node));
        for (const inner of node.variations) words.push(`(${lineText(inner, color, moveNumber)})`);
        needsNumber = node.comment !== undefined || node.variations.length > 0;
        if (color === 'b') moveNumber++;
        color = color === 'w' ? 'b' : 'w';
    }
    return words.join(' ');
}

/** A suffix and NAGs, as they follow a move. */
export function marksText(suffix: string | undefined, nags: readonly number[]): string {
    return (suffix ?? '') + nags.map((nag) => ` $${nag}`).join('');
}

/** Line ends are blanks for the reader. At the start of a line, other readers would take a comment for a tag. A closing brace would end the
 * comment, unless it is at the end and the reader can see that it belongs to one inside. */
function commentText(comment: string): string {
    const text = comment.replace(/[\r\n]+/g, ' ');
    const [closing = ''] = /}*$/.exec(text)!;
    const isRead = text.split('}').length === text.split('{').length && text.split('}').length - 1 === closing.length;
    return `{${isRead ? text : text.replaceAll('}', ']')}}`;
}

function nodeText(node: PgnNode): string {
    return (
        node.san +
        marksText(node.suffix, node.nags) +
        (node.comment === undefined ? '' : ' ' + commentText(node.comment))
    );
}

/** The words in lines of at most this many columns, broken inside comments and variations where needed. */
export function wrapPgn(words: readonly string[], maxWidth: number, newline: string): string {
    const tokens = words.flatMap((word) => (/[{($]/.test(word) ? word.split(' ') : word));
    return wrapWords(
        tokens.filter((token) => token),
        maxWidth,
        newline,
    );
}
