import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { known } from '../../../countries/identifiers/checked.ts';
import { parseDni, cuitsOfDni } from '../../../countries/identifiers/cuit.ts';
import { bcraBureau } from './bcra.ts';
import { noBureau } from './create.ts';
import type { BureauStanding, CreditBureau } from './port.ts';
import { sandboxBureau } from './sandbox.ts';

const spend = () => Promise.resolve(true);
const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A stand-in for api.bcra.gob.ar; `answers` by CUIL, 404 for everybody else as the BCRA does. */
async function standIn(
  answers: (
    legalNumber: string,
  ) => { status?: number; body?: unknown; silent?: boolean; location?: string } | undefined,
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = answers(request.url?.split('/').at(-1) ?? '');
    if (answer?.silent) return;
    const missing = {
      status: 404,
      errorMessages: ['No se encontró datos para la identificación ingresada.'],
    };
    response.writeHead(answer ? (answer.status ?? 200) : 404, {
      'content-type': 'application/json',
      ...(answer?.location ? { location: answer.location } : {}),
    });
    response.end(
      typeof answer?.body === 'string' ? answer.body : JSON.stringify(answer ? answer.body : missing),
    );
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** The wire format of the BCRA's manual. */
function debts(legalNumber: string, ...periods: readonly [period: string, situations: readonly number[]][]) {
  return {
    status: 200,
    results: {
      identificacion: Number(legalNumber),
      denominacion: 'PERSONA DE PRUEBA',
      periodos: periods.map(([periodo, situations]) => ({
        periodo,
        entidades: situations.map((situacion) => ({
          entidad: 'BANCO',
          situacion,
          fechaSit1: null,
          monto: 120,
          diasAtrasoPago: 0,
          refinanciaciones: false,
          recategorizacionOblig: false,
          situacionJuridica: false,
          irrecDisposicionTecnica: false,
          enRevision: false,
          procesoJud: false,
        })),
      })),
    },
  };
}

function subject(documentNumber: string) {
  return {
    country: 'AR' as const,
    documentNumber,
    legalNumbers: cuitsOfDni(known(parseDni(documentNumber))),
  };
}

async function realBureau(): Promise<CreditBureau> {
  const { url } = await standIn((legalNumber) => {
    const situations = { '30111220': [1, 4], '30111225': [1, 1] }[legalNumber.slice(2, 10)];
    return legalNumber.startsWith('20') && situations
      ? { body: debts(legalNumber, ['202610', situations]) }
      : undefined;
  });
  return bcraBureau({ baseUrl: url, spend });
}

describe.each<[string, () => Promise<CreditBureau>]>([
  ['the sandbox', async () => sandboxBureau()],
  ['the BCRA', realBureau],
])('%s', (_name, create) => {
  test.each<[string, BureauStanding]>([
    ['30111220', 'bad'],
    ['30111229', 'none'],
    ['30111225', 'good'],
  ])('says of %s: %s', async (documentNumber, standing) => {
    const report = await (await create()).report(subject(documentNumber));
    expect(report.standing).toBe(standing);
    // Only a good standing has a grade, from 1 to 8.
    expect(/^[1-8]$/.test(String(report.grade))).toBe(standing === 'good');
    // The decision log keeps the facts, and no person must be recognisable in them.
    expect(JSON.stringify(report)).not.toContain(documentNumber);
    expect(JSON.stringify(report)).not.toContain('PERSONA');
  });
});

async function gradeOf(situation: number): Promise<number> {
  const { url } = await standIn((number) => ({ body: debts(number, ['202610', [situation]]) }));
  return (await bcraBureau({ baseUrl: url, spend }).report(subject('26756539'))).grade ?? 0;
}

describe('the BCRA adapter', () => {
  test('asks for the CUILs that the DNI can belong to', async () => {
    const { url, asked } = await standIn(() => undefined);
    await bcraBureau({ baseUrl: url, spend }).report(subject('26756539'));
    expect(asked.toSorted()).toEqual(
      cuitsOfDni(known(parseDni('26756539')))
        .filter((number) => /^2[0347]/.test(number))
        .map((number) => `/CentralDeDeudores/v1.0/Deudas/${number}`)
        .toSorted(),
    );
    expect(asked).toContain('/CentralDeDeudores/v1.0/Deudas/20267565393');
  });

  test('looks at the latest period only, and at the worst lender and CUIL in it', async () => {
    const old = await standIn((number) => ({ body: debts(number, ['202501', [5]], ['202610', [1]]) }));
    expect(await bcraBureau({ baseUrl: old.url, spend }).report(subject('26756539'))).toMatchObject({
      standing: 'good',
      facts: { worstSituation: 1, period: '202610' },
    });
    const mixed = await standIn((number) => ({
      body: debts(number, ['202610', number.startsWith('27') ? [3] : [1]]),
    }));
    expect((await bcraBureau({ baseUrl: mixed.url, spend }).report(subject('26756539'))).standing).toBe(
      'bad',
    );
  });

  test('grades somebody who pays late below somebody who pays on time', async () => {
    expect(await gradeOf(2)).toBeLessThan(await gradeOf(1));
  });

  test.each([
    ['an error', 'answered 500', { status: 500, body: { errorMessages: ['x'] } }],
    ['being refused', 'answered 429', { status: 429, body: {} }],
    ['something else', 'something else than debts', { body: { hello: 'world' } }],
    ['no JSON', 'JSON', { body: '<html>' }],
    ['a redirect', 'fetch failed', { status: 302, body: {}, location: 'http://127.0.0.1:1/' }],
    ['silence', 'timeout', { silent: true }],
  ])('throws on %s, never takes it for a clean record', async (_what, message, answer) => {
    const { url } = await standIn(() => answer);
    await expect(
      bcraBureau({ baseUrl: url, spend, timeoutMs: 200 }).report(subject('26756539')),
    ).rejects.toThrow(message);
  });

  test('asks nothing beyond its budget, which it takes for all CUILs at once', async () => {
    const { url, asked } = await standIn(() => undefined);
    const taken: number[] = [];
    const empty = (requests: number) => Promise.resolve(taken.push(requests) === 0);
    await expect(bcraBureau({ baseUrl: url, spend: empty }).report(subject('26756539'))).rejects.toThrow(
      'budget',
    );
    expect(taken).toEqual([
      cuitsOfDni(known(parseDni('26756539'))).filter((number) => /^2[0347]/.test(number)).length,
    ]);
    expect(asked).toEqual([]);
  });

  test('refuses to decide without identifiers', async () => {
    const bureau = bcraBureau({ baseUrl: 'http://127.0.0.1:1', spend });
    await expect(bureau.report({ country: 'AR', documentNumber: '1', legalNumbers: [] })).rejects.toThrow(
      'no CUIL',
    );
  });
});

test('without a public bureau there is no record', async () => {
  const report = await noBureau().report({ country: 'UY', documentNumber: '12345672', legalNumbers: [] });
  expect(report).toEqual({ source: 'none', standing: 'none', facts: {} });
});
