import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '../../testing/new-folder.ts';
import { withErrorScript } from './web.ts';

let root: string;
beforeEach(() => {
  root = newFolder();
  mkdirSync(join(root, '.vite'));
});

const reports = { dsn: 'https://key@errors.example/42', environment: 'production' };
const meta =
  '    <meta name="error-reports" content="https://key@errors.example/42" data-environment="production">\n';

function built() {
  const list = { 'error-reports/main.ts': { file: 'assets/errors-Ab1.js' } };
  writeFileSync(join(root, '.vite', 'manifest.json'), JSON.stringify(list));
  return withErrorScript(root, reports);
}

test('a page whose scripts wait for its first paint has the reporter wait too, before all others', () => {
  const page = '<head>\n<script data-entries="/assets/a.js" data-modules="">begin();</script>\n  </head>';
  expect(built()(page)).toBe(
    `<head>\n<script data-entries="/assets/errors-Ab1.js /assets/a.js" data-modules="">begin();</script>\n${meta}  </head>`,
  );
});

test('any other page asks for it after its own script', () => {
  expect(built()('<head>\n<script src="/assets/a.js"></script>\n  </head>')).toBe(
    `<head>\n<script src="/assets/a.js"></script>\n${meta}    <script type="module" async fetchpriority="low" crossorigin src="/assets/errors-Ab1.js"></script>\n  </head>`,
  );
});

test('a build without a reporter is told of at the start', () => {
  expect(() => withErrorScript(root, reports)).toThrow('has no error-reports/main.ts');
});
