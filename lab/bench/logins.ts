// Measures how twenty concurrent logins slow down everyone else: node lab/bench/logins.ts. In one run, alternates
// between another route alone and the same route with twenty clients that log in continuously.
import { hashPassword } from '../../src/server/customers/sessions/passwords.ts';
import { addApplicants, addressOf } from './applicants.ts';
import { fire, median, percentile, type Round } from './load.ts';
import type { Shot } from './wire.ts';
import { startDatabase } from './postgres.ts';
import { startProduct } from './processes.ts';
import { first, tokenOf } from './statements.ts';
import { printTable } from './table.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
/** As many as may queue on two cores; more are refused at once. */
const people = 20;
const otherClients = 4;
const password = 'una clave de medición';

let asked = 0;
/** Reads a customer's own data, session lookup included: an everyday call. */
function other(): Shot {
  asked += 1;
  const authorization = `Bearer ${tokenOf(1 + (asked % people))}`;
  return { method: 'GET', path: '/api/v3/account-new', headers: { authorization } };
}

function login(): Shot {
  asked += 1;
  return {
    method: 'POST',
    path: '/api/v3/authenticate-new',
    headers: { 'x-forwarded-for': addressOf(asked) },
    body: JSON.stringify({ email: `applicant${1 + (asked % people)}@example.com`, password }),
  };
}

const p99 = ({ times }: Round) => percentile(times, 0.99);

const database = await startDatabase();
const product = await startProduct(database.url, database.dataDir);
try {
  await addApplicants(database, people);
  await database.fill('update customer set password_hash = $1 where id > $2', [
    await hashPassword(password),
    first.customer,
  ]);
  const ask = () => fire({ port: product.port, clients: otherClients, seconds, next: other });
  const logIn = () => fire({ port: product.port, clients: people, seconds, next: login });
  await ask();
  await logIn();
  const turns: { readonly alone: Round; readonly beside: Round; readonly logins: Round }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await ask();
    const [logins, beside] = await Promise.all([logIn(), ask()]);
    turns.push({ alone, beside, logins });
  }
  const figures = [
    ['p99 alone, ms', median(turns.map(({ alone }) => p99(alone)))],
    [`p99 with ${people} logins, ms`, median(turns.map(({ beside }) => p99(beside)))],
    ['Ratio (aim < 2)', median(turns.map(({ alone, beside }) => p99(beside) / p99(alone)))],
    ['Calls a second alone', median(turns.map(({ alone }) => alone.perSecond))],
    ['Calls a second with logins', median(turns.map(({ beside }) => beside.perSecond))],
    ['Logins a second', median(turns.map(({ logins }) => logins.perSecond))],
    ['Login, p99 ms', median(turns.map(({ logins }) => p99(logins)))],
  ] as const;
  printTable([['Measure', 'Figure'], ...figures.map(([name, value]) => [name, value.toFixed(1)])]);
} finally {
  await product.stop();
  await database.stop();
}
