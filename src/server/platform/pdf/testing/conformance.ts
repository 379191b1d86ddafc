import {
  isArray,
  isDictionary,
  isName,
  isReference,
  PdfFile,
  type PdfReference,
  type PdfValue,
  wordsOf,
} from './pdf-file.ts';
import { fontFaults, type FontUse } from './font-faults.ts';
import { type PageContent, pageContent } from './pdf-page.ts';
import { isWellFormed, xmpProperty } from './xmp-properties.ts';

const nameOf = (value: PdfValue | undefined): string => (isName(value) ? value.name : '');

/**
 * What keeps a file from being PDF/A-2u (ISO 19005-2) and PDF/UA-1 (ISO 14289-1), by the rules that a program can
 * check and that concern what the product writes: text, shapes and tables, no pictures, forms, links or attachments.
 */
export function conformanceFaults(bytes: Buffer): readonly string[] {
  const file = new PdfFile(bytes);
  const pages = file.pages().map((reference) => ({ reference, content: pageContent(file, reference) }));
  return [
    ...fileFaults(file),
    ...metadataFaults(file),
    ...outputFaults(file),
    ...pages.flatMap(({ reference, content }) => pageFaults(file, reference, content)),
    ...usedFonts(file, pages).flatMap((use) => fontFaults(file, use)),
    ...structureFaults(file, pages),
  ];
}

interface Page {
  readonly reference: PdfReference;
  readonly content: PageContent;
}

/** Each sentence that does not hold. */
function unless(rules: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.entries(rules).flatMap(([fault, holds]) => (holds ? [] : [fault]));
}

function fileFaults(file: PdfFile): readonly string[] {
  const { bytes, trailer } = file;
  return unless({
    'the header is not that of PDF 1.7': bytes.subarray(0, 9).toString('latin1') === '%PDF-1.7\n',
    'no binary comment follows the header':
      bytes[9] === 0x25 && bytes.subarray(10, 14).every((byte) => byte > 127),
    'the file has no identifier': isArray(trailer.get('ID')),
    'the file is encrypted': !trailer.has('Encrypt'),
    'the file has no language': /^es-(?:AR|UY)$/.test(wordsOf(file.catalog('Lang')) ?? ''),
    'the file is not marked as tagged': file.catalog('MarkInfo', 'Marked') === true,
    'the file has no structure': isDictionary(file.catalog('StructTreeRoot')),
    'viewers show the name of the file': file.catalog('ViewerPreferences', 'DisplayDocTitle') === true,
    'the file acts, has a form or attachments': [
      ['OpenAction'],
      ['AA'],
      ['AcroForm'],
      ['Names', 'JavaScript'],
      ['Names', 'EmbeddedFiles'],
    ].every((keys) => file.catalog(...keys) === undefined),
  });
}

function metadataFaults(file: PdfFile): readonly string[] {
  const stream = file.catalog('Metadata');
  const xmp = file.content(stream).toString('utf8');
  const info = (key: string) => wordsOf(file.find(file.trailer.get('Info'), key));
  return unless({
    'metadata are compressed': file.find(stream, 'Filter') === undefined,
    'metadata are no XML': isWellFormed(xmp),
    'metadata do not say PDF/A-2': xmpProperty(xmp, 'pdfaid:part') === '2',
    'metadata do not say level U': xmpProperty(xmp, 'pdfaid:conformance') === 'U',
    'metadata do not say PDF/UA-1': xmpProperty(xmp, 'pdfuaid:part') === '1',
    'the property of PDF/UA is not described':
      xmpProperty(xmp, 'pdfaSchema:namespaceURI') === 'http://www.aiim.org/pdfua/ns/id/' &&
      xmpProperty(xmp, 'pdfaProperty:name') === 'part',
    'metadata have no title, or another one':
      (info('Title') ?? '') !== '' && xmpProperty(xmp, 'dc:title') === info('Title'),
    'metadata have another author': xmpProperty(xmp, 'dc:creator') === info('Author'),
    'metadata have another date':
      xmpProperty(xmp, 'xmp:CreateDate')?.replaceAll(/[-:T]/g, '') ===
      info('CreationDate')?.slice('D:'.length),
  });
}

