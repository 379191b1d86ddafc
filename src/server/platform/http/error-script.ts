import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the borrowers' pages tell of their errors. */
export interface PageReports {
  readonly dsn: string;
  readonly environment: string;
}

/** The module as the build's own list names it. */
const reporterModule = 'error-reports/main.ts';

/**
 * Has a page load the script that tells of its errors, after its first paint where it has one without a script
 * (src/web/boot.ts); pages are built without it, so that nothing of it is loaded where nobody is told.
 * @param root folder of the build
 */
export function withErrorScript(root: string, { dsn, environment }: PageReports): (html: string) => string {
  const list = join(root, '.vite', 'manifest.json');
  const built = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as Record<string, { file: string } | undefined>)
    : {};
  const file = built[reporterModule]?.file;
  if (file === undefined) throw new Error(`the build in ${root} has no ${reporterModule}`);
  const meta = `    <meta name="error-reports" content="${dsn}" data-environment="${environment}">\n`;
  const script = `    <script type="module" async fetchpriority="low" crossorigin src="/${file}"></script>\n`;
  return (html) => {
    const late = html.replace(' data-entries="', ` data-entries="/${file} `);
    const added = late === html ? meta + script : meta;
    return late.replace(/ *<\/head>/, (end) => added + end);
  };
}
