import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** The random source, passed in so that tests can be repeated. */
export interface RandomSource {
  /** An unguessable public identifier or token: 192 random bits, base64url. */
  token(): string;
  /** `length` random decimal digits. */
  digits(length: number): string;
}

export const systemRandom: RandomSource = {
  token: () => randomBytes(24).toString('base64url'),
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(''),
};

/** What is stored of a token: enough to recognise it, not to use it. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Keyed operations with the application's secret; each purpose has a key of its own. */
export interface Vault {
  /** A keyed digest of a short secret (a 4-digit code), useless with the database alone. */
  seal(purpose: string, value: string): Buffer;
  sign(purpose: string, value: string): string;
  verify(purpose: string, value: string, signature: string): boolean;
  encrypt(purpose: string, text: string): Buffer;
  /** @throws when the bytes were not encrypted for this purpose with this secret */
  decrypt(purpose: string, bytes: Buffer): string;
}

export function vaultOf(secret: string): Vault {
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: string): Buffer => {
    let key = keys.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', secret, 'cuota', purpose, 32));
      keys.set(purpose, key);
    }
    return key;
  };
  const mac = (purpose: string, value: string) =>
    createHmac('sha256', keyFor(purpose)).update(value).digest();
  return {
    seal: mac,
    sign: (purpose, value) => mac(purpose, value).toString('base64url'),
    verify: (purpose, value, signature) =>
      sameBytes(mac(purpose, value), Buffer.from(signature, 'base64url')),
    encrypt(purpose, text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    decrypt(purpose, bytes) {
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

/** Compares in constant time. */
export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
