import tls from 'node:tls';

/**
 * TLS options of the product as server and client: ephemeral keys and authenticated ciphers, strongest first
 * (docs/security-policies.md#tls).
 */
export const STRONG_TLS = {
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.3',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
} as const;

/**
 * Applies them to every connection of the process without its own options: database, store, providers, mail.
 */
export function useStrongTls(): void {
  tls.DEFAULT_MIN_VERSION = STRONG_TLS.minVersion;
  tls.DEFAULT_MAX_VERSION = STRONG_TLS.maxVersion;
  tls.DEFAULT_CIPHERS = STRONG_TLS.ciphers;
}
