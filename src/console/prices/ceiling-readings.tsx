import { formatPercentExact } from '../../domain/rate.ts';
import { Notice, Tag } from '../../ui/tag.tsx';
import { CEILING_NAMES, type Readings } from '../../words/prices.ts';
import { Table } from '../ui/list.tsx';

interface ReadingsProps {
  ceiling: string;
  readings: Readings;
}

/** Warning if the strict reading of the legal ceiling's base exceeds it. */
export function CeilingWarning({ ceiling, readings }: ReadingsProps) {
  if (readings === null || readings.all_charges_most <= Number(ceiling)) return null;
  return (
    <Notice tone="late">
      Contando todos los cargos, esta lista supera el tope. Qué cuenta lo tiene que confirmar un abogado.
    </Notice>
  );
}

/** Both readings of the legal ceiling's base. */
export function CeilingReadings({ ceiling, readings }: ReadingsProps) {
  if (readings === null) return null;
  const { interest, all_charges_least: least, all_charges_most: most } = readings;
  const rows: [name: string, shown: string, highest: number][] = [
    [CEILING_NAMES.interest, `Hasta ${formatPercentExact(interest)}`, interest],
    [CEILING_NAMES['all-charges'], `De ${formatPercentExact(least)} a ${formatPercentExact(most)}`, most],
  ];
  const isOver = (rate: number) => rate > Number(ceiling);
  return (
    <Table caption="La lista frente al tope legal" columns={['Qué se compara', 'En esta lista', 'Tope']}>
      {rows.map(([name, shown, highest]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{shown}</td>
          <td>{isOver(highest) ? <Tag tone="bad">Lo supera</Tag> : 'No lo supera'}</td>
        </tr>
      ))}
    </Table>
  );
}
