import { isArray, isName, type PdfFile, type PdfValue } from './pdf-file.ts';

export interface FontUse {
  readonly font: PdfValue | undefined;
  /** Glyphs that the pages show, with the text that each stands for. */
  readonly glyphs: Map<number, string | undefined>;
}

interface Program {
  readonly glyphs: number;
  /** Thousandths of the size of type. */
  width(glyph: number): number;
}

/** Reads the widths of a TrueType font; undefined where a table is missing. */
function programOf(bytes: Buffer): Program | undefined {
  const tables = new Map<string, number>();
  const count = bytes.length > 12 ? bytes.readUInt16BE(4) : 0;
  for (let at = 12; at < 12 + count * 16; at += 16) {
    tables.set(bytes.subarray(at, at + 4).toString('latin1'), bytes.readUInt32BE(at + 8));
  }
  const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map((name) => tables.get(name));
  if (head === undefined || hhea === undefined || hmtx === undefined || maxp === undefined) return undefined;
  if (!tables.has('glyf') || !tables.has('loca')) return undefined;
  const units = bytes.readUInt16BE(head + 18);
  const metrics = bytes.readUInt16BE(hhea + 34);
  return {
    glyphs: bytes.readUInt16BE(maxp + 4),
    width: (glyph) => (bytes.readUInt16BE(hmtx + 4 * Math.min(glyph, metrics - 1)) * 1000) / units,
  };
}

/** What is wrong with an embedded font and its use. */
export function fontFaults(file: PdfFile, { font, glyphs }: FontUse): readonly string[] {
  const nameAt = (...keys: readonly (string | number)[]) => {
    const value = file.find(font, ...keys);
    return isName(value) ? value.name : '';
  };
  const base = nameAt('BaseFont');
  if (nameAt('Subtype') !== 'Type0') return [`${base} is not embedded`];
  const program = programOf(
    file.content(file.find(font, 'DescendantFonts', 0, 'FontDescriptor', 'FontFile2')),
  );
  if (!program) return [`${base} is not embedded`];
  const faults: string[] = [];
  if (nameAt('Encoding') !== 'Identity-H' || nameAt('DescendantFonts', 0, 'CIDToGIDMap') !== 'Identity')
    faults.push(`${base} maps its letters`);
  if (!/^[A-Z]{6}\+/.test(base)) faults.push(`${base} is whole and not of the letters that are used`);
  // The product's fonts are written with one run of widths, from glyph 0 on.
  const widths = file.find(font, 'DescendantFonts', 0, 'W', 1);
  for (const [glyph, unicode] of glyphs) {
    const width = isArray(widths) ? widths[glyph] : undefined;
    if (glyph === 0 || glyph >= program.glyphs) faults.push(`${base} lacks glyph ${glyph}`);
    if (typeof width !== 'number' || Math.abs(width - program.width(glyph)) > 1)
      faults.push(`glyph ${glyph} of ${base} has another width in the font`);
    if (unicode === undefined || unicode === '' || /[\0\ufeff\ufffe]/.test(unicode))
      faults.push(`glyph ${glyph} of ${base} stands for no text`);
  }
  return faults;
}
