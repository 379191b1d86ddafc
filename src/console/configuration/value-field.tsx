import { paymentMethodsOf, readMethods, type OfferedMethod } from '../../countries/payment-methods.ts';
import { isOn } from '../../countries/switch-value.ts';
import css from '../ui/page.module.css';
import own from './configuration.module.css';
import type { Setting } from '../../words/configuration.ts';

interface ValueProps {
  setting: Setting;
  value: string;
  onChange: (value: string) => void;
}

const fieldId = 'valor-de-la-configuracion';

/** The value of a setting, typed or chosen as its kind wants it. */
export function ValueField({ setting, value, onChange }: ValueProps) {
  if (setting.type === 'methods') return <Methods setting={setting} value={value} onChange={onChange} />;
  return (
    <div className={css.field}>
      <label htmlFor={fieldId}>Valor</label>
      <Control setting={setting} value={value} onChange={onChange} />
    </div>
  );
}

function Control({ setting, value, onChange }: ValueProps) {
  const field = {
    id: fieldId,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  switch (setting.type) {
    case 'switch':
      return (
        <select {...field} value={isOn(value) ? 'on' : 'off'}>
          <option value="on">Sí</option>
          <option value="off">No</option>
        </select>
      );
    case 'choice':
      return (
        <select {...field}>
          {setting.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      );
    case 'text':
      return <textarea rows={3} maxLength={setting.most ?? undefined} {...field} />;
    case 'date':
      return <input type="date" {...field} />;
    case 'number':
    case 'money':
      return <input inputMode="numeric" {...field} />;
    case 'contact':
    case 'address':
    case 'methods':
      return <input {...field} />;
  }
}

/** Options offered first, in order; the country's others follow. */
function Methods({ setting, value, onChange }: ValueProps) {
  const offered = readMethods(value);
  const all = paymentMethodsOf(setting.country);
  const rows = [
    ...offered.flatMap(({ slug }) => all.find((method) => method.slug === slug) ?? []),
    ...all.filter((method) => !offered.some(({ slug }) => slug === method.slug)),
  ];
  const put = (next: readonly OfferedMethod[]) =>
    onChange(next.map(({ slug, most }) => (most === undefined ? slug : `${slug}:${most}`)).join(','));
  const up = (index: number) => {
    const [before, each] = [offered[index - 1], offered[index]];
    if (before && each) put(offered.with(index - 1, each).with(index, before));
  };
  return (
    <table className={own.methods}>
      <caption>Medios de pago, en el orden en que se ven</caption>
      <thead>
        <tr>
          <th scope="col">Se ofrece</th>
          <th scope="col">Hasta (vacío, sin otro límite)</th>
          <th scope="col">Orden</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ slug, name }) => {
          const index = offered.findIndex((each) => each.slug === slug);
          return (
            <MethodRow
              key={slug}
              name={name}
              offered={offered[index]}
              onOffer={(isOffered) =>
                put(isOffered ? [...offered, { slug }] : offered.filter((each) => each.slug !== slug))
              }
              onLimit={(digits) =>
                put(offered.with(index, digits === '' ? { slug } : { slug, most: Number(digits) }))
              }
              onUp={index > 0 ? () => up(index) : undefined}
            />
          );
        })}
      </tbody>
    </table>
  );
}

interface MethodRowProps {
  name: string;
  /** Undefined while it is not offered. */
  offered: OfferedMethod | undefined;
  onOffer: (isOffered: boolean) => void;
  onLimit: (digits: string) => void;
  onUp: (() => void) | undefined;
}

function MethodRow({ name, offered, onOffer, onLimit, onUp }: MethodRowProps) {
  return (
    <tr>
      <td>
        <label className={own.check}>
          <input
            type="checkbox"
            checked={offered !== undefined}
            onChange={(event) => onOffer(event.target.checked)}
          />
          {name}
        </label>
      </td>
      <td>
        <input
          inputMode="numeric"
          size={9}
          aria-label={`Hasta cuánto, ${name}`}
          disabled={offered === undefined}
          value={offered?.most === undefined ? '' : String(offered.most)}
          onChange={(event) => onLimit(event.target.value.replaceAll(/\D/g, '').slice(0, 9))}
        />
      </td>
      <td>
        {onUp && (
          <button type="button" className={css.link} aria-label={`Subir ${name}`} onClick={onUp}>
            Subir
          </button>
        )}
      </td>
    </tr>
  );
}
