import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { DocumentNumber } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { cuitsOfDni } from '../../../countries/identifiers/cuit.ts';
import { parseDni } from '../../../countries/identifiers/dni.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { fromUnits } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { type Applicant, decide, type Decision, decisionInputs, isRejectedByAge } from './decide.ts';
import { currentPriceList, type StoredPriceList } from './price-lists.ts';
import { insertDecision, insertOffer } from './queries.ts';

/** A person to decide on. */
export interface Person {
  readonly country: CountryCode;
  readonly documentNumber: DocumentNumber;
  /** YYYY-MM-DD. */
  readonly birthdate: CalendarDate;
}

/** A decision that was made and is not stored yet. */
export interface Underwriting extends Decision {
  readonly country: CountryCode;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly priceList: StoredPriceList;
}

/**
 * Asks the bureau and decides. Before the transaction that stores it: it calls a provider.
 * A person rejected by age is not asked about: there is no need to pass their number on.
 * @returns undefined when the bureau cannot be asked; then nothing is decided
 */
export async function underwrite(
  { db, clock, ports, log }: Pick<Dependencies, 'db' | 'clock' | 'ports' | 'log'>,
  person: Person,
): Promise<Underwriting | undefined> {
  const { country, documentNumber } = person;
  const applicant: Applicant = {
    birthdate: person.birthdate,
    today: localDate(clock.now(), country),
  };
  const priceList = await currentPriceList(db, country, applicant.today);
  let report;
  if (!isRejectedByAge(applicant)) {
    try {
      report = await ports.bureau.report({ country, documentNumber, legalNumbers: legalNumbers(person) });
    } catch (error) {
      log.warn({ err: error, country }, 'the credit bureau cannot be asked');
      return undefined;
    }
  }
  const decision = decide(applicant, report, priceList.list);
  return { ...decision, country, inputs: decisionInputs(applicant, report), priceList };
}

function legalNumbers({ country, documentNumber }: Person): readonly string[] {
  const dni = parseDni(documentNumber);
  return packOf(country).hasLegalNumber && dni.ok ? cuitsOfDni(dni.value) : [];
}

/** Stores the decision and the offer, or rejection, that comes out of it. */
export async function storeUnderwriting(
  tx: Tx,
  { clock, random }: Pick<Dependencies, 'clock' | 'random'>,
  { country, segment, rule, inputs, priceList }: Underwriting,
  who: { readonly leadId?: number; readonly customerId?: number },
): Promise<void> {
  const now = clock.now();
  const { list } = priceList;
  const range = segment && { minAmount: fromUnits(list.minAmount), maxAmount: fromUnits(segment.maxAmount) };
  const decisionId = await insertDecision(tx, {
    country,
    ...who,
    inputs,
    rule,
    outcome: {
      approved: segment !== undefined,
      segment: segment?.name ?? null,
      maxAmount: segment?.maxAmount ?? null,
      priceList: list.version,
    },
    at: now,
  });
  await insertOffer(tx, {
    hash: random.token(),
    country,
    ...who,
    decisionId,
    priceListId: priceList.id,
    segment: segment?.name ?? '',
    minAmount: range?.minAmount ?? null,
    maxAmount: range?.maxAmount ?? null,
    createdAt: now,
    expiresAt: after(now, list.offerLifetimeDays, 'days'),
  });
}
