/**
 * Pages of rows, each read after the last id of the previous one, so that rows changed by a page's work are
 * not read again.
 */
export async function* pagesById<Row>(
  read: (after: number) => Promise<readonly Row[]>,
  idOf: (row: Row) => number,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    const page = await read(after);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = idOf(last);
  }
}
