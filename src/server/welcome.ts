import { demoLogins } from './demo/service.ts';
import type { Config } from './platform/config.ts';

/** What a person at a terminal wants to know once the product is ready. */
export function welcomeText(
  config: Pick<Config, 'SANDBOX' | 'DEMO_CUSTOMERS' | 'PUBLIC_URL_AR' | 'PUBLIC_URL_UY'>,
  port: number,
): string {
  const argentina = config.PUBLIC_URL_AR ?? `http://ar.localhost:${port}`;
  const uruguay = config.PUBLIC_URL_UY ?? `http://localhost:${port}`;
  const lines = ['', 'Cuota is ready', `  Argentina  ${argentina}`, `  Uruguay    ${uruguay}`];
  if (config.SANDBOX) lines.push(`  Sandbox    ${argentina}/sandbox   ${uruguay}/sandbox`);
  if (config.SANDBOX && config.DEMO_CUSTOMERS) lines.push('', ...demoTable());
  return `${lines.join('\n')}\n\n`;
}

function demoTable(): string[] {
  const logins = demoLogins();
  return [
    `Demo customers, password ${logins[0]?.password} (docs/demo.md):`,
    ...logins.map(
      ({ country, email, documentNumber, kind }) =>
        `  ${country}  ${email.padEnd(28)} ${documentNumber.padEnd(9)} ${kind}`,
    ),
  ];
}
