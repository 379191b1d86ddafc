import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '../../../contract/contract.ts';
import { EXPORTS, type ExportName } from '../../../contract/staff/exports.ts';
import { AUDIT_WORDS, COMMON_WORDS, FIGURE_WORDS, LIST_WORDS } from '../../../words/columns.ts';
import { csvOf, type ListSchema } from '../actions/csv.ts';

const tables: readonly (readonly [name: string, list: ListSchema, words: object])[] = [
  ...(Object.keys(EXPORTS) as ExportName[]).map(
    (name) => [name, contract[EXPORTS[name]].response.shape.result as ListSchema, LIST_WORDS[name]] as const,
  ),
  ['registro', contract['GET /api/staff/audit'].response.shape.result, AUDIT_WORDS],
  ['cifras', contract['GET /api/staff/figures'].response.shape.days, FIGURE_WORDS.days],
  ['filas', contract['GET /api/staff/figures/rows'].response.shape.result, FIGURE_WORDS.rows],
];

/** The codes that a member may have; none where it is no closed set. */
function codesOf(schema: unknown): string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return codesOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return codesOf(schema.element);
  return schema instanceof z.ZodUnion ? schema.options.flatMap(codesOf) : [];
}

/** Members whose codes are an open set in the contract. */
const open = ['action', 'loan_state', 'network', 'outcome', 'part', 'provider', 'rail', 'reason_code'];
const ofCodes = [...open, 'source', 'state', 'status', 'our_state', 'their_state', 'waits_for'];

describe.each(tables)('%s', (_, list, words) => {
  const members = Object.entries(list.element.shape);
  /** The cell of a member in a file of one row. */
  async function cellOf(member: string, value: unknown): Promise<string | undefined> {
    const file = await csvOf({ list, rows: [{ type: 'text', [member]: value }], words });
    const [heads = '', row = ''] = file.slice(1).trim().split('\r\n');
    const filled = row.split(';').filter((cell) => cell !== '');
    expect(heads.split(';').length).toBe(row.split(';').length);
    return filled[0];
  }

  test('every code of a closed set has a word', async () => {
    // A currency's ISO code is its name in a file of several.
    for (const [member, schema] of members.filter(([name]) => name !== 'currency')) {
      const isList = schema instanceof z.ZodArray;
      for (const code of codesOf(schema).filter((each) => each !== '')) {
        const cell = await cellOf(member, isList ? [code] : code);
        if (cell === undefined) continue;
        expect([member, code, cell === code]).toEqual([member, code, false]);
      }
    }
  });

  test('no two columns have the same head', async () => {
    const heads = (await csvOf({ list, rows: [], words })).slice(1).trim().split(';');
    expect(heads.filter((each, index) => heads.indexOf(each) !== index)).toEqual([]);
  });

  test('what the contract leaves open has words too', () => {
    const known = { ...COMMON_WORDS, ...words };
    const without = members
      .map(([name]) => name)
      .filter((name) => ofCodes.includes(name) && !(name in known));
    expect(without).toEqual([]);
  });
});
