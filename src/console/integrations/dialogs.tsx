import { type ComponentProps, useState } from 'react';
import {
  PARTNER_SCOPES,
  EVENTS_OF,
  type PartnerEventType,
  type PartnerKind,
  type PartnerScope,
} from '../../domain/outside-systems.ts';
import type { CountryCode } from '../../countries/countries.ts';
import { asSeen, call } from '../api.ts';
import { Choices } from '../ui/choices.tsx';
import css from '../ui/page.module.css';
import { answered, WordsDialog, WriteDialog } from '../ui/write-dialog.tsx';
import {
  EVENT_NAMES,
  KIND_NAMES,
  SCOPE_NAMES,
  type Partner,
  type PartnerKey,
  type WebhookRow,
} from '../../words/integrations.ts';

/** Dialog that is open, with its subject. */
export type Doing =
  | { readonly what: 'partner'; readonly country: CountryCode }
  | { readonly what: 'key' | 'webhook'; readonly partner: Partner }
  | { readonly what: 'issue' | 'revoke'; readonly key: PartnerKey }
  | { readonly what: 'change'; readonly webhook: WebhookRow; readonly partner: Partner }
  | { readonly what: 'rotate'; readonly webhook: WebhookRow };

export interface DoingDialogProps {
  doing: Doing;
  onClose: () => void;
  /** @param secret shown once afterwards */
  onDone: (said: string, secret?: { title: string; value: string }) => void;
}

interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  onType: (value: string) => void;
}

function Field({ label, onType, ...input }: FieldProps) {
  return (
    <label className={css.field}>
      <span>{label}</span>
      <input {...input} onChange={(event) => onType(event.target.value)} />
    </label>
  );
}

