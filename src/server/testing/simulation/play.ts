import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import { addDays, calendarDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { PersonModel } from './model/person.ts';
import type { LoanModel, Request } from './model/loan.ts';
import { addCustomers, type Customer } from './product/people.ts';
import type { Close } from './product/closes.ts';
import type { Product } from './product/stage.ts';

/** Every stream begins on this day. */
export const firstDay = calendarDate('2026-03-10');

/** A place of the play, taken by one customer after the other. */
export interface Actor {
  readonly who: number;
  readonly customer: Customer;
  readonly model: PersonModel;
}

/** One payment request with its loan. */
export interface Asked {
  readonly loan: LoanModel;
  readonly request: Request;
}

/** The product and the model beside it. */
export class Play {
  readonly product: Product;
  readonly actors: Actor[];
  /** Those who were erased, and how they stood. */
  readonly former: Actor[] = [];
  /** Money that led to nobody, by country. */
  readonly unidentified = new Map<CountryCode, number>();
  /** Closed months, oldest first, with the digests of their files. */
  readonly closes: {
    readonly country: CountryCode;
    readonly close: Close;
    readonly files: Readonly<Record<string, string>>;
  }[] = [];
  day: CalendarDate = firstDay;
  private people: number;
  private names = new Map<number, number>();
  private readonly neighbours: ReadonlyMap<CountryCode, Customer>;

  private constructor(product: Product, actors: Actor[], neighbours: readonly Customer[]) {
    this.product = product;
    this.actors = actors;
    this.neighbours = new Map(neighbours.map((customer) => [customer.country, customer]));
    this.people = actors.length + neighbours.length;
  }

  static async begin(product: Product, customers: number): Promise<Play> {
    const countries = Array.from({ length: customers }, (_, index) => countryOf(index));
    const added = await addCustomers(product, 0, countries);
    const actors = added.map((customer, who) => ({
      who,
      customer,
      model: new PersonModel(customer.country),
    }));
    return new Play(product, actors, await addCustomers(product, customers, COUNTRIES));
  }

  /** Another customer of the same country, without a loan. */
  neighbour({ country }: Customer): Customer {
    const neighbour = this.neighbours.get(country);
    if (!neighbour) throw new Error(`nobody else lives in ${country}`);
    return neighbour;
  }

  actor(who: number): Actor {
    const actor = this.actors[who % this.actors.length];
    if (!actor) throw new Error('a play needs customers');
    return actor;
  }

  /** Somebody new takes the place of one who was erased. */
  async replace(actor: Actor): Promise<void> {
    const n = this.people;
    this.people += 1;
    const [customer] = await addCustomers(this.product, n, [actor.customer.country]);
    if (!customer) throw new Error('nobody was added');
    this.former.push(actor);
    this.actors[actor.who] = { who: actor.who, customer, model: new PersonModel(customer.country) };
  }

  goOn(days: number): void {
    this.day = addDays(this.day, days);
    this.product.setDay(this.day);
  }

  /** Fourteen digits that nobody else has, the same in every run of a stream. */
  name({ who }: Actor): string {
    const count = (this.names.get(who) ?? 0) + 1;
    this.names.set(who, count);
    return `7${String(who).padStart(4, '0')}${String(count).padStart(9, '0')}`;
  }
}

function countryOf(index: number): CountryCode {
  const country = COUNTRIES[index % COUNTRIES.length];
  if (country === undefined) throw new Error('there are no countries');
  return country;
}

/** What was asked for by an actor, the newest last. */
export function askedOf({ model }: Actor): Asked[] {
  return model.loans.flatMap((loan) => loan.requests.map((request) => ({ loan, request })));
}

/** One of some by a number; undefined where there are none. */
export function pickOf<T>(some: readonly T[], pick: number): T | undefined {
  return some[pick % Math.max(1, some.length)];
}
