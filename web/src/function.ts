/* A generator that is a JavaScript function: pf_bisect runs it to the end, shrunk position included, in the sandbox. It
 * starts only after a click, can be stopped, and never becomes part of the address. */
import type { BisectReport } from 'plyforge/workbench';
import { app } from './app';
import { announce, grouped, h } from './dom';
import { fenOf, type Rules } from './engine';
import { reportCard } from './hunt_report';
import { startSandbox, type Stop } from './jobs';

const EXAMPLE = `function divide(fen, moves, depth) {
    // Set up fen, play moves (UCI), return perft(depth) by root move:
    // a Map, an object { e2e4: 20 }, or the text of a divide.
    // A function that only lists moves returns ['e2e4', ...].
}`;
const MAX_CODE = 2_000_000;

let stop: Stop | null = null;

export function setUpFunction(): HTMLElement {
    const code = h('textarea', { id: 'code', rows: 8, spellcheck: 'false', autocomplete: 'off', placeholder: EXAMPLE });
    const depth = h('input', { type: 'number', id: 'code-depth', min: 1, max: 6, value: 3 });
    const status = h('p', { class: 'hint', id: 'code-status', role: 'status' });
    const problem = h('p', { class: 'problem', role: 'alert' });
    const place = h('div', {});
    const run = h('button', { type: 'button', id: 'code-run' }, 'Run it');
    const end = h('button', { type: 'button', class: 'quiet', id: 'code-stop', disabled: true }, 'Stop');
    const finish = (text: string) => {
        stop?.();
        stop = null;
        run.disabled = false;
        end.disabled = true;
        status.textContent = text;
    };
    run.addEventListener('click', () => {
        problem.textContent = '';
        place.replaceChildren();
        if (!code.value.trim()) return void (problem.textContent = 'Paste a function first.');
        if (code.value.length > MAX_CODE)
            return void (problem.textContent = `The text has ${grouped(code.value.length)} characters, which is too much.`);
        const { rules } = app.state;
        const fen = fenOf(app.position, rules);
        run.disabled = true;
        end.disabled = false;
        status.textContent = 'Running ...';
        const levels = Math.max(1, Math.min(6, Math.trunc(Number(depth.value)) || 3));
        stop = startSandbox({ kind: 'function', code: code.value, fen, rules, depth: levels }, (answer) => {
            if (answer.kind === 'asked')
                status.textContent = `Running: ${grouped(answer.questions)} questions, now ${answer.fen}`;
            else if (answer.kind === 'failed') {
                finish('');
                problem.textContent = answer.message;
            } else if (answer.kind === 'report') {
                finish(`${grouped(answer.questions)} questions.`);
                try {
                    showReport(answer.report, rules);
                } catch (error) {
                    problem.textContent = `The function reported something impossible: ${error instanceof Error ? error.message : String(error)}`;
                }
            }
        });
    });
    const showReport = (report: BisectReport, rules: Rules) => {
        place.replaceChildren(
            report.agrees
                ? h(
                      'div',
                      { class: 'result' },
                      h('h2', { class: 'good' }, 'No difference'),
                      h('p', {}, `Every move and every count is right up to depth ${report.agreedDepth}.`),
                  )
                : reportCard(report, rules, null),
        );
        announce(report.agrees ? 'No difference was found.' : `The bug: ${report.bug}.`);
    };
    end.addEventListener('click', () => finish('Stopped.'));
    return h(
        'fieldset',
        {},
        h('legend', {}, 'Or paste a JavaScript function'),
        h(
            'p',
            { class: 'hint' },
            'The page then asks all the questions itself and makes the position small. The code runs when you press the button, in a sandbox that can reach neither this page nor the network, and is never part of a link.',
        ),
        h('label', { for: 'code' }, 'The function'),
        code,
        h('div', { class: 'row' }, h('label', { for: 'code-depth' }, 'Depth'), depth, run, end),
        status,
        problem,
        place,
    );
}
