import { errorEndpointOf } from '../contract/error-envelope.ts';
import type { Config } from './platform/config.ts';
import type { ForeignCode } from './platform/http/security-headers.ts';

/**
 * What each configurable provider needs from the page; without a configured provider nothing is allowed.
 */
export function foreignCode(
  config: Pick<
    Config,
    | 'SANDBOX'
    | 'PAYWAY_BASE_URL'
    | 'PAYWAY_PUBLIC_KEY'
    | 'CHATWOOT_BASE_URL'
    | 'GOOGLE_CLIENT_ID'
    | 'FACEBOOK_APP_ID'
    | 'SENTRY_DSN_WEB'
  >,
): ForeignCode {
  const parties: ForeignCode[] = [];
  // In the sandbox cards go to the stand-in on our server.
  if (config.PAYWAY_PUBLIC_KEY && !config.SANDBOX)
    parties.push({ ...nothing, connect: [originOf(config.PAYWAY_BASE_URL)] });
  if (config.CHATWOOT_BASE_URL) {
    const chat = [originOf(config.CHATWOOT_BASE_URL)];
    // Chatwoot's widget writes a style element of its own into the page.
    parties.push({ ...nothing, connect: chat, script: chat, frame: chat, style: ["'unsafe-inline'"] });
  }
  if (config.GOOGLE_CLIENT_ID) {
    const google = ['https://accounts.google.com/gsi/'];
    const script = ['https://accounts.google.com/gsi/client'];
    const style = ['https://accounts.google.com/gsi/style'];
    parties.push({ connect: google, script, frame: google, style, opensPopups: true });
  }
  if (config.FACEBOOK_APP_ID) {
    const connect = ['https://*.facebook.com', 'https://*.facebook.net'];
    const script = ['https://connect.facebook.net'];
    parties.push({ ...nothing, connect, script, frame: ['https://*.facebook.com'], opensPopups: true });
  }
  if (config.SENTRY_DSN_WEB) {
    parties.push({ ...nothing, connect: [errorEndpointOf(config.SENTRY_DSN_WEB).origin] });
  }
  return {
    connect: parties.flatMap(({ connect }) => connect),
    script: parties.flatMap(({ script }) => script),
    frame: parties.flatMap(({ frame }) => frame),
    style: parties.flatMap(({ style }) => style),
    opensPopups: parties.some(({ opensPopups }) => opensPopups),
  };
}

const nothing: ForeignCode = { connect: [], script: [], frame: [], style: [], opensPopups: false };

const originOf = (url: string): string => new URL(url).origin;
