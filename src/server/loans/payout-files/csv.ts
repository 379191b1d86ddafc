/** Joins fields with semicolons into exactly one line, quoting where needed. */
export function csvLine(fields: readonly string[]): string {
  return fields.map(csvField).join(';');
}

/** Disarms a leading sign, which a spreadsheet reads as a formula; replaces line breaks with spaces. */
function csvField(value: string): string {
  // oxlint-disable-next-line no-control-regex
  const inOneLine = value.replaceAll(/[\u0000-\u001F\u007F]+/g, ' ');
  const safe = /^[=+@]|^-(?!\d)/.test(inOneLine) ? `'${inOneLine}` : inOneLine;
  return /[";]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * @returns the fields without their quotes and outer spaces; undefined if a quote is unclosed or misplaced
 */
export function splitCsvLine(line: string): string[] | undefined {
  const fields: string[] = [];
  let rest = line;
  for (;;) {
    const field = /^\s*"((?:[^"]|"")*)"\s*(?=;|$)|^[^;"]*(?=;|$)/.exec(rest);
    if (field === null) return undefined;
    fields.push(field[1] === undefined ? field[0].trim() : field[1].replaceAll('""', '"').trim());
    if (field[0].length === rest.length) return fields;
    rest = rest.slice(field[0].length + 1);
  }
}
