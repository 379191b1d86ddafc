import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RawAnswer } from '../platform/http/route.ts';

/** Files of the sandbox page; nothing else in the folder is served. */
const assets = new Map([
  ['sandbox.css', 'text/css; charset=utf-8'],
  ['sandbox.js', 'text/javascript; charset=utf-8'],
  ['checkout.js', 'text/javascript; charset=utf-8'],
]);

const folder = join(import.meta.dirname, 'page');

/** Sandbox page: plain HTML that works under the strict content policy, filled by its script. */
export function page(): Promise<RawAnswer> {
  return html('sandbox.html');
}

export function checkoutPage(): Promise<RawAnswer> {
  return html('checkout.html');
}

async function html(name: string): Promise<RawAnswer> {
  return { type: 'text/html; charset=utf-8', body: await readFile(join(folder, name)) };
}

/** File of the page; undefined for any other name. */
export async function asset(name: string): Promise<RawAnswer | undefined> {
  const type = assets.get(name);
  return type === undefined ? undefined : { type, body: await readFile(join(folder, name)) };
}
