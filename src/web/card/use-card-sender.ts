import { useState } from 'react';
import { arrivedSettings } from '../settings.ts';
import { fetchTransport } from '../transport.ts';
import { type CardSender, createCardSender } from './card-sender.ts';
import { gatewayOf } from './gateway.ts';

/** Sender of a screen's card to our API; its memory ends with the screen. */
export function useCardSender(): CardSender {
  const [send] = useState(() =>
    createCardSender({
      gateway: async () => gatewayOf(await arrivedSettings()) ?? null,
      transport: fetchTransport,
    }),
  );
  return send;
}
