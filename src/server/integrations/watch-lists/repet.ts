import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseIsoDate, parseShownDate } from '../../../domain/calendar-date.ts';
import type { ListedBirth, ListedName } from '../../../domain/list-match.ts';
import { boundedText } from '../bounded-body.ts';
import { WatchListError, type ListedEntry, type WatchList, type WatchListFile } from './port.ts';

const timeLimitMs = 60_000;
/** Some ten times the present size. */
const mostBytes = 30 * 1024 * 1024;
/** Years around one that the list calls approximate. */
const approximateYears = 3;

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').trim());
/** One item, several, or none, which some fields write as an empty text. */
const several = <Item extends z.ZodType>(item: Item) =>
  z
    .union([z.array(item), item, z.literal('')])
    .nullish()
    .transform((value) => (value === '' || value === null || value === undefined ? [] : [value].flat()));

const alias = z.object({ QUALITY: text, ALIAS_NAME: text });
const dated = several(z.union([text, z.object({ VALUE: text }).transform(({ VALUE }) => VALUE)]));
const birth = z.object({ TYPE_OF_DATE: text, DATE: dated, YEAR: text, FROM_YEAR: text, TO_YEAR: text });
const entry = z.object({
  DATAID: z.union([z.string().min(1), z.number()]).transform(String),
  FIRST_NAME: text,
  SECOND_NAME: text,
  THIRD_NAME: text,
  FOURTH_NAME: text,
  UN_LIST_TYPE: text,
  LIST_TYPE: z.union([z.object({ VALUE: text }).transform(({ VALUE }) => VALUE), text]),
  REFERENCE_NUMBER: text,
  COMMENTS1: text,
  DELISTED_ON: text,
});
const person = entry.extend({
  INDIVIDUAL_ALIAS: several(alias),
  INDIVIDUAL_DATE_OF_BIRTH: several(birth),
  INDIVIDUAL_DOCUMENT: several(z.object({ NUMBER: text })),
});
const entity = entry.extend({ ENTITY_ALIAS: several(alias) });

/** RePET, the public register of the Argentine Ministry of Justice (docs/product/providers.md#repet). */
export function repet({ baseUrl }: { readonly baseUrl: string }): WatchList {
  return {
    async read() {
      const [persons, entities] = await Promise.all(
        ['personas', 'entidades'].map((name) => fetched(new URL(`/xml/${name}.json`, baseUrl))),
      );
      return readRepet(persons ?? '', entities ?? '');
    },
  };
}

async function fetched(url: URL): Promise<string> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeLimitMs) });
    if (response.status !== 200) throw new WatchListError(`status ${response.status}`);
    return await boundedText(response, mostBytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new WatchListError(`${url.pathname} cannot be read: ${why}`, { cause: error });
  }
}

/**
 * Reads both files of the register.
 * @throws WatchListError if one is no list, is empty, or has an entry of another shape or twice
 */
export function readRepet(personsText: string, entitiesText: string): WatchListFile {
  const persons = listed('personas.json', personsText, person).map((row): ListedEntry => ({
    ...common('person', row, row.INDIVIDUAL_ALIAS),
    births: birthsOf(row.INDIVIDUAL_DATE_OF_BIRTH),
    documents: row.INDIVIDUAL_DOCUMENT.map(({ NUMBER }) => NUMBER).filter((number) => number !== ''),
  }));
  const entities = listed('entidades.json', entitiesText, entity).map((row): ListedEntry => ({
    ...common('entity', row, row.ENTITY_ALIAS),
    births: [],
    documents: [],
  }));
  const entries = [...persons, ...entities];
  if (new Set(entries.map(({ id }) => id)).size !== entries.length)
    throw new WatchListError('an entry is listed twice');
  const digest = createHash('sha256').update(personsText).update('\0').update(entitiesText).digest('hex');
  return { digest, entries };
}

function listed<Row extends z.ZodType<z.output<typeof entry>>>(file: string, given: string, row: Row) {
  let rows: unknown;
  try {
    rows = JSON.parse(given);
  } catch (error) {
    throw new WatchListError(`${file} is no JSON`, { cause: error });
  }
  if (!Array.isArray(rows)) throw new WatchListError(`${file} is no list of entries`);
  const present = rows
    .map((each, index) => {
      const read = row.safeParse(each);
      if (!read.success)
        throw new WatchListError(
          `entry ${index + 1} of ${file} is of another shape: ${z.prettifyError(read.error)}`,
        );
      return read.data;
    })
    .filter(({ DELISTED_ON }) => DELISTED_ON === '');
  if (present.length === 0) throw new WatchListError(`${file} lists nobody`);
  return present;
}

type Common = z.output<typeof entry>;

function common(kind: ListedEntry['kind'], row: Common, aliases: readonly z.output<typeof alias>[]) {
  const own = [row.FIRST_NAME, row.SECOND_NAME, row.THIRD_NAME, row.FOURTH_NAME].filter(Boolean).join(' ');
  if (own === '') throw new WatchListError(`entry ${row.DATAID} has no name`);
  const others = aliases.flatMap(({ QUALITY, ALIAS_NAME }): ListedName[] =>
    ALIAS_NAME.split(';')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => ({ text: name, isWeak: /^(?:low|baja)$/i.test(QUALITY) })),
  );
  return {
    id: `${kind}-${row.DATAID}`,
    kind,
    names: [{ text: own, isWeak: false }, ...others],
    part: row.LIST_TYPE,
    programme: row.UN_LIST_TYPE,
    reference: row.REFERENCE_NUMBER,
    comments: row.COMMENTS1,
  };
}

/** Births; none if one of them cannot be read, since those that can would rule people out. */
function birthsOf(given: readonly z.output<typeof birth>[]): ListedBirth[] {
  const births = given.flatMap(({ TYPE_OF_DATE: type, DATE, YEAR, FROM_YEAR: from, TO_YEAR: to }) => {
    const around = /^approx/i.test(type) ? approximateYears : 0;
    const dates = DATE.filter((date) => date !== '').map(birthOn);
    const years = [YEAR, from && to ? `${from}-${to}` : from || to].filter(Boolean).map(birthIn);
    return [...dates, ...years].map(
      (each) => each && { ...each, from: each.from - around, to: each.to + around },
    );
  });
  const known = births.filter((each) => each !== undefined);
  return known.length === births.length ? known : [];
}

function birthOn(date: string): ListedBirth | undefined {
  const day = parseIsoDate(date.slice(0, 10)) ?? parseShownDate(date.replaceAll('/', '-'));
  if (!day) return birthIn(date);
  const year = Number(day.slice(0, 4));
  return { from: year, to: year, date: day };
}

function birthIn(years: string): ListedBirth | undefined {
  const [, from, to = from] = /^(\d{4})(?:-(\d{4}))?$/.exec(years) ?? [];
  return from === undefined ? undefined : { from: Number(from), to: Number(to) };
}
