import { createHash } from 'node:crypto';

const script = /<script(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/script>/g;
/** Scripts from files are allowed by the policy already, and JSON data is not run. */
const isNoCode = /\ssrc=|\stype="application\/json"/;

/**
 * Inline code of a page as built (src/web/boot.ts), each piece as a source of the content security policy.
 * Call before inserting anything into the page.
 */
export function inlineCode(html: string): readonly string[] {
  return Array.from(html.matchAll(script)).flatMap(({ groups: { attributes = '', text = '' } = {} }) =>
    isNoCode.test(attributes) ? [] : [`'sha256-${createHash('sha256').update(text).digest('base64')}'`],
  );
}

/**
 * Content security policy of all responses, extended by this page's own inline code
 * (docs/security.md#headers).
 */
export function policyWith(policy: string, code: readonly string[]): string {
  return code.length === 0 ? policy : policy.replace("script-src 'self'", `$& ${code.join(' ')}`);
}
