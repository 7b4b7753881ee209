// The recommended rules of ESLint; and for the sources in TypeScript, those of typescript-eslint that know the types, which
// find a promise that nobody waits for.
import js from '@eslint/js';
import globals from 'globals';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript-eslint';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = ['bindings/javascript/src/**/*.ts', 'web/src/**/*.ts'];

export default typescript.config(
    { linterOptions: { reportUnusedDisableDirectives: 'error' } },
    js.configs.recommended,
    typescript.configs.recommended,
    {
        files: sources,
        extends: [typescript.configs.recommendedTypeChecked],
        languageOptions: {
            parserOptions: {
                project: ['bindings/javascript/tsconfig.json', 'web/tsconfig.json'],
                tsconfigRootDir: root,
            },
        },
    },
    // The tests have functions that run in a browser.
    { files: ['**/*.mjs'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
    { files: ['docs/site/*.js', 'web/src/*.js'], languageOptions: { globals: globals.browser } },
    { files: ['web/src/service_worker.js'], languageOptions: { globals: globals.serviceworker } },
);
