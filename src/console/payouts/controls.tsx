import { type ReactNode, useId, useState } from 'react';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, Tag } from '../../ui/tag.tsx';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { AWAITS, countryName } from '../../words/texts.ts';
import css from '../ui/page.module.css';
import { answered, ReasonDialog } from '../ui/write-dialog.tsx';
import { CONTROL_REASON_NAMES, STOP_REASON_NAMES } from '../../words/payout-names.ts';
import own from './payouts.module.css';
import type { Control } from '../../words/payouts.ts';
import { RequestLink } from '../ui/waits.tsx';

interface ControlsProps {
  controls: readonly Control[];
  onDone: (message: string) => void;
  /** Called after a concurrent change. */
  onStale: () => void;
}

type Times = Control['delivery_times']['members'];
type Doing = { readonly what: 'stop' | 'resume' | 'cap'; readonly control: Control };

/** Settings by country: payouts on or off, and the daily cap. */
export function Controls({ controls, onDone, onStale }: ControlsProps) {
  const me = useMe();
  const [doing, setDoing] = useState<Doing>();
  const part = {
    onClose: () => setDoing(undefined),
    onStale,
    onDone: (message: string) => {
      setDoing(undefined);
      onDone(message);
    },
  };
  const mayStop = allows(me, 'POST /api/staff/pay-outs/controls/{country}/stop');
  const isAllowed = allows(me, 'POST /api/staff/pay-outs/controls/{country}/cap');
  const mayChange = ({ waits }: Control) => isAllowed && waits === '';
  return (
    <>
      <ul className={own.controls} aria-label="Envíos por país">
        {controls.map((control) => (
          <li key={control.country} className={own.control}>
            <Standing control={control} />
            {control.waits && (
              <p>
                <Tag tone="late">Espera aprobación</Tag> Lo pidió {control.waits}. <RequestLink />
              </p>
            )}
            <Fold country={control.country}>
              <Times times={control.delivery_times} />
              <div className={own.actions}>
                {control.is_stopped
                  ? mayChange(control) && (
                      <Button small onClick={() => setDoing({ what: 'resume', control })}>
                        Reanudar los envíos de {countryName(control.country)}
                      </Button>
                    )
                  : mayStop && (
                      <Button kind="danger" small onClick={() => setDoing({ what: 'stop', control })}>
                        Detener los envíos de {countryName(control.country)}
                      </Button>
                    )}
                {mayChange(control) && (
                  <Button kind="ghost" small onClick={() => setDoing({ what: 'cap', control })}>
                    Tope diario de {countryName(control.country)}
                  </Button>
                )}
              </div>
            </Fold>
          </li>
        ))}
      </ul>
      {doing?.what === 'stop' && <StopDialog control={doing.control} {...part} />}
      {doing?.what === 'resume' && <ResumeDialog control={doing.control} {...part} />}
      {doing?.what === 'cap' && <CapDialog control={doing.control} {...part} />}
    </>
  );
}

/** Folded, so that the list is on the first screen. */
function Fold({ country, children }: { country: Control['country']; children: ReactNode }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classes(css.link, own.foldButton)}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Menos' : 'Tiempos, detener y tope'}
        <span className="visually-hidden"> de {countryName(country)}</span>
      </button>
      <div id={id} className={classes(own.folded, isOpen && own.isOpen)}>
        {children}
      </div>
    </>
  );
}

function Standing({ control }: { control: Control }) {
  const { country, currency, daily_cap: cap, sent_today: sent } = control;
  const today = `Hoy se ordenaron ${money(sent, currency)}${cap === null ? ', sin tope' : ` de ${money(cap, currency)}`}.`;
  const large = aboveCapText(control.above_cap);
  if (control.is_stopped)
    return (
      <Notice tone="bad" title={`${countryName(country)}: envíos detenidos por ${control.changed_by}`}>
        {control.reason}. Lo que está por salir espera y a nadie le mostramos una fecha. {today}
      </Notice>
    );
  if (control.is_capped)
    return (
      <Notice tone="late" title={`${countryName(country)}: se llegó al tope del día`}>
        Lo que no entró espera al día siguiente. {today} {large}
      </Notice>
    );
  return (
    <p>
      <strong>{countryName(country)}</strong>. {today} {large}
    </p>
  );
}

