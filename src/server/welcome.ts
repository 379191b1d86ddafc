import { COUNTRIES, type CountryCode } from '../countries/countries.ts';
import { packOf } from '../countries/index.ts';
import type { Config } from './platform/config.ts';
import { publicUrlOf } from './platform/public-url.ts';

/** What a person at a terminal wants to know once the product is ready. */
export async function welcomeText(
  config: Pick<Config, 'SANDBOX' | 'DEMO_CUSTOMERS' | 'CONSOLE_URL' | `PUBLIC_URL_${CountryCode}`>,
  port: number,
): Promise<string> {
  const sites = COUNTRIES.map((code) => ({
    name: packOf(code).country,
    url: publicUrlOf({ ...config, PORT: port }, code),
  }));
  const lines = ['', 'Cuota is ready', ...sites.map(({ name, url }) => `  ${name.padEnd(10)} ${url}`)];
  if (config.SANDBOX) lines.push(`  Sandbox    ${sites.map(({ url }) => `${url}/sandbox`).join('   ')}`);
  if (config.CONSOLE_URL !== undefined) lines.push(`  Console    ${config.CONSOLE_URL}`);
  if (config.SANDBOX && config.DEMO_CUSTOMERS) lines.push('', ...(await demoTable()));
  return `${lines.join('\n')}\n\n`;
}

async function demoTable(): Promise<string[]> {
  const { demoLogins } = await import('./sandbox/demo/service.ts');
  const logins = demoLogins();
  return [
    `Demo customers, password ${logins[0]?.password} (docs/demo.md):`,
    ...logins.map(
      ({ country, email, documentNumber, kind }) =>
        `  ${country}  ${email.padEnd(28)} ${documentNumber.padEnd(9)} ${kind}`,
    ),
  ];
}
