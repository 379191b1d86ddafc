// Renders the public first screens into HTML: node scripts/prerender.mjs <folder of the client build>.
// Their first paint then waits for no script. Writes <folder>/html/<country>/<name>.html, and for the server that
// draws pages with their first answer <folder>/render: the program, and <country>/<name>.html to put it into.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ROOT } from './install.mjs';

const ENTRY = join(ROOT, 'src', 'web', 'prerender.tsx');
const folder = process.argv[2];
const PROGRAM = join(folder, 'render');
/** Module requests of a built page. */
const scripts =
  / *<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="([^"]+)">(?:<\/script>)?\n/g;
/** Style requests. */
const styles = / *<link rel="stylesheet" crossorigin href="\/([^"]+)">\n/g;
/** Content before a page's first request. */
const firstLink = / *<link rel="icon"/;
/** Typeface request ahead of the styles. */
const typeface = / *<link\s[^>]*as="font"[^>]*>\n/;

if (existsSync(ENTRY)) await prerender();

async function prerender() {
  const { build } = await import('vite');
  await build({
    root: join(ROOT, 'src', 'web'),
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    // Whole by itself: the server has none of what the web is made of.
    ssr: { noExternal: true },
    build: { ssr: ENTRY, outDir: PROGRAM, emptyOutDir: true, copyPublicDir: false },
  });
  const screens = await import(pathToFileURL(join(PROGRAM, 'prerender.js')).href);
  const template = withIcon(readFileSync(join(folder, 'index.html'), 'utf8'));
  const boot = await bootCode(build);
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
  for (const { path, countries, modules, isWhole, isAnswered, isLong } of screens.routes()) {
    const named = withStyles(
      template.replace(/ *<\/head>/, (end) => `${linksOf(manifest, modules, template)}${end}`),
      isLong ? fileName(path) : undefined,
    );
    const late = withLateScripts(named, boot);
    for (const country of countries) {
      const file = join(country, `${fileName(path)}.html`);
      write(
        join(folder, 'html', file),
        fill(isWhole ? late : asPicture(late), { ...(await screens.render(path, country)), country }),
      );
      if (isAnswered) write(join(PROGRAM, file), withPlaces(fill(late, { html: '', title: '', country })));
    }
  }
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** `/` is `index`, `/login` is `login`, `/coupon/any` is `coupon-any`, as is every address below `/coupon`. */
function fileName(path) {
  const [first = '', ...others] = path.split('/').filter(Boolean);
  return [first || 'index', ...(others.includes('any') ? ['any'] : others)].join('-');
}

/** The three places that the server fills: title, what is drawn, and the data block. */
function withPlaces(page) {
  return page
    .replace('<title></title>', '<title><!--title--></title>')
    .replace('<div id="app"></div>', '<div id="app"><!--app--></div>')
    .replace(
      /( *)<\/body>/,
      (end, space) =>
        `${space}  <script type="application/json" id="first-answer"><!--answer--></script>\n${end}`,
    );
}

/** Links to what the page's own chunks are made of, so that none waits for another to name it. */
function linksOf(manifest, modules, template) {
  const files = new Set();
  const seen = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk && !existsSync(join(ROOT, 'src', 'web', key))) throw new Error(`there is no ${key}`);
    // A module that every page loads at once has no chunk of its own.
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const file of [...(chunk.css ?? []), chunk.file]) files.add(file);
    (chunk.imports ?? []).forEach(visit);
  };
  modules.forEach(visit);
  return Array.from(files)
    .filter((file) => !template.includes(`/${file}"`))
    .map(
      (file) =>
        `    <link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}">\n`,
    )
    .join('');
}

/**
 * The same page with its styles in it, or in one file if it has a name: in the page they save a round trip unless it is
 * long, and each file would take a connection of its own. The files that they are made of are named and not fetched, so
 * that no module asks for them again.
 */
function withStyles(page, name) {
  const found = Array.from(page.matchAll(styles));
  const text = found.map(([, file]) => readFileSync(join(folder, file), 'utf8').trim()).join('\n');
  if (/<\/style/i.test(text)) throw new Error('the styles would end their own element');
  const known = found.map(([link]) => link.replace('<link ', '<link disabled ')).join('');
  const all = name === undefined ? `<style>${text}</style>` : linkTo(text, name);
  return page.replaceAll(styles, '').replace(/ *<\/head>/, (end) => `    ${all}\n${known}${end}`);
}

function linkTo(text, name) {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  const file = `assets/${name}-${hash}.css`;
  writeFileSync(join(folder, file), text);
  return `<link rel="stylesheet" crossorigin href="/${file}">`;
}

/** src/web/boot.ts as it stands in a page: a file of its own would take a connection before the first paint. */
async function bootCode(build) {
  const { output } = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      // One function, so that nothing of it is seen by other scripts.
      rolldownOptions: { input: join(ROOT, 'src', 'web', 'boot.ts'), output: { format: 'iife' } },
    },
  });
  const [{ code }] = output;
  if (/<\/script|<!--/i.test(code)) throw new Error('boot.ts would end its own element');
  return code.trim();
}

/** The icon in the page itself: as a file it would take a connection before the first paint. */
function withIcon(page) {
  return page.replace(/(<link rel="icon"[^>]*href=")\/([^"]+\.svg)"/, (_all, start, file) => {
    const picture = encodeURIComponent(readFileSync(join(folder, file), 'utf8').trim());
    return `${start}data:image/svg+xml,${picture}"`;
  });
}

/**
 * The same page, whose modules are named for src/web/boot.ts instead of being asked for at once. It stands before the
 * styles, which scripts after them wait for.
 */
function withLateScripts(page, boot) {
  const found = Array.from(page.matchAll(scripts));
  const files = (tag) =>
    found
      .filter(([text]) => text.includes(tag))
      .map(([, file]) => file)
      .join(' ');
  const names = `data-entries="${files('<script')}" data-modules="${files('<link')}"`;
  const late = `    <script ${names}>${boot}</script>\n`;
  return page
    .replaceAll(scripts, '')
    .replace(typeface, '')
    .replace(/<html [^>]*/, '$& data-paint="first"')
    .replace(firstLink, (link) => late + link);
}

/** Such a page is a placeholder: nothing waits for its paint, unless a session exists. */
function asPicture(page) {
  return page.replace(' data-entries="', ' data-picture$&');
}

function fill(template, { html, title, country }) {
  const parts = [
    ['<!--app-->', html],
    [/<title>.*?<\/title>/s, `<title>${escapeText(title)}</title>`],
    [/<html lang="[^"]*"/, `<html lang="es-${country}"`],
  ];
  return parts.reduce((page, [mark, text]) => {
    // A function, since `$` in a price would otherwise mean a group.
    const filled = page.replace(mark, () => text);
    if (filled === page && !page.includes(text)) throw new Error(`index.html has no place for ${mark}`);
    return filled;
  }, template);
}

function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
