import { sql } from 'kysely';
import { NOWHERE, type PersonalData } from '../platform/personal-data.ts';

/** Erasure removes recipients and contents of messages; the rows stay. */
export const personalData: PersonalData = {
  held: {
    message: {
      label: 'Mensajes enviados',
      // Contents are encrypted and contain links; recipient, time and channel are the personal data. Limited
      // to the country, because numbers of two countries can have the same ending.
      where: sql<boolean>`t.customer_id = c.id or t.country = c.country and (lower(t.recipient) = lower(c.email)
        or (t.channel = 'sms' and t.recipient like '%' || c.cellphone and c.cellphone <> ''))`,
      omit: ['body', 'provider_id', 'customer_id'],
      heading: 'Mensajes que te enviamos',
    },
  },
  async contact(tx, _deps, { customerId, country, email, cellphone }) {
    // Two statements, each with an index of its own.
    await tx
      .updateTable('message')
      .set({ recipient: NOWHERE, body: null })
      .where('customer_id', '=', customerId)
      .execute();
    await tx
      .updateTable('message')
      .set({ recipient: NOWHERE, body: null })
      .where('country', '=', country)
      .where((eb) =>
        eb.or([
          eb(eb.fn('lower', ['recipient']), '=', email.toLowerCase()),
          ...(cellphone === ''
            ? []
            : [eb.and([eb('channel', '=', 'sms'), eb('recipient', 'like', `%${cellphone}`)])]),
        ]),
      )
      .execute();
  },
};
