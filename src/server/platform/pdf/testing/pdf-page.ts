import {
  isArray,
  isDictionary,
  isName,
  isString,
  type PdfDictionary,
  PdfFile,
  PdfReader,
  type PdfReference,
  type PdfValue,
} from './pdf-file.ts';

/** A line of text, or a shape that is painted. */
export interface Mark {
  readonly kind: 'text' | 'shape';
  /** Number of the marked content that holds it, which an element of the structure names. */
  readonly mcid: number | undefined;
  readonly isArtifact: boolean;
  /** As a reader copies it. */
  text: string;
}

export interface GlyphUse {
  /** Resource name of the font. */
  readonly font: string;
  readonly glyph: number;
  readonly unicode: string | undefined;
}

export interface PageContent {
  readonly marks: readonly Mark[];
  readonly glyphs: readonly GlyphUse[];
  /** Names of colour spaces, and operators that set a colour of one. */
  readonly colours: ReadonlySet<string>;
  readonly faults: readonly string[];
}

const PAINTING = new Set(['f', 'F', 'f*', 'S', 's', 'B', 'B*', 'b', 'b*', 'Do', 'sh', 'EI']);
const COLOURS = new Set(['g', 'G', 'rg', 'RG', 'k', 'K']);

/** Unicode of each glyph, by a font's table for copying. */
export function unicodeOf(file: PdfFile, font: PdfValue | undefined): ReadonlyMap<number, string> {
  const table = new Map<number, string>();
  const map = file.content(file.find(font, 'ToUnicode')).toString('latin1');
  for (const [, first = '', , entries = ''] of map.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/g)) {
    for (const [index, [, hex = '']] of [...entries.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const units = Buffer.from(hex.replaceAll(' ', ''), 'hex');
      table.set(parseInt(first, 16) + index, units.swap16().toString('utf16le'));
    }
  }
  return table;
}

interface Marking {
  readonly tag: string;
  readonly mcid: number | undefined;
}

/** Follows the operators of a page's drawing. */
class PageReader {
  readonly marks: Mark[] = [];
  readonly glyphs: GlyphUse[] = [];
  readonly colours = new Set<string>();
  readonly faults: string[] = [];
  private readonly markings: Marking[] = [];
  private readonly saved: string[] = [];
  private readonly tables = new Map<string, ReadonlyMap<number, string>>();
  private font = '';
  private line: Mark | undefined;
  private readonly file: PdfFile;
  private readonly fonts: PdfDictionary;

  constructor(file: PdfFile, fonts: PdfDictionary) {
    this.file = file;
    this.fonts = fonts;
  }

  private mark(kind: Mark['kind']): Mark {
    const mcid = this.markings.find((marking) => marking.mcid !== undefined)?.mcid;
    const isArtifact = this.markings.some(({ tag }) => tag === 'Artifact');
    if (isArtifact && mcid !== undefined) this.faults.push('an artifact is inside of tagged content');
    const mark: Mark = { kind, mcid, isArtifact, text: '' };
    this.marks.push(mark);
    return mark;
  }

  private show(value: PdfValue | undefined): void {
    const table = this.tables.get(this.font) ?? unicodeOf(this.file, this.fonts.get(this.font));
    this.tables.set(this.font, table);
    this.line ??= this.mark('text');
    for (const piece of isArray(value) ? value : [value]) {
      if (!isString(piece)) continue;
      for (let at = 0; at + 1 < piece.bytes.length; at += 2) {
        const glyph = piece.bytes.readUInt16BE(at);
        const unicode = table.get(glyph);
        this.glyphs.push({ font: this.font, glyph, unicode });
        this.line.text += unicode ?? '\ufffd';
      }
    }
  }

  private begin(tag: PdfValue | undefined, properties: PdfValue | undefined): void {
    const mcid = isDictionary(properties) ? properties.get('MCID') : undefined;
    this.markings.push({
      tag: isName(tag) ? tag.name : '',
      mcid: typeof mcid === 'number' ? mcid : undefined,
    });
  }

  apply(operator: string, operands: readonly PdfValue[]): void {
    const [first, second] = operands;
    if (operator === 'BMC' || operator === 'BDC') this.begin(first, second);
    else if (operator === 'EMC') {
      if (!this.markings.pop()) this.faults.push('marked content ends that did not begin');
    } else if (operator === 'q') this.saved.push(this.font);
    else if (operator === 'Q') this.font = this.saved.pop() ?? '';
    else if (operator === 'Tf') this.font = isName(first) ? first.name : '';
    else if (operator === 'BT' || operator === 'ET') this.line = undefined;
    else if (operator === 'TJ' || operator === 'Tj') this.show(first);
    else if (operator === 'cs' || operator === 'CS') this.colours.add(isName(first) ? first.name : '');
    else if (COLOURS.has(operator)) this.colours.add(operator);
    else if (PAINTING.has(operator)) this.mark('shape');
    if (this.saved.length > 28) this.faults.push('graphics states are nested too deep');
  }

  end(): void {
    if (this.markings.length > 0) this.faults.push('marked content does not end');
    if (this.saved.length > 0) this.faults.push('a graphics state does not end');
  }
}

/** What a page shows. */
export function pageContent(file: PdfFile, page: PdfReference): PageContent {
  const fonts = file.find(page, 'Resources', 'Font');
  const follow = new PageReader(file, isDictionary(fonts) ? fonts : new Map());
  const reader = new PdfReader(file.content(file.find(page, 'Contents')).toString('latin1'));
  let operands: PdfValue[] = [];
  while (!reader.isAtEnd()) {
    const value = reader.value();
    if (typeof value === 'object' && value !== null && 'operator' in value) {
      follow.apply(value.operator, operands);
      operands = [];
    } else operands.push(value);
  }
  follow.end();
  return follow;
}

/** Lines of text of every page, in the order they were written. */
export function linesOf(bytes: Buffer): readonly string[] {
  const file = new PdfFile(bytes);
  return file
    .pages()
    .flatMap((page) => pageContent(file, page).marks)
    .filter(({ kind }) => kind === 'text')
    .map(({ text }) => text);
}
