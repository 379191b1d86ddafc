import { z } from 'zod';
import { parseIsoDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { InvoiceKind } from '../../../domain/invoicing.ts';
import { add, toUnits } from '../../../domain/money.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Vault } from '../../platform/secrets.ts';
import { WSFE_WSDL } from './arca-services.ts';
import { decimals, type Fault, type FiscalAnswer, type FiscalDocument, type Invoicing } from './port.ts';
import { soapClient, type SoapAnswer } from './soap-client.ts';
import { certificateEnd, ticketOf, type Ticket } from './wsaa.ts';

interface ArcaSettings {
  readonly wsaaUrl: string;
  readonly wsfeUrl: string;
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
  /** Lender's CUIT, digits. */
  readonly cuit: string;
  readonly pointOfSale: number;
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Codes of the authority (manual of WSFEv1; examples/SOURCES.md). */
const documentTypes: Readonly<Record<InvoiceKind, number>> = { invoice: 6, 'credit-note': 8 };
const customerTypes = { document: 96, legal: 86 } as const;
const services = 2;
const finalConsumer = 5;
const generalRate = 5;
const notFound = '602';
const notNext = '10016';
/** Ticket expired or unknown. */
const badTicket = '600';

const code = z.object({ Code: z.string(), Msg: z.string().default('') });
const errors = z.object({ Err: z.array(code).or(code.transform((one) => [one])) }).nullish();
const text = z.string().nullish();

const solicited = z.object({
  FeDetResp: z
    .object({
      FECAEDetResponse: z.array(
        z.object({
          Resultado: z.string(),
          Observaciones: z.object({ Obs: z.array(code).or(code.transform((one) => [one])) }).nullish(),
          CAE: text,
          CAEFchVto: text,
        }),
      ),
    })
    .nullish(),
  Errors: errors,
});
const consulted = z.object({
  ResultGet: z
    .object({
      DocTipo: z.string(),
      DocNro: z.string(),
      CbteFch: z.string(),
      ImpTotal: z.string(),
      Resultado: z.string(),
      CodAutorizacion: z.string(),
      FchVto: z.string(),
    })
    .nullish(),
  Errors: errors,
});
const lastKnown = z.object({ CbteNro: z.string().nullish(), Errors: errors });
const dummy = z.object({ AppServer: z.string(), DbServer: z.string(), AuthServer: z.string() });

/** `20260331`. */
const compact = (date: CalendarDate) => date.replaceAll('-', '');

function dateOf(given: string | null | undefined): CalendarDate {
  const date = parseIsoDate((given ?? '').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
  if (date === undefined) throw new Error('ARCA gave no date');
  return date;
}

/** Electronic invoices of ARCA: WSAA and WSFEv1 (docs/product/invoices.md#arca). */
export function arcaInvoicing(settings: ArcaSettings): Invoicing {
  const { cuit, pointOfSale } = settings;
  const call = arcaClient(settings);
  const query = async (document: FiscalDocument): Promise<FiscalAnswer> => {
    const FeCompConsReq = {
      CbteTipo: documentTypes[document.kind],
      CbteNro: document.number,
      PtoVta: document.pointOfSale,
    };
    const { ResultGet: found, Errors } = await call('FECompConsultar', { FeCompConsReq }, consulted);
    if (faultsOf(Errors).some((fault) => fault.code === notFound)) return { state: 'not-found' };
    if (!found) throw unclear(faultsOf(Errors));
    if (!isSame(document, found)) return { state: 'taken' };
    return authorised(document, cuit, found.CodAutorizacion, found.FchVto);
  };
  const last = async (kind: InvoiceKind): Promise<number> => {
    const asked = { PtoVta: pointOfSale, CbteTipo: documentTypes[kind] };
    const { CbteNro, Errors } = await call('FECompUltimoAutorizado', asked, lastKnown);
    // An empty number must not count as zero: the series would begin again.
    if (!/^\d{1,8}$/.test(CbteNro ?? '')) throw unclear(faultsOf(Errors));
    return Number(CbteNro);
  };
  return {
    name: 'arca',
    pointOfSale,
    certificateUntil: async () => certificateEnd(settings.certificate),
    last,
    query,
    async send(document) {
      const { FeDetResp, Errors } = await call('FECAESolicitar', requestOf(document, cuit), solicited);
      const detail = FeDetResp?.FECAEDetResponse[0];
      if (detail?.Resultado === 'A') return authorised(document, cuit, detail.CAE ?? '', detail.CAEFchVto);
      const faults = [...faultsOf(Errors), ...(detail?.Observaciones?.Obs ?? []).map(faultOf)];
      if (detail?.Resultado !== 'R' && faults.length === 0) throw unclear(faults);
      // Codes below 1000 are of the service, not of the document.
      if (faults.some((fault) => Number(fault.code) < 1_000)) throw unclear(faults);
      if (!faults.some((fault) => fault.code === notNext)) return { state: 'refused', faults };
      const known = await last(document.kind);
      if (known >= document.number) return query(document);
      // The number is the next one, so it is the date.
      return known === document.number - 1
        ? { state: 'refused', faults }
        : { state: 'out-of-step', last: known };
    },
    async isUp() {
      const { AppServer, DbServer, AuthServer } = await call('FEDummy', {}, dummy, false);
      return [AppServer, DbServer, AuthServer].every((each) => each === 'OK');
    },
  };
}

const unclear = (faults: readonly Fault[]) =>
  new Error(`ARCA gave no clear answer: ${faults.map((each) => `${each.code} ${each.message}`).join('; ')}`);

const faultOf = ({ Code, Msg }: z.output<typeof code>): Fault => ({ code: Code, message: Msg });
const faultsOf = (given: z.output<typeof errors>) => (given?.Err ?? []).map(faultOf);

/** Calls with a ticket in force; one that the service no longer knows is replaced once. */
function arcaClient(settings: ArcaSettings) {
  let client: ReturnType<typeof soapClient> | undefined;
  const ask = async (name: string, ticket: Ticket | undefined, parameters: object): Promise<SoapAnswer> => {
    client ??= soapClient(WSFE_WSDL, settings.wsfeUrl);
    const Auth = ticket && { Token: ticket.token, Sign: ticket.sign, Cuit: settings.cuit };
    const answer = await (await client)(name, ticket ? { Auth, ...parameters } : parameters);
    return answer[`${name}Result`] as SoapAnswer;
  };
  const login = (refused?: string) => ticketOf({ ...settings, url: settings.wsaaUrl }, refused);
  return async <T>(name: string, parameters: object, shape: z.ZodType<T>, isTicketed = true): Promise<T> => {
    const ticket = isTicketed ? await login() : undefined;
    let answer = await ask(name, ticket, parameters);
    if (ticket && isTicketRefused(answer)) answer = await ask(name, await login(ticket.token), parameters);
    const parsed = shape.safeParse(answer);
    if (!parsed.success) throw new Error(`ARCA answered ${name} in an unknown form`);
    return parsed.data;
  };
}

function isTicketRefused(answer: SoapAnswer): boolean {
  const parsed = errors.safeParse(answer['Errors']);
  return parsed.success && faultsOf(parsed.data).some((fault) => fault.code === badTicket);
}

function requestOf(document: FiscalDocument, cuit: string) {
  const { kind, pointOfSale, number, customer, net, tax, taxDate, issuedOn, corrects } = document;
  const date = compact(issuedOn);
  const detail = {
    Concepto: services,
    DocTipo: customerTypes[customer.kind],
    DocNro: customer.number,
    CbteDesde: number,
    CbteHasta: number,
    CbteFch: date,
    ImpTotal: decimals(add(net, tax)),
    ImpTotConc: '0.00',
    ImpNeto: decimals(net),
    ImpOpEx: '0.00',
    ImpTrib: '0.00',
    ImpIVA: decimals(tax),
    FchServDesde: compact(taxDate),
    FchServHasta: compact(taxDate),
    // Not before the date of the document.
    FchVtoPago: date,
    MonId: 'PES',
    MonCotiz: '1',
    CondicionIVAReceptorId: finalConsumer,
    ...(corrects.length === 0
      ? {}
      : {
          CbtesAsoc: {
            CbteAsoc: corrects.map((each) => ({
              Tipo: documentTypes.invoice,
              PtoVta: each.pointOfSale,
              Nro: each.number,
              Cuit: cuit,
              CbteFch: compact(each.issuedOn),
            })),
          },
        }),
    Iva: { AlicIva: [{ Id: generalRate, BaseImp: decimals(net), Importe: decimals(tax) }] },
  };
  return {
    FeCAEReq: {
      FeCabReq: { CantReg: 1, PtoVta: pointOfSale, CbteTipo: documentTypes[kind] },
      FeDetReq: { FECAEDetRequest: [detail] },
    },
  };
}

/** Compares the number's document with ours: customer, date and total. */
function isSame(
  { customer, issuedOn, net, tax }: FiscalDocument,
  found: {
    readonly DocTipo: string;
    readonly DocNro: string;
    readonly CbteFch: string;
    readonly ImpTotal: string;
  },
): boolean {
  return (
    Number(found.DocTipo) === customerTypes[customer.kind] &&
    Number(found.DocNro) === Number(customer.number) &&
    found.CbteFch === compact(issuedOn) &&
    Math.round(Number(found.ImpTotal) * 100) === add(net, tax)
  );
}

function authorised(
  document: FiscalDocument,
  cuit: string,
  cae: string,
  until: string | null | undefined,
): FiscalAnswer {
  if (!/^\d{14}$/.test(cae)) throw new Error('ARCA authorised without a code');
  return {
    state: 'authorised',
    code: cae,
    codeUntil: dateOf(until),
    checkUrl: checkUrl(document, cuit, cae),
  };
}

/** Address of the QR code (RG 4892): the document as JSON in base64. */
export function checkUrl(
  { kind, pointOfSale, number, issuedOn, net, tax, customer }: FiscalDocument,
  cuit: string,
  cae: string,
): string {
  const facts = {
    ver: 1,
    fecha: issuedOn,
    cuit: Number(cuit),
    ptoVta: pointOfSale,
    tipoCmp: documentTypes[kind],
    nroCmp: number,
    importe: toUnits(add(net, tax)),
    moneda: 'PES',
    ctz: 1,
    tipoDocRec: customerTypes[customer.kind],
    nroDocRec: Number(customer.number),
    tipoCodAut: 'E',
    codAut: Number(cae),
  };
  return `https://www.afip.gob.ar/fe/qr/?p=${encodeURIComponent(Buffer.from(JSON.stringify(facts)).toString('base64'))}`;
}
