import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { Link } from '../ui/link.tsx';
import { ReadTrouble, Said } from '../ui/list-parts.tsx';
import { Table } from '../ui/list.tsx';
import { Modal } from '../ui/modal.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { When } from '../ui/when.tsx';
import { countryName, ROLE_NAMES } from '../../words/texts.ts';
import {
  EVENT_NAMES,
  KEY_STATE_NAMES,
  KIND_NAMES,
  OFF_NAMES,
  SCOPE_NAMES,
  type Partner,
  type PartnerKey,
  type WebhookRow,
} from '../../words/integrations.ts';
import {
  AddPartnerDialog,
  AskKeyDialog,
  ChangeWebhookDialog,
  IssueKeyDialog,
  NewWebhookDialog,
  RevokeKeyDialog,
  RotateDialog,
  type Doing,
  type DoingDialogProps,
} from './dialogs.tsx';

const DIALOGS: Readonly<Record<Doing['what'], ComponentType<DoingDialogProps>>> = {
  partner: AddPartnerDialog,
  key: AskKeyDialog,
  issue: IssueKeyDialog,
  revoke: RevokeKeyDialog,
  webhook: NewWebhookDialog,
  change: ChangeWebhookDialog,
  rotate: RotateDialog,
};

/** Outside systems with their keys and webhooks. */
export function IntegrationsPage() {
  const me = useMe();
  const queries = useQueryClient();
  const [filters, setFilter] = useFilters<'pais'>();
  const country = me.countries.find((code) => code === filters.get('pais')) ?? me.countries[0];
  const [doing, setDoing] = useState<Doing>();
  const [said, setSaid] = useState('');
  const [secret, setSecret] = useState<{ title: string; value: string }>();
  const page = useQuery({
    queryKey: ['integrations', country],
    queryFn: () => call('GET /api/staff/integrations', { query: country ? { country } : {} }),
    refetchInterval: 60_000,
  });
  const done = (message: string, shown?: { title: string; value: string }) => {
    setSaid(message);
    setDoing(undefined);
    setSecret(shown);
    void queries.invalidateQueries();
  };
  const mayAdd = allows(me, 'POST /api/staff/integrations/partners');
  const Dialog = doing && DIALOGS[doing.what];
  const partners = page.data?.partners ?? [];
  return (
    <>
      <PageHead title="Integraciones">
        {country && mayAdd && (
          <Button small onClick={() => setDoing({ what: 'partner', country })}>
            Agregar un socio o sistema
          </Button>
        )}
      </PageHead>
      {me.countries.length > 1 && (
        <search className={css.filters}>
          <label className={css.field}>
            <span>País</span>
            <select value={country} onChange={(event) => setFilter('pais', event.target.value)}>
              {me.countries.map((code) => (
                <option key={code} value={code}>
                  {countryName(code)}
                </option>
              ))}
            </select>
          </label>
        </search>
      )}
      <Said message={said} />
      <ReadTrouble read={page} />
      {page.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {page.data && partners.length === 0 && (
        <p className={css.empty}>
          {country && countryName(country)} todavía no tiene socios ni sistemas.{' '}
          {`Un socio o sistema es un programa de afuera, como un comparador o el estudio contable, que lee o recibe datos. ${
            mayAdd
              ? 'Agregalo, y después pedí una clave o cargá un webhook para él.'
              : `Los agrega ${ROLE_NAMES.administrator}.`
          }`}
        </p>
      )}
      {partners.map((partner) => (
        <PartnerSection key={partner.id} partner={partner} onDo={setDoing} />
      ))}
      {Dialog && doing && <Dialog doing={doing} onClose={() => setDoing(undefined)} onDone={done} />}
      {secret && <SecretDialog {...secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

function PartnerSection({ partner, onDo }: { partner: Partner; onDo: (doing: Doing) => void }) {
  const me = useMe();
  return (
    <section aria-label={partner.name} className={css.form}>
      <div className={css.head}>
        <h2>{partner.name}</h2>
        <div className={css.actions}>
          {allows(me, 'POST /api/staff/integrations/partners/{id}/keys') && (
            <Button small kind="ghost" onClick={() => onDo({ what: 'key', partner })}>
              Pedir una clave
            </Button>
          )}
          {allows(me, 'POST /api/staff/integrations/partners/{id}/webhooks') && (
            <Button small kind="ghost" onClick={() => onDo({ what: 'webhook', partner })}>
              Agregar un webhook
            </Button>
          )}
        </div>
      </div>
      <p className={css.minor}>
        {KIND_NAMES[partner.kind]} · código {partner.code}
      </p>
      <KeyTable partner={partner} onDo={onDo} />
      <WebhookTable partner={partner} onDo={onDo} />
    </section>
  );
}

const keyTones: Readonly<Record<PartnerKey['state'], Tone>> = {
  approved: 'late',
  live: 'good',
  expired: 'off',
  revoked: 'off',
};

function KeyTable({ partner, onDo }: { partner: Partner; onDo: (doing: Doing) => void }) {
  const me = useMe();
  if (partner.keys.length === 0) return <p>Sin claves.</p>;
  const mayIssue = allows(me, 'POST /api/staff/integrations/keys/{id}/issue');
  const mayRevoke = allows(me, 'POST /api/staff/integrations/keys/{id}/revoke');
  return (
    <Table
      caption={`Claves de ${partner.name}, la última primero`}
      columns={['Clave', 'Permisos', 'Estado', 'Último uso', 'Acciones']}
    >
      {partner.keys.map((key) => (
        <tr key={key.id}>
          <th scope="row">
            {key.name}
            {key.prefix && <span className={css.minor}>cuota_{key.prefix}_…</span>}
          </th>
          <td>
            {key.scopes.map((scope) => SCOPE_NAMES[scope]).join(', ')}
            <span className={css.minor}>Hasta {key.hourly_limit} llamadas por hora</span>
          </td>
          <td>
            <Tag tone={keyTones[key.state]}>{KEY_STATE_NAMES[key.state]}</Tag>
            <span className={css.minor}>
              Vence <When at={key.expires_at} />
            </span>
            <span className={css.minor}>
              La pidió {key.asked_by}, la aprobó {key.approved_by}
            </span>
          </td>
          <td>{key.last_used_at ? <When at={key.last_used_at} /> : 'Nunca'}</td>
          <td>
            <div className={css.row}>
              {key.is_own && mayIssue && (
                <LinkButton name="Retirar" of={key.name} onClick={() => onDo({ what: 'issue', key })} />
              )}
              {(key.state === 'live' || key.state === 'approved') && mayRevoke && (
                <LinkButton name="Revocar" of={key.name} onClick={() => onDo({ what: 'revoke', key })} />
              )}
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function WebhookTable({ partner, onDo }: { partner: Partner; onDo: (doing: Doing) => void }) {
  const me = useMe();
  if (partner.webhooks.length === 0) return <p>Sin webhooks.</p>;
  const mayChange = allows(me, 'POST /api/staff/integrations/webhooks/{id}');
  return (
    <Table caption={`Webhooks de ${partner.name}`} columns={['Dirección', 'Avisos', 'Estado', 'Acciones']}>
      {partner.webhooks.map((webhook) => (
        <tr key={webhook.id}>
          <th scope="row">
            <Link to={`/integraciones/${webhook.id}`} className={css.link}>
              {webhook.url}
            </Link>
          </th>
          <td>{webhook.types.map((type) => EVENT_NAMES[type]).join(', ')}</td>
          <td>
            <WebhookState webhook={webhook} />
          </td>
          <td>
            <div className={css.row}>
              {mayChange && (
                <LinkButton
                  name="Cambiar"
                  of={webhook.url}
                  onClick={() => onDo({ what: 'change', webhook, partner })}
                />
              )}
              {allows(me, 'POST /api/staff/integrations/webhooks/{id}/rotate') && (
                <LinkButton
                  name="Cambiar el secreto"
                  of={webhook.url}
                  onClick={() => onDo({ what: 'rotate', webhook })}
                />
              )}
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function WebhookState({ webhook }: { webhook: WebhookRow }) {
  const {
    is_on: isOn,
    off_because: because,
    failing_since: failing,
    waiting,
    earlier_until: earlier,
  } = webhook;
  const tone = isOn ? (failing ? 'late' : 'good') : because ? 'bad' : 'off';
  return (
    <>
      <Tag tone={tone}>{isOn ? (failing ? 'Falla' : 'Anda') : OFF_NAMES[because]}</Tag>
      {failing && (
        <span className={css.minor}>
          Falla desde <When at={failing} />
        </span>
      )}
      {waiting > 0 && <span className={css.minor}>{waiting} avisos esperan</span>}
      {earlier && (
        <span className={css.minor}>
          El secreto anterior también firma hasta <When at={earlier} />
        </span>
      )}
    </>
  );
}

function LinkButton({ name, of, onClick }: { name: string; of: string; onClick: () => void }) {
  return (
    <button type="button" className={css.link} aria-label={`${name}: ${of}`} onClick={onClick}>
      {name}
    </button>
  );
}

/** A secret, shown whole and this once. */
function SecretDialog({ title, value, onClose }: { title: string; value: string; onClose: () => void }) {
  return (
    <Modal title={title} onClose={onClose} closable first="textarea">
      <div className={css.bare}>
        <p>Guardá este texto ahora donde lo vayas a usar: no se vuelve a mostrar.</p>
        <label className={css.field}>
          <span>{title}</span>
          <textarea
            readOnly
            rows={3}
            spellCheck={false}
            className={css.secret}
            value={value}
            onFocus={(event) => event.target.select()}
          />
        </label>
        <div className={css.foot}>
          <CopyButton text={value} what={title} />
          <Button small onClick={onClose}>
            Ya lo guardé
          </Button>
        </div>
      </div>
    </Modal>
  );
}
