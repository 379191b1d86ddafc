// Renders the public first screens into HTML: node scripts/prerender.mjs <folder of the client build>.
// Their first paint then waits for no script. Writes <folder>/html/<country>/<name>.html.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ROOT } from './install.mjs';

const ENTRY = join(ROOT, 'src', 'web', 'prerender.tsx');
// Of this process alone: two builds may run at the same time.
const SERVER_BUILD = join(ROOT, '.cache', `prerender-${process.pid}`);
const folder = process.argv[2];
/** What asks for modules in a page as it is built. */
const scripts =
  / *<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="([^"]+)">(?:<\/script>)?\n/g;
/** What asks for the typeface before the styles do. */
const typeface = / *<link\s[^>]*as="font"[^>]*>\n/;

try {
  if (existsSync(ENTRY)) await prerender();
} finally {
  rmSync(SERVER_BUILD, { recursive: true, force: true });
}

async function prerender() {
  const { build } = await import('vite');
  await build({
    root: join(ROOT, 'src', 'web'),
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    build: { ssr: ENTRY, outDir: SERVER_BUILD, emptyOutDir: true, copyPublicDir: false },
  });
  const screens = await import(pathToFileURL(join(SERVER_BUILD, 'prerender.js')).href);
  const template = readFileSync(join(folder, 'index.html'), 'utf8');
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
  for (const { path, countries, modules, isWhole } of screens.routes()) {
    const named = template.replace(/ *<\/head>/, (end) => `${linksOf(manifest, modules, template)}${end}`);
    const page = isWhole ? withLateScripts(named, `/${manifest['boot.ts'].file}`) : named;
    for (const country of countries) {
      const { html, title } = await screens.render(path, country);
      const file = join(folder, 'html', country, `${fileName(path)}.html`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, fill(page, { html, title, country }));
    }
  }
}

/** `/` is `index`, `/login` is `login`, `/solicitud/oferta` is `solicitud-oferta`. */
function fileName(path) {
  return path.replace(/^\/+|\/+$/g, '').replaceAll('/', '-') || 'index';
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

/** The same page, whose modules are named for src/web/boot.ts instead of being asked for at once. */
function withLateScripts(page, boot) {
  const found = Array.from(page.matchAll(scripts));
  const files = (tag) =>
    found
      .filter(([text]) => text.includes(tag))
      .map(([, file]) => file)
      .join(' ');
  const names = `data-entries="${files('<script')}" data-modules="${files('<link')}"`;
  const late = `    <script type="module" async fetchpriority="low" crossorigin src="${boot}" ${names}></script>\n`;
  return page
    .replaceAll(scripts, '')
    .replace(typeface, '')
    .replace(/<html [^>]*/, '$& data-paint="first"')
    .replace(/ *<\/head>/, (end) => `${late}${end}`);
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
