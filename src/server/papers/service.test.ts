import { expect, test } from 'vitest';
import type { PrintedDocument } from '../../countries/papers/loan-contract.ts';
import { isTrouble } from '../platform/trouble.ts';
import { typesetForCall } from './service.ts';

const printed: PrintedDocument = {
  language: 'es-AR',
  title: 'Movimientos',
  subtitle: 'Préstamo 1',
  author: 'Wayni',
  at: new Date('2026-11-27T12:00:00Z'),
  blocks: [{ kind: 'paragraph', text: 'Sin movimientos.' }],
  footer: 'Wayni',
};

test('of sixty calls at once 21 get their document, and the others are refused at once', async () => {
  const papers = await Promise.allSettled(Array.from({ length: 60 }, () => typesetForCall(printed)));
  const [done, refused] = [
    papers.filter((paper) => paper.status === 'fulfilled'),
    papers.filter((paper) => paper.status === 'rejected'),
  ];
  expect([done.length, refused.length]).toEqual([21, 39]);
  expect(done[0]?.value.subarray(0, 5).toString()).toBe('%PDF-');
  expect(refused.every(({ reason }) => isTrouble(reason))).toBe(true);
});
