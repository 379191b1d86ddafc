import { NOWHERE, type ErasedPerson } from '../customers/service.ts';
import type { Tx } from '../platform/database.ts';

/** Removes to whom messages went and what they said; that there were some stays. */
export const eraseMessages = {
  async contact(tx: Tx, _deps: unknown, { country, email, cellphone }: ErasedPerson): Promise<void> {
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
