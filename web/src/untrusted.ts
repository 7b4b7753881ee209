/* The messages from the sandbox. There the user's function runs in the same worker as the program of this page and can
 * send its own messages, so the form and the size of each one are checked, and none of them causes any work in the
 * page's thread. */
import type { BisectPlace, BisectReport, DivideRow } from 'plyforge/workbench';
import { isBugName } from './engine';
import { MAX_FEN } from './fen';
import type { Answer } from './messages';

const MAX_MESSAGE = 4000;
const MAX_ROWS = 1000;
const MOST = 1n << 128n;
const MOVE = /^[\w@=+#-]{1,10}$/;
const BOARD = /^[\w/[\]~ +-]+$/;

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isWhole = (value: unknown, least: number, most: number): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
const isCount = (value: unknown): value is bigint => typeof value === 'bigint' && value >= 0n && value < MOST;
const isMove = (value: unknown): value is string => typeof value === 'string' && MOVE.test(value);
const isFen = (value: unknown): value is string =>
    typeof value === 'string' && value.length <= MAX_FEN && BOARD.test(value);
const isBug = (value: unknown): value is string => typeof value === 'string' && (value === '' || isBugName(value));
/** Whether it is a list of at most this many values, all of which pass the test. */
const isList = <T>(value: unknown, most: number, test: (one: unknown) => one is T): value is T[] =>
    Array.isArray(value) && value.length <= most && value.every(test);

const isRow = (value: unknown): value is DivideRow =>
    isObject(value) &&
    isMove(value['move']) &&
    isBug(value['bug']) &&
    ['same', 'different', 'missing', 'extra'].includes(value['verdict'] as string) &&
    isCount(value['ours']) &&
    isCount(value['theirs']);

/** Whether it is a place that a search of this many plies can reach. */
const isPlace = (value: unknown, depth: number): value is BisectPlace =>
    isObject(value) &&
    isFen(value['fen']) &&
    isList(value['moves'], depth, isMove) &&
    isWhole(value['depth'], 1, depth - value['moves'].length) &&
    isCount(value['ours']) &&
    isCount(value['theirs']) &&
    isList(value['rows'], MAX_ROWS, isRow);

function isReport(value: unknown, depth: number): value is BisectReport {
    if (
        !isObject(value) ||
        !isWhole(value['agreedDepth'], 0, depth) ||
        !isBug(value['bug']) ||
        !isWhole(value['pieces'], 0, 64)
    )
        return false;
    return (
        value['agrees'] === true ||
        (value['agrees'] === false && isPlace(value['first'], depth) && isPlace(value['smallest'], depth))
    );
}

/** The answer of a function to a question of this many plies; a failure if it is not an answer. */
export function checkedAnswer(data: unknown, depth: number): Answer {
    const questions = isObject(data) && isWhole(data['questions'], 0, Number.MAX_SAFE_INTEGER) ? data['questions'] : -1;
    if (isObject(data) && data['kind'] === 'failed' && typeof data['message'] === 'string')
        return { kind: 'failed', message: data['message'].slice(0, MAX_MESSAGE) };
    if (isObject(data) && data['kind'] === 'asked' && questions >= 0 && isFen(data['fen']))
        return { kind: 'asked', questions, fen: data['fen'] };
    if (isObject(data) && data['kind'] === 'report' && questions >= 0 && isReport(data['report'], depth))
        return { kind: 'report', report: data['report'], questions };
    return { kind: 'failed', message: 'The function sent a message itself; that is not an answer to this page.' };
}
