import type { RawAnswer } from './route.ts';

interface AnsweredFile {
  readonly type: string;
  readonly body: Buffer | string;
  /** File name offered for saving. */
  readonly name: string;
  /** Displayed by the browser instead of downloaded. */
  readonly isInline?: boolean;
  /** SHA-256 in hexadecimal, for a file that is stored as issued. */
  readonly digest?: string | undefined;
}

/** Response with a private file, which cannot run scripts or be framed. */
export function fileAnswer({ type, body, name, isInline = false, digest }: AnsweredFile): RawAnswer {
  // Browsers do not open their PDF viewer in a sandbox.
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
