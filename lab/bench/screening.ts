// Measures the matching of a million customers with a list of the public register's size: node lab/bench/screening.ts
// --customers 1000000. It uses a temporary database.
import { parseArgs } from 'node:util';
import {
  loadList,
  noteScreened,
  screenChanged,
  screenEntries,
  unscreened,
} from '../../src/server/customers/screening/service.ts';
import type { ListedEntry } from '../../src/server/integrations/watch-lists/port.ts';
import { openDatabase } from '../../src/server/platform/database.ts';
import { prepareDatabase } from '../../src/server/platform/schema/prepare-database.ts';
import { addressesOf } from '../../src/server/platform/schema/database-addresses.ts';
import { createLogger } from '../../src/server/platform/logger.ts';
import { parseConfig } from '../../src/server/platform/config.ts';
import { startDatabase } from './postgres.ts';
import { printTable } from './table.ts';

const { values } = parseArgs({ options: { customers: { type: 'string', default: '1000000' } } });
const customers = Number(values.customers);
/** Entries of the register; four in five have names that are rare in Argentina. */
const entries = 1_200;

const firstNames =
  'Juan María José Ana Luis Carla Pedro Lucía Jorge Marta Carlos Rosa Diego Elena Pablo Julia'.split(' ');
const lastNames =
  'García González Rodríguez Fernández López Díaz Pérez Gómez Martínez Romero Sosa Álvarez Torres Ruiz Ramírez Flores Benítez Acosta Medina Suárez Herrera Aguirre Giménez Gutiérrez Rojas Molina Castro Ortiz Silva Núñez'.split(
    ' ',
  );
const rare =
  'Khaled Hussein Mohammed Rahim Qasem Suleiman Abdul Zawahiri Masri Haqqani Osman Yusuf Farid Nasser Tariq Jalal'.split(
    ' ',
  );

/** Names of customers: some nine hundred thousand, the most frequent shared by hundreds. */
const nameSql = (list: readonly string[], every: number) =>
  `(array[${list.map((name) => `'${name}'`).join(',')}])[1 + (i / ${every}) % ${list.length}]`;

function listOf(changed: number): ListedEntry[] {
  return Array.from({ length: entries }, (_, index): ListedEntry => {
    const isLocal = index % 5 === 0;
    const pick = (list: readonly string[], by: number) => list[(index * by + index) % list.length] ?? '';
    const name = isLocal
      ? `${pick(firstNames, 3)} ${pick(firstNames, 7)} ${pick(lastNames, 5)}`
      : `${pick(rare, 3)} ${pick(rare, 5)} ${pick(rare, 11)} ${pick(rare, 7)}`;
    const year = 1950 + (index % 45);
    return {
      id: `person-${index}`,
      kind: 'person',
      names: [{ text: name, isWeak: false }],
      births: [{ from: year, to: year }],
      documents: isLocal ? [String(20_000_000 + index)] : [],
      part: 'UN List',
      programme: index < changed ? 'changed' : '',
      reference: '',
      comments: '',
    };
  });
}

const database = await startDatabase();
const lines: string[][] = [['What', 'Seconds', 'Found']];
try {
  const config = parseConfig({ DATABASE_URL: database.url });
  await prepareDatabase(config, addressesOf(config, database.url), createLogger('error'));
  await database.fill(`
    insert into customer (hash, country, email, first_name, last_name, document_number, legal_number, cellphone,
      cellphone_prefix, birthdate, created_at)
    select 'h' || i, 'AR', 'c' || i || '@example.com', ${nameSql(firstNames, 1)} || ' ' || ${nameSql(firstNames, 16)},
      ${nameSql(lastNames, 256)} || ' ' || ${nameSql(lastNames, 7680)}, (20000000 + i)::text, '', '1140000000', '54',
      date '1950-01-01' + (i::bigint * 7919 % 18000)::int, now()
    from generate_series(1, ${customers}) i`);
  await database.fill('analyze customer');
  const { db, ...handle } = openDatabase(database.url, 2);
  const timed = async (what: string, run: () => Promise<string>) => {
    const began = performance.now();
    const found = await run();
    lines.push([what, ((performance.now() - began) / 1000).toFixed(1), found]);
  };
  const load = (changed: number) =>
    loadList(
      db,
      { read: async () => ({ digest: String(changed).padStart(64, '0'), entries: listOf(changed) }) },
      'AR',
      new Date(),
    );
  const all = async () => {
    const { versions, entries: some } = await unscreened(db, 'AR');
    const found = await screenEntries(db, 'AR', some, new Date());
    await noteScreened(db, versions, new Date());
    return `${some.length} entries, ${found} matches`;
  };
  const changed = async () => {
    const { customers: many, matches } = await screenChanged(db, 'AR', new Date());
    return `${many} customers, ${matches} matches`;
  };
  await timed('first night: the list', async () => `${(await load(0)).added} added`);
  await timed(`first night: ${customers} new customers`, changed);
  await database.fill('analyze screened_customer');
  await timed('first night: all entries again', all);
  await timed('a night without changes', changed);
  await load(10);
  await timed('ten entries changed', all);
  await database.fill("update customer set last_name = last_name || ' Paz' where id % 1000 = 0");
  await timed('one customer in a thousand changed', changed);
  await handle.close();
} finally {
  await database.stop();
}
printTable(lines);
