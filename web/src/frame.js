addEventListener('message', function (event) {
    var worker = new Worker(URL.createObjectURL(new Blob([event.data.program], { type: 'text/javascript' })));
    worker.onmessage = function (answer) { parent.postMessage(answer.data, '*'); };
    worker.onerror = function (error) { parent.postMessage({ kind: 'failed', message: error.message || 'the worker failed' }, '*'); };
    worker.postMessage({ bytes: event.data.bytes });
    worker.postMessage(event.data.job);
});
