import type { z } from 'zod';
import type { RawAnswer } from '../../platform/http/route.ts';
import { headOf } from './csv-heads.ts';

/** What a spreadsheet would take for a formula begins with one of these, in full width too (OWASP 'CSV injection'). */
const formula = /^\s*[=+\-@＝＋－＠]/;
const number = /^-?\d+(?:[.,]\d+)?$/;

/** What pages send back and nobody reads. */
const ofPagesAlone = new Set(['version', 'books', 'own', 'decidable']);

/** Any list of an answer: its rows' members are the file's columns, in their order. */
export type ListSchema = z.ZodArray<z.ZodObject>;

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (typeof value === 'number') return String(value).replace('.', ',');
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function cell(value: unknown): string {
  const text = textOf(value);
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Rows of a list as CSV for a spreadsheet of a country that writes amounts with a comma: heads in Spanish, columns apart
 * by semicolons, with the mark by which spreadsheets know UTF-8.
 */
export function csvOf(list: ListSchema, rows: readonly object[]): string {
  const columns = Object.keys(list.element.shape).filter((name) => !ofPagesAlone.has(name));
  const lines = rows.map((row) => columns.map((name) => cell((row as Record<string, unknown>)[name])));
  const all = [columns.map((name) => cell(headOf(name))), ...lines];
  return `\uFEFF${all.map((line) => `${line.join(';')}\r\n`).join('')}`;
}

/** The answer that gives rows of a list to be taken away, under this name. */
export function csvAnswer(name: string, list: ListSchema, rows: readonly object[]): RawAnswer {
  return {
    type: 'text/csv; charset=utf-8',
    body: csvOf(list, rows),
    headers: { 'Content-Disposition': `attachment; filename="${name}.csv"` },
  };
}
