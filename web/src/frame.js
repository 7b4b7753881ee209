addEventListener('message', function (event) {
    var worker = new Worker(URL.createObjectURL(new Blob([event.data.program], { type: 'text/javascript' })));
    var began = Date.now();
    var sent = 0;
    function end(message) {
        worker.terminate();
        parent.postMessage({ kind: 'failed', message: message }, '*');
    }
    worker.onmessage = function (answer) {
        // The program in the worker sends ten messages a second; a function could send any number.
        sent++;
        if (sent > 100 + (Date.now() - began) / 50) return end('The function sends messages of its own.');
        parent.postMessage(answer.data, '*');
    };
    worker.onerror = function (error) {
        end(error.message || 'the worker failed');
    };
    worker.postMessage({ bytes: event.data.bytes });
    worker.postMessage(event.data.job);
});
