import type http from 'node:http';
import { z } from 'zod';
import { parseIsoDate } from '../../../domain/calendar-date.ts';
import {
  isUnknownPerson,
  lastDocument,
  lossOf,
  storedDocument,
  storeNext,
  type StandIn,
  type StoredDocument,
} from './sandbox-state.ts';

const provider = 'cfe';
const documentPath = /^\/documents\/(10[12])\/A\/(\d+)$/;
const seriesPath = /^\/series\/(10[12])\/A$/;

const sent = z.object({
  issued_on: z.string(),
  net: z.string(),
  tax: z.string(),
  total: z.string(),
  customer: z.object({ kind: z.string(), number: z.string(), name: z.string() }),
  corrects: z.array(z.object({ number: z.number() })),
});
type Body = z.output<typeof sent> & { readonly issuedOn: NonNullable<ReturnType<typeof parseIsoDate>> };

/** Serves the neutral port of the Uruguayan provider. @returns false for another address */
export function serveCfe(
  state: StandIn,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): boolean {
  const { url = '', method = '' } = request;
  if (!/^\/(?:documents|series|health)/.test(url)) return false;
  const respond = ({ status, body }: Answer) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const work = async () => {
    if ((await state.mode()) === 'away') return request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const loss = method === 'PUT' ? await lossOf(state) : undefined;
    if (loss === 'before') return request.socket.destroy();
    const answer = await answerOf(state, method, url, Buffer.concat(chunks).toString());
    return loss === 'after' ? request.socket.destroy() : respond(answer);
  };
  work().catch(() => request.socket.destroy());
  return true;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

async function answerOf(state: StandIn, method: string, url: string, text: string): Promise<Answer> {
  if (url === '/health') return { status: 200, body: {} };
  const [, kind] = seriesPath.exec(url) ?? [];
  if (kind !== undefined) {
    const last = await lastDocument(state, { provider, series: kind });
    return { status: 200, body: { last: last?.number ?? 0 } };
  }
  const [, type, given] = documentPath.exec(url) ?? [];
  if (type === undefined) return { status: 404, body: {} };
  const place = { provider, series: type };
  const number = Number(given);
  const known = await storedDocument<Body>(state, place, number);
  if (method === 'GET') return known ? { status: 200, body: shown(type, known) } : { status: 404, body: {} };
  const body = sent.parse(JSON.parse(text));
  if (known) {
    const isSame = known.body.total === body.total && known.body.customer.number === body.customer.number;
    return isSame ? { status: 200, body: shown(type, known) } : { status: 409, body: { last: known.number } };
  }
  if ((await state.mode()) === 'refuse' || isUnknownPerson(body.customer.number)) {
    const errors = [{ code: 'E05', message: 'El documento del receptor no es válido' }];
    return { status: 422, body: { errors } };
  }
  const issuedOn = parseIsoDate(body.issued_on);
  if (issuedOn === undefined) return { status: 422, body: { errors: [{ code: 'E01', message: 'Fecha' }] } };
  const stored = await storeNext(state, place, number, { ...body, issuedOn });
  if (!stored) {
    const last = await lastDocument(state, place);
    return { status: 409, body: { last: last?.number ?? 0 } };
  }
  const written = { number, body: { ...body, issuedOn }, code: stored.code, code_until: stored.codeUntil };
  return { status: 201, body: shown(type, written) };
}

function shown(type: string, { number, body, code, code_until: codeUntil }: StoredDocument<Body>) {
  return {
    customer: { number: body.customer.number },
    issued_on: body.issued_on,
    total: body.total,
    code,
    code_until: codeUntil,
    check_url: `https://www.efactura.dgi.gub.uy/consultaQR/cfe?${type},A,${number}`,
  };
}
