import type { Database } from '../../platform/database.ts';
import { sandboxNote } from '../../platform/sandbox-notes.ts';
import { WatchListError, type WatchList } from './port.ts';
import { readRepet } from './repet.ts';

/** Answers of the stand-in (docs/product/providers.md#stand-ins). */
export const WATCH_LIST_MODES = ['usual', 'changed', 'empty', 'shorter', 'garbage', 'away'] as const;
export type WatchListMode = (typeof WATCH_LIST_MODES)[number];

export const watchListNote = 'watch-list';

const entry = (id: string, names: readonly string[], more: object = {}) => ({
  DATAID: id,
  FIRST_NAME: names[0],
  SECOND_NAME: names[1],
  THIRD_NAME: names[2] ?? null,
  UN_LIST_TYPE: 'Ejemplo',
  LIST_TYPE: 'UN List',
  REFERENCE_NUMBER: `EJi.${id}`,
  COMMENTS1: 'Entrada inventada para pruebas.',
  ...more,
});
const born = (day: string) => ({ INDIVIDUAL_DATE_OF_BIRTH: [{ TYPE_OF_DATE: 'EXACT', DATE: day }] });

const masri = entry('6900001', ['KHALED', 'LISTADO', 'AL-MASRI'], {
  ...born('14/03/1975'),
  INDIVIDUAL_ALIAS: [
    { QUALITY: 'Good', ALIAS_NAME: 'Jaled Listado Masri' },
    { QUALITY: 'Low', ALIAS_NAME: 'El Egipcio' },
  ],
});
const named = entry('6900002', ['ROBERTO', 'LISTADO', 'QUIROGA'], {
  LIST_TYPE: 'ARG List',
  UN_LIST_TYPE: 'Notificación Roja de INTERPOL',
  INDIVIDUAL_DOCUMENT: [{ TYPE_OF_DOCUMENT: 'DNI', NUMBER: '20.111.208' }],
  INDIVIDUAL_DATE_OF_BIRTH: [{ TYPE_OF_DATE: 'APPROXIMATELY', YEAR: '1968' }],
});
const changed = { ...named, INDIVIDUAL_ALIAS: [{ QUALITY: 'Good', ALIAS_NAME: 'Beto Quiroga Listado' }] };
const added = entry('6900004', ['MARTA', 'LISTADA', 'OLMEDO'], born('02/09/1981'));
const gone = entry('6900003', ['HUSSEIN', 'LISTADO', 'RAHIM'], {
  INDIVIDUAL_DATE_OF_BIRTH: [{ TYPE_OF_DATE: 'BETWEEN', FROM_YEAR: '1960', TO_YEAR: '1962' }],
});
const entities = [
  entry('6900005', ['BRIGADAS DE EJEMPLO'], {
    ENTITY_ALIAS: [{ QUALITY: 'f.k.a.', ALIAS_NAME: 'Frente de Ejemplo' }],
  }),
];

const PERSONS = {
  usual: [masri, named, gone],
  changed: [masri, changed, added],
  shorter: [masri],
} as const;

/** The register's stand-in, in its own format. */
export function sandboxWatchList(db: Database): WatchList {
  return {
    async read() {
      const mode = ((await sandboxNote(db, watchListNote)) ?? 'usual') as WatchListMode;
      if (mode === 'away') throw new WatchListError('the register does not answer');
      if (mode === 'garbage') return readRepet('<html>Mantenimiento</html>', '[]');
      if (mode === 'empty') return readRepet('[]', '[]');
      return readRepet(JSON.stringify(PERSONS[mode]), JSON.stringify(entities));
    },
  };
}
