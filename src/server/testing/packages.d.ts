// As platform/packages.d.ts, for tests.

declare module 'yaml' {
  // oxlint-disable-next-line typescript/no-explicit-any
  export function parse(text: string, options?: { merge?: boolean }): any;
  // oxlint-disable-next-line typescript/no-explicit-any
  export function parseAllDocuments(text: string): { toJS(): any }[];
}
