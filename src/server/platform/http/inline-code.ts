import { createHash } from 'node:crypto';

const element = /<(?<name>script|style)(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/\k<name>>/g;
/** Scripts from files are allowed by the policy already, and JSON data is not run. */
const isNoCode = /\ssrc=|\stype="application\/json"/;

/** Sources of the content security policy for the code in a page. */
export interface InlineCode {
  readonly script: readonly string[];
  readonly style: readonly string[];
}

/**
 * Inline script and style of a page as built (scripts/prerender.mjs), each piece by its digest.
 * Call before inserting anything into the page.
 */
export function inlineCode(html: string): InlineCode {
  const code = { script: [] as string[], style: [] as string[] };
  for (const { groups: { name, attributes = '', text = '' } = {} } of html.matchAll(element))
    if (!isNoCode.test(attributes))
      code[name as keyof InlineCode].push(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return code;
}

/**
 * Content security policy of all responses, extended by this page's own inline code
 * (docs/security.md#headers).
 */
export function policyWith(policy: string, code: InlineCode): string {
  return (['script', 'style'] as const).reduce(
    (all, kind) => all.replace(`${kind}-src 'self'`, (start) => [start, ...code[kind]].join(' ')),
    policy,
  );
}
