import { join } from 'node:path';
import {
  Cli,
  GenericExpressionNode,
  IdentifierNode,
  TypeScriptSerializer,
  type ExpressionNode,
  type Serializer,
} from 'kysely-codegen';

const file = join(import.meta.dirname, '..', 'platform', 'database-types.ts');

type Metadata = Parameters<Serializer['serializeFile']>[0];
type Column = Metadata['tables'][number]['columns'][number];

/** Import path of the non-PostgreSQL column types, as in the generated file. */
const customImports = {
  Account: '../../domain/ledger.ts',
  AccountNumber: '../../countries/banking.ts',
  CalendarDate: '../../domain/calendar-date.ts',
  CellPhone: '../../countries/identifiers/phones.ts',
  CountryCode: '../../countries/countries.ts',
  Currency: '../../domain/currency.ts',
  Destination: '../../countries/country.ts',
  DocumentNumber: '../../countries/country.ts',
  Erasable: './column-types.ts',
  HolderNumber: '../../countries/country.ts',
  LegalNumber: '../../countries/country.ts',
  Optional: './column-types.ts',
};

type Name = keyof typeof customImports;

/** Column names with the same type in every table. */
const everywhere: Readonly<Record<string, Name>> = {
  country: 'CountryCode',
  currency: 'Currency',
  loan_country: 'CountryCode',
};

/** Columns whose type depends on the table. `Erasable` marks those that only erasure overwrites. */
const oneByOne: Readonly<Record<string, readonly [Name] | readonly ['Erasable' | 'Optional', Name]>> = {
  'bank_account.account_number': ['Erasable', 'AccountNumber'],
  'bank_account.legal_number': ['Optional', 'LegalNumber'],
  'certificate.document_number': ['Erasable', 'DocumentNumber'],
  'certificate.legal_number': ['Optional', 'LegalNumber'],
  'country.code': ['CountryCode'],
  'credit_refund.destination': ['Erasable', 'AccountNumber'],
  'credit_refund.legal_number': ['Optional', 'LegalNumber'],
  'contact_preference.wrong_cellphone': ['CellPhone'],
  'customer.cellphone': ['Optional', 'CellPhone'],
  'customer.document_number': ['Erasable', 'DocumentNumber'],
  'customer.legal_number': ['Optional', 'LegalNumber'],
  'payout.destination': ['Erasable', 'Destination'],
  'payout.legal_number': ['Erasable', 'HolderNumber'],
  'document_claim.document_number': ['Erasable', 'DocumentNumber'],
  'lead.document_number': ['Erasable', 'DocumentNumber'],
  'lead.phone': ['Erasable', 'CellPhone'],
  'ledger_entry.account': ['Account'],
  'ledger_sum.account': ['Account'],
  'phone_code.cellphone': ['CellPhone'],
  'withdrawal.document_number': ['Erasable', 'DocumentNumber'],
};

/** Type of a column besides its PostgreSQL type: the name, after its wrapper if any. */
function typeOf(table: string, { name, dataType }: Column): readonly Name[] | undefined {
  if (dataType === 'date') return ['CalendarDate'];
  const found = everywhere[name];
  return found === undefined ? oneByOne[`${table}.${name}`] : [found];
}

/** Built as nodes, because kysely-codegen's text parser needs an older compiler. */
function overrideOf(table: string, column: Column) {
  const names = typeOf(table, column);
  if (names === undefined) return [];
  const wrappers = [...(column.hasDefaultValue ? ['Generated'] : []), ...names.slice(0, -1)];
  const node = wrappers.reduceRight<ExpressionNode>(
    (inner, wrapper) => new GenericExpressionNode(wrapper, [inner]),
    new IdentifierNode(names.at(-1) ?? ''),
  );
  return [[`${table}.${column.name}`, node] as const];
}

const serializer: Serializer = {
  serializeFile(metadata, dialect, options) {
    const overrides = metadata.tables.flatMap(({ name, columns }) =>
      columns.flatMap((column) => overrideOf(name, column)),
    );
    return new TypeScriptSerializer().serializeFile(metadata, dialect, {
      ...options,
      customImports,
      overrides: { columns: Object.fromEntries(overrides) },
    });
  },
};

/**
 * Writes the types of a migrated database to src/server/platform/database-types.ts.
 * @param verify compares with the existing file instead
 * @throws Error if it differs
 */
export async function writeDatabaseTypes(url: string, { verify = false } = {}): Promise<void> {
  await new Cli().generate({
    url,
    dialect: 'postgres',
    dateParser: 'string',
    includePattern: 'public.*',
    typeMapping: { int8: 'number' },
    outFile: file,
    logLevel: 'error',
    serializer,
    verify,
  });
}
