import { linesOf } from '../../../platform/pdf/testing/pdf-page.ts';

/** A file as a reader copies it, line by line. */
export function pdfText(file: Buffer): string {
  return linesOf(file).join('\n');
}

/** The same with every break between lines as a space, to look for sentences. */
export function flatText(file: Buffer): string {
  return pdfText(file).replaceAll(/\s+/g, ' ');
}
