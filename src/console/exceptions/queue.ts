import type { ExceptionCard } from '../../words/exceptions.ts';
import { call } from '../api.ts';
import type { DecisionQueue } from '../ui/decision-queue.ts';

export const exceptionQueue: DecisionQueue<ExceptionCard> = {
  path: '/excepciones',
  next: 'POST /api/staff/exceptions/next',
  read: async (id) => (await call('GET /api/staff/exceptions/{id}', { params: { id } })).result,
  async takeNext(held, country) {
    const body = { held, ...(country ? { country: country as ExceptionCard['country'] } : {}) };
    return (await call('POST /api/staff/exceptions/next', { body })).result;
  },
};
