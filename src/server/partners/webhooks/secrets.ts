import type { RandomSource, Vault } from '../../platform/secrets.ts';

const purpose = 'webhook-secret';

/** A new signing secret: 192 random bits (Standard Webhooks asks for 192 to 512). */
export const newSecret = (random: RandomSource): string =>
  `whsec_${Buffer.from(random.token(), 'base64url').toString('base64')}`;

export const sealSecret = (vault: Vault, secret: string): Buffer => vault.encrypt(purpose, secret);

export const openSecret = (vault: Vault, sealed: Buffer): string => vault.decrypt(purpose, sealed);
