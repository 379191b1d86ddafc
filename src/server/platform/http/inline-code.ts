import { createHash } from 'node:crypto';

const script = /<script(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/script>/g;
/** Files have the policy's leave already, and data is not run. */
const isNoCode = /\ssrc=|\stype="application\/json"/;

/**
 * Inline code of a page as built (src/web/boot.ts), each piece as the source of a policy. Call it before
 * anything is put into the page.
 */
export function inlineCode(html: string): readonly string[] {
  return Array.from(html.matchAll(script)).flatMap(({ groups: { attributes = '', text = '' } = {} }) =>
    isNoCode.test(attributes) ? [] : [`'sha256-${createHash('sha256').update(text).digest('base64')}'`],
  );
}

/** The policy of all answers, with leave for this page's own code and no other (docs/security.md#headers). */
export function policyWith(policy: string, code: readonly string[]): string {
  return code.length === 0 ? policy : policy.replace("script-src 'self'", `$& ${code.join(' ')}`);
}
