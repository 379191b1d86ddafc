import type { RawAnswer } from './route.ts';

interface AnsweredFile {
  readonly type: string;
  readonly body: Buffer | string;
  /** File name for saving. */
  readonly name: string;
  /** Shown by the browser instead of saved. */
  readonly isInline?: boolean;
  /** SHA-256 in hexadecimal, of a file that is kept as it was issued. */
  readonly digest?: string | undefined;
}

/** A private file as an answer: nothing in it is run, nothing frames it. */
export function fileAnswer({ type, body, name, isInline = false, digest }: AnsweredFile): RawAnswer {
  // Browsers refuse to open their own viewer of PDF in a sandbox.
  const sandbox = type.startsWith('image/') ? '; sandbox' : '';
  return {
    type,
    body,
    headers: {
      'Content-Disposition': `${isInline ? 'inline' : 'attachment'}; filename="${name}"`,
      'Content-Security-Policy': `default-src 'none'; base-uri 'none'; frame-ancestors 'none'${sandbox}`,
      'X-Content-Type-Options': 'nosniff',
      ...(digest === undefined ? {} : { 'X-Document-SHA256': digest }),
    },
  };
}