/** Colours are those of sRGB, which the file brings. */
function outputFaults(file: PdfFile): readonly string[] {
  const intent = file.catalog('OutputIntents', 0);
  const profile = file.content(file.find(intent, 'DestOutputProfile'));
  const [version = 9] = profile.subarray(8, 9);
  return unless({
    'no output intent of PDF/A': nameOf(file.find(intent, 'S')) === 'GTS_PDFA1',
    'no colour profile of a screen in RGB':
      profile.subarray(12, 20).toString('latin1') === 'mntrRGB ' && version < 5,
    'the profile has other channels': file.find(intent, 'DestOutputProfile', 'N') === 3,
  });
}

const ALLOWED_COLOURS = new Set(['DeviceRGB', 'DeviceGray', 'g', 'G', 'rg', 'RG']);

function pageFaults(file: PdfFile, reference: PdfReference, content: PageContent): readonly string[] {
  const states = file.find(reference, 'Resources', 'ExtGState');
  return [
    ...content.faults,
    ...content.marks
      .filter(({ mcid, isArtifact }) => mcid === undefined && !isArtifact)
      .map(({ kind, text }) => `${kind} '${text}' is neither content nor artifact`),
    ...unless({
      'a colour is not of the output intent': [...content.colours].every((name) => ALLOWED_COLOURS.has(name)),
      'a page is transparent':
        file.find(reference, 'Group') === undefined && (!isDictionary(states) || states.size === 0),
      'a page has pictures or annotations':
        file.find(reference, 'Annots') === undefined &&
        file.find(reference, 'Resources', 'XObject') === undefined,
      'the order of tabs is not that of the structure': nameOf(file.find(reference, 'Tabs')) === 'S',
    }),
  ];
}

function usedFonts(file: PdfFile, pages: readonly Page[]): readonly FontUse[] {
  const uses = new Map<string, FontUse>();
  for (const { reference, content } of pages) {
    for (const glyph of content.glyphs) {
      const use = uses.get(glyph.font) ?? {
        font: file.find(reference, 'Resources', 'Font', glyph.font),
        glyphs: new Map<number, string | undefined>(),
      };
      use.glyphs.set(glyph.glyph, glyph.unicode);
      uses.set(glyph.font, use);
    }
  }
  return [...uses.values()];
}