/** Payout times: members' payouts go first. */
function Times({ times: { members, others } }: { times: Control['delivery_times'] }) {
  return (
    <div>
      <p className={css.minor}>De la confirmación a la entrega, últimos 30 días</p>
      <p>Con Turbo: {timedText(members)}</p>
      <p>Los demás: {timedText(others)}</p>
    </div>
  );
}

function timedText({ count, median_minutes: median, slow_minutes: slow }: Times): string {
  if (count === 0) return 'ningún envío.';
  const sent = count === 1 ? '1 envío' : `${count} envíos`;
  if (count < fewestTimed) return `${sent}: hacen falta ${fewestTimed} para medir cuánto tardan.`;
  return `${sent}. La mitad llegó en ${duration(median)}; 9 de cada 10, en ${duration(slow)}.`;
}

/** Payouts from which a percentile says something. */
const fewestTimed = 10;

const duration = (minutes: number): string =>
  minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 6) / 10} h`.replace('.', ',');

const aboveCapText = (count: number): string => {
  if (count === 0) return '';
  return count === 1
    ? 'Un envío supera el tope por sí solo: no sale hasta que dos personas lo aprueben.'
    : `${count} envíos superan el tope por sí solos: no salen hasta que dos personas aprueben cada uno.`;
};

interface DialogProps {
  control: Control;
  onClose: () => void;
  onDone: (message: string) => void;
  onStale: () => void;
}

function StopDialog({ control: { country, version }, ...part }: DialogProps) {
  return (
    <ReasonDialog
      {...part}
      title={`Detener los envíos de ${countryName(country)}`}
      action="Detener"
      kind="danger"
      names={STOP_REASON_NAMES}
      first="provider"
      write={(body) =>
        call('POST /api/staff/pay-outs/controls/{country}/stop', { params: { country }, version, body })
      }
      said={answered}
    >
      <p>Desde ahora no sale nada que esté por salir. Para reanudarlos hacen falta dos personas.</p>
    </ReasonDialog>
  );
}

function ResumeDialog({ control: { country, version }, ...part }: DialogProps) {
  return (
    <ReasonDialog
      {...part}
      title={`Reanudar los envíos de ${countryName(country)}`}
      action="Pedir aprobación"
      names={CONTROL_REASON_NAMES}
      first="solved"
      write={(body) =>
        call('POST /api/staff/pay-outs/controls/{country}/resume', { params: { country }, version, body })
      }
      said={AWAITS}
    >
      <p>Cuando otra persona lo apruebe, sale todo lo que esperaba, cada envío una vez.</p>
    </ReasonDialog>
  );
}

function CapDialog({ control, ...part }: DialogProps) {
  const { country, currency, version } = control;
  const [cap, setCap] = useState(control.daily_cap === null ? '' : String(control.daily_cap));
  const isBelowLargest = cap.trim() !== '' && Number(cap) < control.largest_planned;
  return (
    <ReasonDialog
      {...part}
      title={`Tope diario de ${countryName(country)}`}
      action="Pedir aprobación"
      names={CONTROL_REASON_NAMES}
      first="funds"
      write={(reason) =>
        call('POST /api/staff/pay-outs/controls/{country}/cap', {
          params: { country },
          version,
          body: {
            daily_cap: cap.trim() === '' ? null : Number(cap),
            ...reason,
          },
        })
      }
      said={AWAITS}
    >
      <p>
        Cuenta todo lo que se ordenó en el día, también lo que después falló. Hoy se ordenaron{' '}
        {money(control.sent_today, currency)}.
      </p>
      <label className={css.field}>
        <span>Tope por día, en {currency} (vacío: sin tope)</span>
        <input
          type="number"
          min={1}
          max={1_000_000_000}
          step={1}
          inputMode="numeric"
          value={cap}
          onChange={(event) => setCap(event.target.value)}
        />
      </label>
      {isBelowLargest && (
        <Notice tone="late" title="Hay envíos más grandes que este tope">
          El mayor por salir es de {money(control.largest_planned, currency)}. Lo que supere el tope por sí
          solo no sale hasta que dos personas lo aprueben, uno por uno.
        </Notice>
      )}
    </ReasonDialog>
  );
}
