import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...filesBelow('docs', /\.md$/)];
const decisions = filesBelow('docs/decisions', /\.md$/);
const sources = ['src', 'e2e', 'lab', 'scripts'].flatMap((folder) =>
  filesBelow(folder, /\.(ts|tsx|mjs|css|sql)$/),
);

function filesBelow(folder: string, kind: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && kind.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Anchors of a page: explicit ones, and those that renderers derive from headings (lower case, hyphenated). */
function anchorsOf(page: string): string[] {
  const written = [...read(page).matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  const headings = [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...written, ...headings];
}

/** True if the page exists and has the heading of the anchor, whose accents may be percent-encoded. */
function leadsSomewhere(page: string, anchor: string | undefined): boolean {
  try {
    return anchor === undefined || anchorsOf(page).includes(decodeURIComponent(anchor));
  } catch {
    return false;
  }
}

/** True for a folder of docs, and for a decision's number. */
function isFolderOrNumber(path: string): boolean {
  const isNumber = /^decisions\/\d{4}$/.test(path);
  return isNumber
    ? decisions.some((file) => file.startsWith(`docs/${path}-`))
    : existsSync(join(root, 'docs', path));
}

describe('the pages of docs', () => {
  test.each(pages)('%s has no broken links', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const broken = links.filter(([, path = '', anchor]) => {
      const target = path === '' ? page : relative(root, join(root, dirname(page), path));
      return target.endsWith('.md') && !leadsSomewhere(target, anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  test.each(filesBelow('docs/product', /\.md$/))('%s has each anchor once', (page) => {
    const anchors = anchorsOf(page);
    // A title and its section may share their rule's words; rules may not.
    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
  });

  test('are cited from the sources with pages and anchors that exist', () => {
    const citation = /\bdocs\/((?:[a-z]+\/)?[a-z0-9-]+)(?:\.md(?:#([\p{L}\p{N}-]+))?|(?![\w/-]|\.\w))/gu;
    const cited = sources.flatMap((path) =>
      [...read(path).matchAll(citation)].map(([text, page = '', anchor]) => ({
        path,
        text,
        isFound: text.includes('.md') ? leadsSomewhere(`docs/${page}.md`, anchor) : isFolderOrNumber(page),
      })),
    );
    expect(cited.length).toBeGreaterThan(300);
    expect(cited.filter(({ isFound }) => !isFound)).toEqual([]);
  });
});
