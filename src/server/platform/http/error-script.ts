import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Error reporting of the borrowers' pages. */
export interface PageReports {
  readonly dsn: string;
  readonly environment: string;
}

/** The module as the build's own list names it. */
const reporterModule = 'error-reports/main.ts';

/**
 * Adds the error reporting script to a page, loaded after its first paint where it has one without a script
 * (src/web/boot.ts). Pages are built without it, so that installations without reporting load nothing of it.
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
