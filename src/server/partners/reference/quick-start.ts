import { paths } from '../../../contract/paths.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';

/** One step of the quick start: its purpose, and commands that a test runs unchanged. */
export interface Step {
  readonly title: string;
  readonly text: string;
  readonly commands: string;
  /** Answer of the last command, as an example. */
  readonly answer?: string;
}

const single = (value: object) => JSON.stringify(value).replaceAll("'", String.raw`'\''`);

/** Steps from a key to the first event (docs/product/integrations.md#reference). @param site address of the host */
export function quickStart(site: string, country: CountryCode): readonly Step[] {
  const { sample } = SERVER_ENTRIES[country];
  const person = {
    first_name: 'Ana',
    last_name: 'Prueba',
    email_address: 'ana.prueba@example.com',
    document_number: sample.documents[0] ?? '',
    birthdate: '1990-05-17',
    phone: `${sample.phone}1`,
    bank_code: sample.account.bankId,
  };
  const auth = '-H "Authorization: Bearer $CUOTA_KEY"';
  return [
    {
      title: 'Tu clave',
      text: 'Te la da la financiera una sola vez. Guardala como una contraseña: nunca en una página ni en una app. Poné la tuya en lugar de cuota_…',
      commands: `export CUOTA_SITE='${site}'\nexport CUOTA_KEY='cuota_…'\ncurl -sS "$CUOTA_SITE/partners-api/v1/key" ${auth}`,
      answer:
        '{"status":"success","partner":"tu-codigo","country":"' +
        country +
        '","scopes":["leads.create","leads.read","events.read"],"hourly_limit":1000,"expires_at":"2027-11-27T12:00:00.000Z"}',
    },
    {
      title: 'Mandar una persona',
      text: 'La Idempotency-Key es tuya y única para cada persona: si no te llega la respuesta, repetí el mismo pedido con la misma clave y no se crea dos veces. En url sigue la persona.',
      commands: `ANSWER=$(curl -sS "$CUOTA_SITE/partners-api/v1/leads" ${auth} \\\n  -H 'Content-Type: application/json' -H "Idempotency-Key: prueba-$$" \\\n  -d '${single(person)}')\necho "$ANSWER"`,
      answer: `{"status":"success","id":"Zk3…","state":"offer","url":"${site}${paths.vendor('x1Y')}"}`,
    },
    {
      title: 'Ver en qué está',
      text: 'Solo tus personas, y solo su estado.',
      commands: `ID=$(echo "$ANSWER" | sed -n 's/.*"id":"\\([^"]*\\)".*/\\1/p')\ncurl -sS "$CUOTA_SITE/partners-api/v1/leads/$ID" ${auth}`,
      answer: '{"status":"success","id":"Zk3…","state":"offer"}',
    },
    {
      title: 'Leer los avisos en orden',
      text: 'Guardá next y mandalo como after la próxima vez. Con webhooks los avisos te llegan sin preguntar; con esta llamada recuperás los que se perdieron: tienen los mismos números.',
      commands: `curl -sS "$CUOTA_SITE/partners-api/v1/events" ${auth}`,
      answer: '{"status":"success","events":[],"next":"","more":false}',
    },
    {
      title: 'Comprobar la firma de un webhook',
      text: 'Usamos Standard Webhooks 1.0.0: hay bibliotecas para casi todos los lenguajes. Con openssl, sobre el ejemplo público, tiene que dar la parte de webhook-signature que sigue a v1 y la coma. Rechazá lo que tenga más de cinco minutos y lo que ya recibiste (mismo webhook-id).',
      commands: [
        "SECRET='whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'",
        "WEBHOOK_ID='msg_p5jXN8AQM9LWM0D4loKWxJek'",
        "WEBHOOK_TIMESTAMP='1614265330'",
        `BODY='{"test": 2432232314}'`,
        String.raw`HEX=$(printf %s "` +
          '${SECRET#whsec_}' +
          String.raw`" | base64 -d | od -An -v -tx1 | tr -d ' \n')`,
        'printf %s "$WEBHOOK_ID.$WEBHOOK_TIMESTAMP.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$HEX" -binary | base64',
      ].join('\n'),
      answer: 'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  ];
}
