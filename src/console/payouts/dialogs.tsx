import { useState } from 'react';
import { asSeen, call } from '../api.ts';
import {
  ABOVE_CAP_REASON_NAMES,
  ACCOUNT_REASON_NAMES,
  HOLD_REASON_NAMES,
  RELEASE_REASON_NAMES,
} from '../../words/payout-names.ts';
import { AWAITS } from '../../words/texts.ts';
import css from '../ui/page.module.css';
import { answered, ReasonDialog } from '../ui/write-dialog.tsx';
import { heldBy, type Order } from '../../words/payouts.ts';

export interface OrderDialogProps {
  order: Order;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Called after a concurrent change by staff or the provider. */
  onStale: () => void;
}

export function HoldDialog({ order, ...part }: OrderDialogProps) {
  return (
    <ReasonDialog
      {...part}
      title="Retener el envío"
      action="Retener"
      kind="danger"
      names={HOLD_REASON_NAMES}
      first="account-doubt"
      write={(body) => call('POST /api/staff/pay-outs/{id}/hold', { ...asSeen(order), body })}
      said={answered}
    >
      <p>No sale hasta que alguien lo suelte. La persona ve que todavía no salió, sin el motivo.</p>
    </ReasonDialog>
  );
}

export function ReleaseDialog({ order, ...part }: OrderDialogProps) {
  return (
    <ReasonDialog
      {...part}
      title="Soltar el envío"
      action="Soltar"
      names={RELEASE_REASON_NAMES}
      first="checked"
      write={(body) => call('POST /api/staff/pay-outs/{id}/release', { ...asSeen(order), body })}
      said={({ outcome }) =>
        outcome === 'pending_approval'
          ? AWAITS
          : order.awaits_identity
            ? 'El envío ya no está retenido. Espera la revisión de identidad.'
            : 'El envío sigue su curso.'
      }
    >
      <p>{heldBy(order)}Al soltarlo sale como cualquier otro, una sola vez.</p>
    </ReasonDialog>
  );
}

export function AboveCapDialog({ order, ...part }: OrderDialogProps) {
  return (
    <ReasonDialog
      {...part}
      title="Enviar por encima del tope"
      action="Pedir aprobación"
      names={ABOVE_CAP_REASON_NAMES}
      first="checked"
      write={(body) => call('POST /api/staff/pay-outs/{id}/above-cap', { ...asSeen(order), body })}
      said={AWAITS}
    >
      <p>
        Este envío supera el tope del día por sí solo. Cuando otra persona lo apruebe sale aparte, una sola
        vez, y cuenta en lo que salió ese día. El tope no cambia para los demás.
      </p>
    </ReasonDialog>
  );
}

const CHANNELS = { email: 'Mail', sms: 'SMS' } as const;

export function AccountDialog({ order, ...part }: OrderDialogProps) {
  const [channel, setChannel] = useState<keyof typeof CHANNELS>('email');
  return (
    <ReasonDialog
      {...part}
      title="Pedir otra cuenta"
      action="Mandar el link"
      names={ACCOUNT_REASON_NAMES}
      first="account-wrong"
      write={(reason) =>
        call('POST /api/staff/pay-outs/{id}/account', {
          ...asSeen(order),
          body: { channel, ...reason },
        })
      }
      said={answered}
    >
      <p>
        La persona entra con el link a la página de este préstamo, carga la cuenta y confirma de nuevo. Nadie
        más puede elegir adónde va su dinero.
      </p>
      <label className={css.field}>
        <span>Cómo</span>
        <select value={channel} onChange={(event) => setChannel(event.target.value as keyof typeof CHANNELS)}>
          {Object.entries(CHANNELS).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </ReasonDialog>
  );
}