export function AddPartnerDialog({ doing, onClose, onDone }: DoingDialogProps) {
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [kind, setKind] = useState<PartnerKind>('partner');
  if (doing.what !== 'partner') return null;
  return (
    <WriteDialog
      title="Agregar un socio o sistema"
      action="Agregar"
      onClose={onClose}
      onDone={(said) => onDone(said)}
      write={() =>
        call('POST /api/staff/integrations/partners', {
          body: { country: doing.country, code, name, kind },
        })
      }
      said={answered}
    >
      <p>No puede nada hasta que tenga una clave o un webhook.</p>
      <Field label="Nombre" required maxLength={120} value={name} onType={setName} />
      <Field
        label="Código (minúsculas, números y guiones)"
        required
        pattern="[a-z][a-z0-9\-]{1,38}"
        value={code}
        onType={setCode}
      />
      <label className={css.field}>
        <span>Qué es</span>
        <select value={kind} onChange={(event) => setKind(event.target.value === 'own' ? 'own' : 'partner')}>
          {Object.entries(KIND_NAMES).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </WriteDialog>
  );
}

export function AskKeyDialog({ doing, onClose, onDone }: DoingDialogProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<PartnerScope[]>([]);
  const [limit, setLimit] = useState('1000');
  const [days, setDays] = useState('365');
  if (doing.what !== 'key') return null;
  const { partner } = doing;
  const options = partner.kind === 'own' ? (['events.read'] as const) : PARTNER_SCOPES;
  return (
    <WordsDialog
      title={`Pedir una clave para ${partner.name}`}
      action="Pedir aprobación"
      onClose={onClose}
      onDone={(said) => onDone(said)}
      write={({ reason }) =>
        call('POST /api/staff/integrations/partners/{id}/keys', {
          ...asSeen(partner),
          body: { name, scopes, hourly_limit: Number(limit), days: Number(days), reason },
        })
      }
      said="Espera aprobación. Cuando otra persona la apruebe, la retirás acá y se muestra una sola vez."
    >
      <p>Un socio tiene hasta dos claves vigentes, para cambiar de una a la otra sin pausa.</p>
      <Field label="Nombre de la clave" required maxLength={120} value={name} onType={setName} />
      <Choices
        legend="Permisos"
        options={options}
        nameOf={(scope) => SCOPE_NAMES[scope]}
        chosen={scopes}
        onChange={setScopes}
      />
      <Field
        label="Llamadas por hora"
        required
        type="number"
        min={1}
        max={100_000}
        value={limit}
        onType={setLimit}
      />
      <Field label="Días que dura" required type="number" min={1} max={366} value={days} onType={setDays} />
    </WordsDialog>
  );
}

export function IssueKeyDialog({ doing, onClose, onDone }: DoingDialogProps) {
  if (doing.what !== 'issue') return null;
  return (
    <WriteDialog
      title={`Retirar la clave ${doing.key.name}`}
      action="Mostrar la clave"
      onClose={onClose}
      onDone={(said, { key }) => onDone(said, { title: 'Clave de API', value: key })}
      write={() => call('POST /api/staff/integrations/keys/{id}/issue', { params: { id: doing.key.id } })}
      said="La clave ya vale."
    >
      <p>Se muestra una sola vez. Guardamos solo su comienzo y su huella.</p>
    </WriteDialog>
  );
}

export function RevokeKeyDialog({ doing, onClose, onDone }: DoingDialogProps) {
  if (doing.what !== 'revoke') return null;
  const { key } = doing;
  return (
    <WordsDialog
      title={`Revocar la clave ${key.name}`}
      action="Revocar"
      kind="danger"
      onClose={onClose}
      onDone={(said) => onDone(said)}
      write={(body) =>
        call('POST /api/staff/integrations/keys/{id}/revoke', { params: { id: key.id }, body })
      }
      said={answered}
    >
      <p>Deja de servir en el momento. No se puede deshacer: se pide otra.</p>
    </WordsDialog>
  );
}

interface WebhookFieldsProps {
  kind: PartnerKind;
  url: string;
  onUrl: (url: string) => void;
  types: PartnerEventType[];
  onTypes: (types: PartnerEventType[]) => void;
}

function WebhookFields({ kind, url, onUrl, types, onTypes }: WebhookFieldsProps) {
  const options: readonly PartnerEventType[] = EVENTS_OF[kind];
  return (
    <>
      <Field label="Dirección (https)" required type="url" maxLength={500} value={url} onType={onUrl} />
      <Choices
        legend="Avisos"
        options={options}
        nameOf={(type) => EVENT_NAMES[type]}
        chosen={types}
        onChange={onTypes}
      />
    </>
  );
}

export function NewWebhookDialog({ doing, onClose, onDone }: DoingDialogProps) {
  const kind = doing.what === 'webhook' ? doing.partner.kind : 'partner';
  const [url, setUrl] = useState('');
  const [types, setTypes] = useState<PartnerEventType[]>([...EVENTS_OF[kind]]);
  if (doing.what !== 'webhook') return null;
  return (
    <WriteDialog
      title={`Agregar un webhook de ${doing.partner.name}`}
      action="Agregar"
      onClose={onClose}
      onDone={(said, { secret }) => onDone(said, { title: 'Secreto del webhook', value: secret })}
      write={() =>
        call('POST /api/staff/integrations/partners/{id}/webhooks', {
          params: { id: doing.partner.id },
          body: { url, types },
        })
      }
      said="El webhook ya recibe avisos."
    >
      <WebhookFields kind={kind} url={url} onUrl={setUrl} types={types} onTypes={setTypes} />
    </WriteDialog>
  );
}

export function ChangeWebhookDialog(props: DoingDialogProps) {
  return props.doing.what === 'change' ? <ChangeForm {...props} doing={props.doing} /> : null;
}

function ChangeForm({
  doing: { webhook, partner },
  onClose,
  onDone,
}: Omit<DoingDialogProps, 'doing'> & { doing: Extract<Doing, { what: 'change' }> }) {
  const [url, setUrl] = useState(webhook.url);
  const [types, setTypes] = useState<PartnerEventType[]>([...webhook.types]);
  const [isOn, setOn] = useState(webhook.is_on);
  return (
    <WriteDialog
      title="Cambiar el webhook"
      action="Guardar"
      onClose={onClose}
      onDone={(said) => onDone(said)}
      write={() =>
        call('POST /api/staff/integrations/webhooks/{id}', {
          ...asSeen(webhook),
          body: { url, types, is_on: isOn },
        })
      }
      said={answered}
    >
      <WebhookFields kind={partner.kind} url={url} onUrl={setUrl} types={types} onTypes={setTypes} />
      <label>
        <input type="checkbox" checked={isOn} onChange={(event) => setOn(event.target.checked)} /> Prendido
      </label>
      <p className={css.minor}>
        Lo que pasa mientras está apagado no se manda después: se lee en orden con una clave.
      </p>
    </WriteDialog>
  );
}

export function RotateDialog({ doing, onClose, onDone }: DoingDialogProps) {
  if (doing.what !== 'rotate') return null;
  return (
    <WriteDialog
      title="Cambiar el secreto"
      action="Cambiar"
      onClose={onClose}
      onDone={(said, { secret }) => onDone(said, { title: 'Secreto del webhook', value: secret })}
      write={() => call('POST /api/staff/integrations/webhooks/{id}/rotate', asSeen(doing.webhook))}
      said="Durante 24 horas firman los dos secretos."
    >
      <p>El secreto nuevo se muestra una sola vez. El anterior también firma durante 24 horas.</p>
    </WriteDialog>
  );
}
