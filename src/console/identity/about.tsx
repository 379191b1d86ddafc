import { Notice, Tag } from '../../ui/tag.tsx';
import { Link } from '../ui/link.tsx';
import { Table } from '../ui/list.tsx';
import css from '../ui/page.module.css';
import own from './identity.module.css';
import { CHECK_NAMES, day, FIELD_NAMES, TWIN_NAMES, type Review } from '../../words/identity.ts';

const tones = {
  match: 'good',
  mismatch: 'bad',
  unreadable: 'late',
  unsupported: 'off',
  none: 'off',
} as const;

const shown = (field: string, value: string) => (field === 'birthdate' && value ? day(value) : value);

/** Typed values and the barcode's; differences are marked in words too. */
export function Facts({ review }: { review: Review }) {
  const hasReading = review.facts.some(({ read }) => read !== '');
  return (
    <section aria-labelledby="datos" className={own.card}>
      <h2 id="datos">Datos</h2>
      <Notice tone={tones[review.check]}>{CHECK_NAMES[review.check]}</Notice>
      <Table
        caption="Datos de la solicitud"
        columns={['Dato', 'Escribió', ...(hasReading ? ['Dice el código'] : [])]}
      >
        {review.facts.map(({ field, typed, read, differs }) => (
          <tr key={field} className={differs ? own.differs : undefined}>
            <th scope="row">{FIELD_NAMES[field]}</th>
            <td className={css.brief}>
              {shown(field, typed)} {differs && <Tag tone="bad">No coincide</Tag>}
            </td>
            {hasReading && <td className={css.brief}>{shown(field, read) || '—'}</td>}
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** Other customers with the same data. */
export function Twins({ review }: { review: Review }) {
  return (
    <section aria-labelledby="repetidos" className={own.card}>
      <h2 id="repetidos" tabIndex={-1}>
        Coincidencias con otras personas
      </h2>
      {review.twins.length === 0 && <p>Ninguna: celular, cuenta, equipo, tarjeta y fotos son sólo suyos.</p>}
      <ul className={own.twins}>
        {review.twins.map(({ what, people, more }) => (
          <li key={what}>
            <strong>{TWIN_NAMES[what]}</strong>
            <ul className={own.twins}>
              {people.map((each) => (
                <li key={each.id}>
                  <Link to={`/clientes/${each.id}`} className={css.link}>
                    {each.person || `Cliente ${each.id}`}
                  </Link>{' '}
                  {each.is_fraud && <Tag tone="bad">Fraude</Tag>}
                  {each.document && <span className={css.minor}>Documento {each.document}</span>}
                </li>
              ))}
              {more && <li className={css.minor}>Y más personas.</li>}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
