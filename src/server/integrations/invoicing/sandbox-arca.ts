import { createVerify, generateKeyPair, X509Certificate } from 'node:crypto';
import type http from 'node:http';
import { promisify } from 'node:util';
import { addDays, parseIsoDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { noteForSandbox, sandboxNote } from '../../platform/sandbox-notes.ts';
import { WSAA_WSDL, WSFE_WSDL } from './arca-services.ts';
import {
  isUnknownPerson,
  lastDocument,
  lossOf,
  storedDocument,
  storeNext,
  type StandIn,
} from './sandbox-state.ts';

export const arcaPaths = { wsaa: '/ws/services/LoginCms', wsfe: '/wsfev1/service.asmx' } as const;
const provider = 'arca';
const ticketHours = 12;
const skewMs = 3_600_000;

/** Certificate of a day's login, signed by itself. */
export async function makeCertificate(): Promise<{ readonly certificate: string; readonly key: string }> {
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { default: forge } = await import('node-forge');
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  certificate.serialNumber = '01';
  // The business clock may be moved by years.
  certificate.validity.notBefore = new Date('2000-01-01T00:00:00Z');
  certificate.validity.notAfter = new Date('2999-01-01T00:00:00Z');
  const names = [{ name: 'commonName', value: 'sandbox' }];
  certificate.setSubject(names);
  certificate.setIssuer(names);
  certificate.sign(forge.pki.privateKeyFromPem(pair.privateKey), forge.md.sha256.create());
  return { certificate: forge.pki.certificateToPem(certificate), key: pair.privateKey };
}

type Fields = Readonly<Record<string, unknown>>;
type Answer = Promise<object>;
type Service = (given: Fields, _done: unknown, _headers: unknown, request: http.IncomingMessage) => Answer;

class Lost extends Error {}

/** Serves WSAA and WSFEv1 as SOAP on a server. */
export async function serveArca(state: StandIn, server: http.Server): Promise<void> {
  const soap = await import('soap');
  const served =
    (answer: (given: Fields) => Answer, isSent = false): Service =>
    async (given, _done, _headers, request) => {
      const loss = isSent ? await lossOf(state) : undefined;
      const isAway = (await state.mode()) === 'away';
      const said = isAway || loss === 'before' ? undefined : await answer(given);
      if (said && loss === undefined) return said;
      request.socket.destroy();
      throw new Lost('the connection is gone');
    };
  const named = (call: string, answer: (given: Fields) => Answer, isSent = false) => ({
    [call]: served(async (given) => ({ [`${call}Result`]: await answer(given) }), isSent),
  });
  const ticketed = (answer: (given: Fields) => Answer) => async (given: Fields) =>
    (await isTicket(state, at(given, 'Auth', 'Token')))
      ? answer(given)
      : { Errors: errors('600', 'ValidacionDeToken: Error al verificar hash: token expirado') };
  soap.listen(
    server,
    arcaPaths.wsaa,
    { LoginCMSService: { LoginCMSServicePort: { loginCms: served((given) => logIn(state, given)) } } },
    WSAA_WSDL,
  );
  const calls = {
    ...named(
      'FECAESolicitar',
      ticketed((given) => solicit(state, given)),
      true,
    ),
    ...named(
      'FECompUltimoAutorizado',
      ticketed((given) => lastAuthorised(state, given)),
    ),
    ...named(
      'FECompConsultar',
      ticketed((given) => consult(state, given)),
    ),
    ...named('FEDummy', async () => ({ AppServer: 'OK', DbServer: 'OK', AuthServer: 'OK' })),
  };
  soap.listen(server, arcaPaths.wsfe, { Service: { ServicePort: calls } }, WSFE_WSDL);
}

/** Text at a path of a request; '' if it is not there. */
function at(given: unknown, ...path: readonly string[]): string {
  const found = path.reduce<unknown>((value, name) => {
    const one: unknown = Array.isArray(value) ? value[0] : value;
    return typeof one === 'object' && one !== null ? Reflect.get(one, name) : undefined;
  }, given);
  return typeof found === 'string' ? found : '';
}

const errors = (Code: string, Msg: string) => ({ Err: [{ Code, Msg }] });

function fault(code: string, text: string): never {
  throw Object.assign(new Error(text), {
    Fault: { faultcode: `ns1:${code}`, faultstring: text, statusCode: 500 },
  });
}

const ticketNote = 'invoicing-ticket';

interface StandInTicket {
  readonly token: string;
  readonly until: string;
}

const ticketIn = async ({ db }: StandIn): Promise<StandInTicket | undefined> => {
  const stored = await sandboxNote(db, ticketNote);
  return stored === undefined ? undefined : (JSON.parse(stored) as StandInTicket);
};

async function isTicket(state: StandIn, token: string): Promise<boolean> {
  const known = await ticketIn(state);
  if (known?.token !== token || Date.parse(known.until) < state.clock.now().getTime()) return false;
  if ((await state.mode()) !== 'expire-tickets') return true;
  // Good for one call.
  await noteForSandbox(state.db, ticketNote, JSON.stringify({ token, until: '2000-01-01T00:00:00Z' }));
  return true;
}

async function logIn(state: StandIn, given: Fields): Promise<object> {
  const { db, clock, mode } = state;
  const request = await verified(at(given, 'in0'));
  if (request === undefined) return fault('cms.sign.invalid', 'Firma inválida o algoritmo no soportado');
  const present = await mode();
  if (present === 'expired-certificate') return fault('cms.cert.expired', 'Certificado expirado');
  const now = clock.now().getTime() + (present === 'skewed-clock' ? -skewMs : 0);
  const timeOf = (name: string) => Date.parse(new RegExp(`<${name}>([^<]+)<`).exec(request)?.[1] ?? '');
  if (!(timeOf('generationTime') <= now))
    return fault('xml.generationTime.invalid', 'generationTime posee formato o dato inválido');
  if (!(timeOf('expirationTime') > now)) return fault('xml.expirationTime.expired', 'La solicitud expiró');
  const known = await ticketIn(state);
  if (known && Date.parse(known.until) > now)
    return fault('coe.alreadyAuthenticated', 'El CEE ya posee un TA valido para el acceso al WSN solicitado');
  const until = new Date(now + ticketHours * 3_600_000).toISOString();
  const token = `sandbox-${now}`;
  await noteForSandbox(db, ticketNote, JSON.stringify({ token, until }));
  const loginCmsReturn =
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><loginTicketResponse version="1.0"><header>' +
    `<uniqueId>1</uniqueId><expirationTime>${until}</expirationTime></header>` +
    `<credentials><token>${token}</token><sign>sandbox</sign></credentials></loginTicketResponse>`;
  return { loginCmsReturn };
}

/** Content of a signed message, if its signature is that of its certificate. */
export async function verified(base64: string): Promise<string | undefined> {
  const { default: forge } = await import('node-forge');
  try {
    const parsed = forge.asn1.fromDer(forge.util.decode64(base64));
    const message = forge.pkcs7.messageFromAsn1(parsed) as unknown as {
      readonly certificates: readonly [Parameters<typeof forge.pki.certificateToPem>[0]];
      readonly rawCapture: {
        readonly content: { readonly value: readonly [{ readonly value: string }] };
        readonly signature: string;
        readonly authenticatedAttributes: Parameters<typeof forge.asn1.create>[3];
      };
    };
    const { content, signature, authenticatedAttributes } = message.rawCapture;
    const text = content.value[0].value;
    const { Class, Type } = forge.asn1;
    const attributes = forge.asn1.create(Class.UNIVERSAL, Type.SET, true, authenticatedAttributes);
    const der = forge.asn1.toDer(attributes).getBytes();
    const digest = forge.md.sha256.create().update(text).digest().getBytes();
    const key = new X509Certificate(forge.pki.certificateToPem(message.certificates[0])).publicKey;
    const isSigned = createVerify('RSA-SHA256')
      .update(Buffer.from(der, 'latin1'))
      .verify(key, Buffer.from(signature, 'latin1'));
    return isSigned && der.includes(digest) ? forge.util.decodeUtf8(text) : undefined;
  } catch {
    return undefined;
  }
}

interface Body {
  readonly issuedOn: CalendarDate;
  /** `FECAEDetRequest`. */
  readonly detail: Fields;
}

const dateIn = (text: string) => parseIsoDate(text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
const compact = (date: CalendarDate) => date.replaceAll('-', '');
const placeOf = (pointOfSale: string, type: string) => ({ provider, series: `${pointOfSale} ${type}` });

async function solicit(state: StandIn, given: Fields): Promise<object> {
  const head = (name: string) => at(given, 'FeCAEReq', 'FeCabReq', name);
  const detail = (...names: readonly string[]) =>
    at(given, 'FeCAEReq', 'FeDetReq', 'FECAEDetRequest', ...names);
  const number = Number(detail('CbteDesde'));
  const place = placeOf(head('PtoVta'), head('CbteTipo'));
  const refuse = (Code: string, Msg: string) => ({
    FeCabResp: { Resultado: 'R' },
    FeDetResp: {
      FECAEDetResponse: [
        { CbteDesde: String(number), Resultado: 'R', Observaciones: { Obs: [{ Code, Msg }] } },
      ],
    },
  });
  const notNext = () =>
    refuse(
      '10016',
      'El numero o fecha del comprobante no se corresponde con el proximo a autorizar. Consultar metodo FECompUltimoAutorizado.',
    );
  const issuedOn = dateIn(detail('CbteFch'));
  if (issuedOn === undefined) return notNext();
  const objection = await objectionTo(state, head('CbteTipo'), detail, issuedOn);
  if (objection) return refuse(...objection);
  const raw = Reflect.get(
    Reflect.get(Reflect.get(given, 'FeCAEReq') as object, 'FeDetReq') as object,
    'FECAEDetRequest',
  ) as readonly Fields[];
  const stored = await storeNext(state, place, number, { issuedOn, detail: raw[0] ?? {} });
  if (!stored) return notNext();
  return {
    FeCabResp: { Resultado: 'A', Reproceso: 'N' },
    FeDetResp: {
      FECAEDetResponse: [
        {
          CbteDesde: String(number),
          CbteHasta: String(number),
          CbteFch: compact(issuedOn),
          Resultado: 'A',
          CAE: stored.code,
          CAEFchVto: compact(stored.codeUntil),
        },
      ],
    },
  };
}

const cents = (text: string) => Math.round(Number(text) * 100);

async function objectionTo(
  state: StandIn,
  type: string,
  detail: (...names: readonly string[]) => string,
  issuedOn: CalendarDate,
): Promise<readonly [code: string, message: string] | undefined> {
  const today = parseIsoDate(state.clock.now().toISOString().slice(0, 10)) ?? issuedOn;
  const number = detail('DocNro');
  if ((await state.mode()) === 'refuse' || isUnknownPerson(number))
    return [
      '10015',
      'Factura B (CbteDesde igual a CbteHasta), DocTipo: 96, DocNro no se encuentra registrado en los padrones',
    ];
  if (!['86', '96'].includes(detail('DocTipo'))) return ['10013', 'DocTipo no es válido'];
  if (detail('CondicionIVAReceptorId') !== '5')
    return ['10246', 'Condicion Iva del receptor no es un valor permitido'];
  // A day of margin on either side, because the date is of the lender's zone.
  if (issuedOn < addDays(today, -11) || issuedOn > addDays(today, 11))
    return ['10016', 'Fecha fuera de rango'];
  const [net, tax, base] = [detail('ImpNeto'), detail('ImpIVA'), detail('Iva', 'AlicIva', 'BaseImp')].map(
    cents,
  );
  if (cents(detail('ImpTotal')) !== Number(net) + Number(tax))
    return ['10048', 'El campo ImpTotal no es la suma'];
  if (base !== net || Math.abs(Number(tax) - Number(net) * 0.21) > 1.5)
    return ['10051', 'Los importes de AlicIva no corresponden'];
  if (type !== '8') return undefined;
  const [pointOfSale, corrected] = [
    detail('CbtesAsoc', 'CbteAsoc', 'PtoVta'),
    detail('CbtesAsoc', 'CbteAsoc', 'Nro'),
  ];
  const found = await storedDocument(state, placeOf(pointOfSale, '6'), Number(corrected));
  return found ? undefined : ['10040', 'El comprobante asociado no existe'];
}

async function lastAuthorised(state: StandIn, given: Fields): Promise<object> {
  const [PtoVta, CbteTipo] = [at(given, 'PtoVta'), at(given, 'CbteTipo')];
  const last = await lastDocument(state, placeOf(PtoVta, CbteTipo));
  return { PtoVta, CbteTipo, CbteNro: String(last?.number ?? 0) };
}

async function consult(state: StandIn, given: Fields): Promise<object> {
  const asked = (name: string) => at(given, 'FeCompConsReq', name);
  const place = placeOf(asked('PtoVta'), asked('CbteTipo'));
  const found = await storedDocument<Body>(state, place, Number(asked('CbteNro')));
  if (!found)
    return {
      Errors: errors('602', 'No existen datos en nuestros registros para los parametros ingresados.'),
    };
  const { body, code, code_until: until } = found;
  return {
    ResultGet: {
      ...body.detail,
      Resultado: 'A',
      CodAutorizacion: code,
      EmisionTipo: 'CAE',
      FchVto: compact(until),
      PtoVta: asked('PtoVta'),
      CbteTipo: asked('CbteTipo'),
    },
  };
}
