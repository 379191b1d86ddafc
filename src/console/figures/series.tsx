import css from './figures.module.css';

interface Line {
  readonly name: string;
  /** One for each day; undefined where there is none. */
  readonly values: readonly (number | undefined)[];
}

interface SeriesProps {
  title: string;
  days: readonly string[];
  lines: readonly Line[];
  shown: (value: number) => string;
  nameOf: (day: string) => string;
}

const [width, height, edge] = [640, 150, 6];

const lastOf = (values: Line['values']): number => values.findLast((value) => value !== undefined) ?? 0;

/** Values by day as lines, as an overview; the table has every value. */
export function Series({ title, days, lines, shown, nameOf }: SeriesProps) {
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== undefined));
  const most = Math.max(...known, 0);
  // One day is no line.
  if (days.length < 2 || known.length < 2 || most === 0) return null;
  const x = (index: number) => edge + (index / Math.max(1, days.length - 1)) * (width - 2 * edge);
  const y = (value: number) => height - edge - (Math.max(0, value) / most) * (height - 2 * edge);
  const words = lines.map(({ name, values }) => `${name}, al final ${shown(lastOf(values))}`).join('; ');
  return (
    <figure className={css.series}>
      <figcaption>
        {title}
        <span className={css.legend}>
          {lines.map(({ name }, index) => (
            <span key={name}>
              <svg width="28" height="8" aria-hidden="true">
                <line x1="0" x2="28" y1="4" y2="4" className={css.line} data-line={index} />
              </svg>
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}, del ${nameOf(days[0] ?? '')} al ${nameOf(days.at(-1) ?? '')}: ${words}. El mayor valor es ${shown(most)}.`}
      >
        {lines.map(({ name, values }, index) => (
          <polyline
            key={name}
            className={css.line}
            data-line={index}
            points={values
              .flatMap((value, at) => (value === undefined ? [] : [`${x(at)},${y(value)}`]))
              .join(' ')}
          />
        ))}
      </svg>
      <div className={css.ends}>
        <span>{nameOf(days[0] ?? '')}</span>
        <span>Hasta {shown(most)}</span>
        <span>{nameOf(days.at(-1) ?? '')}</span>
      </div>
    </figure>
  );
}
