import { z } from 'zod';
import { parseIsoDate } from '../../../domain/calendar-date.ts';
import type { InvoiceKind } from '../../../domain/invoicing.ts';
import { add } from '../../../domain/money.ts';
import { boundedText } from '../bounded-body.ts';
import { decimals, type FiscalAnswer, type FiscalDocument, type Invoicing } from './port.ts';

interface CfeSettings {
  readonly baseUrl: string;
  readonly token: string;
  /** Point of sale of our numbers; its series is the letter A. */
  readonly pointOfSale: number;
}

/** Longest call, milliseconds. */
const timeoutMs = 20_000;
/** Longest answer; one document has some hundred bytes. */
const mostBytes = 1024 * 1024;
const series = 'A';
/** e-Ticket and its credit note (DGI). */
const documentTypes: Readonly<Record<InvoiceKind, number>> = { invoice: 101, 'credit-note': 102 };

const day = z.string().transform((given, context) => {
  const date = parseIsoDate(given);
  if (date !== undefined) return date;
  context.addIssue('it must be a day');
  return z.NEVER;
});
const issued = z.object({
  customer: z.object({ number: z.string() }),
  issued_on: z.string(),
  total: z.string(),
  code: z.string().min(1).max(60),
  code_until: day,
  check_url: z.url({ protocol: /^https$/ }),
});
const refused = z.object({ errors: z.array(z.object({ code: z.string(), message: z.string() })).min(1) });
const position = z.object({ last: z.number().int().min(0) });

/** Fiscal documents through a provider's neutral JSON (docs/product/invoices.md#uruguays-provider). */
export function cfeInvoicing({ baseUrl, token, pointOfSale }: CfeSettings): Invoicing {
  const ask = async (method: 'GET' | 'PUT', path: string, body?: object) => {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer: unknown = await boundedText(response, mostBytes)
      .then((text) => JSON.parse(text) as unknown)
      .catch(() => undefined);
    return { status: response.status, answer };
  };
  const query = async (document: FiscalDocument): Promise<FiscalAnswer> => {
    const { status, answer } = await ask('GET', pathOf(document));
    if (status === 404) return { state: 'not-found' };
    if (status !== 200) throw new Error(`the invoicing provider answered ${status}`);
    const found = issued.parse(answer);
    const isOurs =
      found.customer.number === document.customer.number &&
      found.issued_on === document.issuedOn &&
      found.total === decimals(add(document.net, document.tax));
    return isOurs ? authorised(found) : { state: 'taken' };
  };
  return {
    name: 'cfe',
    pointOfSale,
    certificateUntil: async () => undefined,
    query,
    async last(kind) {
      const { status, answer } = await ask('GET', `/series/${documentTypes[kind]}/${series}`);
      if (status !== 200) throw new Error(`the invoicing provider answered ${status}`);
      return position.parse(answer).last;
    },
    async send(document) {
      const { status, answer } = await ask('PUT', pathOf(document), bodyOf(document));
      if (status === 200 || status === 201) return authorised(issued.parse(answer));
      if (status === 422) return { state: 'refused', faults: refused.parse(answer).errors };
      if (status !== 409) throw new Error(`the invoicing provider answered ${status}`);
      const { last } = position.parse(answer);
      return last >= document.number ? query(document) : { state: 'out-of-step', last };
    },
    async isUp() {
      return (await ask('GET', '/health')).status === 200;
    },
  };
}

const pathOf = ({ kind, number }: FiscalDocument) => `/documents/${documentTypes[kind]}/${series}/${number}`;

const authorised = ({
  code,
  code_until: codeUntil,
  check_url: checkUrl,
}: z.output<typeof issued>): FiscalAnswer => ({
  state: 'authorised',
  code,
  codeUntil,
  checkUrl,
});

function bodyOf({ issuedOn, taxDate, net, tax, customer, corrects }: FiscalDocument) {
  return {
    issued_on: issuedOn,
    service_on: taxDate,
    currency: 'UYU',
    net: decimals(net),
    tax: decimals(tax),
    total: decimals(add(net, tax)),
    customer,
    corrects: corrects.map((each) => ({
      type: documentTypes.invoice,
      series,
      number: each.number,
      issued_on: each.issuedOn,
    })),
  };
}