const ELEMENTS = new Set(['Document', 'Sect', 'H1', 'H2', 'H3', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure']);
const KIDS: Readonly<Record<string, readonly string[]>> = {
  Document: ['Sect'],
  Sect: ['H1', 'H2', 'H3', 'P', 'Table', 'Figure'],
  Table: ['TR'],
  TR: ['TH', 'TD'],
};

interface Element {
  readonly reference: PdfReference;
  readonly type: string;
  readonly kids: readonly Element[];
  /** Page and number of each piece of content. */
  readonly content: readonly (readonly [page: number, mcid: number])[];
}

function elementOf(file: PdfFile, reference: PdfReference): Element {
  const kids: Element[] = [];
  const content: [number, number][] = [];
  const page = file.resolve(reference);
  const pageOf = isDictionary(page) ? page.get('Pg') : undefined;
  const list = file.find(reference, 'K');
  for (const kid of isArray(list) ? list : []) {
    const value = file.resolve(kid);
    const own = isDictionary(value) ? value.get('Pg') : pageOf;
    const mcid = typeof value === 'number' ? value : file.find(value, 'MCID');
    if (typeof mcid === 'number') content.push([isReference(own) ? own.id : 0, mcid]);
    else if (isReference(kid)) kids.push(elementOf(file, kid));
  }
  return { reference, type: nameOf(file.find(reference, 'S')), kids, content };
}

const flat = (element: Element): readonly Element[] => [element, ...element.kids.flatMap(flat)];

function structureFaults(file: PdfFile, pages: readonly Page[]): readonly string[] {
  const roots = file.catalog('StructTreeRoot', 'K');
  const [root] = isArray(roots) ? roots.filter(isReference) : [];
  if (!root) return ['the structure is empty'];
  const elements = flat(elementOf(file, root));
  return [
    ...elements.flatMap((element) => elementFaults(file, element)),
    ...headingFaults(elements),
    ...contentFaults(file, pages, elements),
  ];
}

function elementFaults(file: PdfFile, { reference, type, kids }: Element): readonly string[] {
  const allowed = KIDS[type] ?? [];
  const holds = (kid: Element) => {
    const dictionary = file.resolve(kid.reference);
    const parent = isDictionary(dictionary) ? dictionary.get('P') : undefined;
    return allowed.includes(kid.type) && isReference(parent) && parent.id === reference.id;
  };
  const rows = type === 'Table' ? kids.map((row) => row.kids.length) : [];
  const box = file.find(reference, 'A', 'BBox');
  return unless({
    [`${type} is no standard element`]: ELEMENTS.has(type),
    [`${type} holds what it may not, or names another parent`]: kids.every(holds),
    'a table has rows of different lengths': new Set(rows).size <= 1 && !rows.includes(0),
    'a head of a table says not of what':
      type !== 'TH' || /^(?:Row|Column)$/.test(nameOf(file.find(reference, 'A', 'Scope'))),
    'a figure has no words or no place':
      type !== 'Figure' ||
      ((wordsOf(file.find(reference, 'Alt')) ?? '') !== '' && isArray(box) && box.length === 4),
  });
}

function headingFaults(elements: readonly Element[]): readonly string[] {
  const levels = elements.flatMap(({ type }) => (/^H\d$/.test(type) ? [Number(type.slice(1))] : []));
  return unless({
    'levels of headings leave one out': levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1),
  });
}

/** Each piece of content belongs to one element, and the tree of parents leads back to it. */
function contentFaults(
  file: PdfFile,
  pages: readonly Page[],
  elements: readonly Element[],
): readonly string[] {
  const owners = new Map<string, number>();
  const twice: string[] = [];
  for (const { reference, content } of elements) {
    for (const [page, mcid] of content) {
      const key = `${page}/${mcid}`;
      if (owners.has(key)) twice.push(`content ${key} is in two elements`);
      owners.set(key, reference.id);
    }
  }
  const parents = parentTree(file);
  const lost = pages.flatMap(({ reference, content }) =>
    content.marks.flatMap(({ mcid, text }) => {
      if (mcid === undefined) return [];
      const owner = owners.get(`${reference.id}/${mcid}`);
      const parent = parents.get(Number(file.find(reference, 'StructParents')))?.[mcid];
      return owner !== undefined && isReference(parent) && parent.id === owner
        ? []
        : [`'${text}' belongs to no element, or its parent is another`];
    }),
  );
  return [...twice, ...lost];
}

function parentTree(file: PdfFile): ReadonlyMap<number, readonly PdfValue[]> {
  const numbers = file.catalog('StructTreeRoot', 'ParentTree', 'Nums');
  const pairs = isArray(numbers) ? numbers : [];
  const tree = new Map<number, readonly PdfValue[]>();
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const list = file.resolve(pairs[at + 1]);
    if (isArray(list)) tree.set(Number(pairs[at]), list);
  }
  return tree;
}

/** Text of the file as a screen reader reads it: by the structure, an element a line. */
export function spokenText(bytes: Buffer): readonly string[] {
  const file = new PdfFile(bytes);
  const texts = new Map<string, string>();
  for (const page of file.pages()) {
    for (const { mcid, text } of pageContent(file, page).marks) {
      const key = `${page.id}/${mcid}`;
      if (mcid !== undefined) texts.set(key, `${texts.get(key) ?? ''} ${text}`);
    }
  }
  const roots = file.catalog('StructTreeRoot', 'K');
  const [root] = isArray(roots) ? roots.filter(isReference) : [];
  if (!root) return [];
  return flat(elementOf(file, root))
    .filter(({ content }) => content.length > 0)
    .map(({ reference, content }) => {
      const pieces = content.map(([page, mcid]) => texts.get(`${page}/${mcid}`) ?? '');
      return (wordsOf(file.find(reference, 'Alt')) ?? pieces.join(' ')).replaceAll(/\s+/g, ' ').trim();
    });
}
