/* Starts jobs in workers and ends them. A job of the user's own code runs in a frame without an origin, in which nothing
 * of this page can be reached and no address can be loaded. */
import { fetchFile, moduleBytes } from './engine';
import frameScript from './frame.js?raw';
import type { Answer, Job } from './messages';
import { checkedAnswer } from './untrusted';
import workerUrl from './worker.ts?worker&url';

/** Ends a job that runs. */
export type Stop = () => void;

let compiled: WebAssembly.Module;

export function setUpJobs(module: WebAssembly.Module): void {
    compiled = module;
}

/** Runs a job; the listener gets its answers until it is stopped. */
export function startJob(job: Job, onAnswer: (answer: Answer) => void): Stop {
    const worker = new Worker(workerUrl);
    worker.onmessage = (event: MessageEvent<Answer>) => onAnswer(event.data);
    worker.onerror = (event) => onAnswer({ kind: 'failed', message: event.message || 'the worker failed' });
    worker.postMessage({ module: compiled });
    worker.postMessage(job);
    return () => {
        worker.onmessage = worker.onerror = null;
        worker.terminate();
    };
}

/** The script of the frame; its hash is in the policy of the page (vite.config.mjs). */
const POLICY = "default-src 'none'; script-src blob: 'wasm-unsafe-eval' HASH; worker-src blob:";

/** Runs a job with the user's code in the sandbox. */
export function startSandbox(job: Extract<Job, { kind: 'function' }>, onAnswer: (answer: Answer) => void): Stop {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.title = 'Sandbox';
    frame.hidden = true;
    const hash = __FRAME_HASH__;
    frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY.replace('HASH', hash)}"><script>${frameScript}</script>`;
    const listen = (event: MessageEvent<unknown>) => {
        if (event.source === frame.contentWindow) onAnswer(checkedAnswer(event.data, job.depth));
    };
    let isStopped = false;
    const stop = () => {
        isStopped = true;
        removeEventListener('message', listen);
        frame.remove();
    };
    addEventListener('message', listen);
    frame.onload = async () => {
        try {
            const [program, bytes] = await Promise.all([
                fetchFile(workerUrl).then((response) => response.text()),
                moduleBytes(),
            ]);
            frame.contentWindow?.postMessage({ program, bytes, job }, '*');
        } catch (error) {
            if (!isStopped)
                onAnswer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
        }
    };
    document.body.append(frame);
    return stop;
}
