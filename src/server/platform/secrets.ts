import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** Random source, passed in so that tests are repeatable. */
export interface RandomSource {
  /** Unguessable public identifier or token: 192 random bits, base64url. */
  token(): string;
  /** `length` random decimal digits. */
  digits(length: number): string;
}

/** Digits per draw: as many as the generator's range of 48 bits holds. */
const digitsAtOnce = 14;

function randomDigits(length: number): string {
  if (length > digitsAtOnce) return randomDigits(digitsAtOnce) + randomDigits(length - digitsAtOnce);
  return String(randomInt(10 ** length)).padStart(length, '0');
}

export const systemRandom: RandomSource = {
  token: () => randomBytes(24).toString('base64url'),
  digits: randomDigits,
};

/** Stored form of a token, which suffices to recognise it but not to use it. */
export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/**
 * Keyed operations with the application's secret; each purpose has its own key. During a rotation the results
 * of all accepted secrets are valid, and new ones use the first.
 */
export interface Vault {
  /** Identifies the current secret without revealing it. */
  readonly id: Buffer;
  /** Ids of each accepted secret, the current one first. */
  readonly acceptedIds: readonly Buffer[];
  /** Keyed digest of a short secret (a 4-digit code), useless to someone with only the database. */
  seal(purpose: string, value: string): Buffer;
  /** Seals with each accepted secret, the current one first, to match older seals. */
  seals(purpose: string, value: string): readonly [Buffer, ...Buffer[]];
  sign(purpose: string, value: string): string;
  /** Signatures with each accepted secret, the current one first. */
  signatures(purpose: string, value: string): readonly string[];
  verify(purpose: string, value: string, signature: string): boolean;
  encrypt(purpose: string, text: string): Buffer;
  /** Prefix of {@link encrypt}'s output: a format byte, which names the algorithm, and the key id. */
  readonly head: Buffer;
  /** @throws if the bytes were not encrypted for this purpose with an accepted secret */
  decrypt(purpose: string, bytes: Buffer): string;
}

interface Keyring {
  readonly id: Buffer;
  keyFor(purpose: string): Buffer;
}

/**
 * Format byte: AES-256-GCM with the key identified by the next bytes. Another algorithm would get another
 * byte. Older ciphertexts have neither byte nor id, so every accepted key is tried.
 */
const aes256GcmNamed = 0xca;
const idBytes = 4;

const mac = (ring: Keyring, purpose: string, value: string) =>
  createHmac('sha256', ring.keyFor(purpose)).update(value).digest();

/** @param accepted previous or upcoming secrets; their signatures and ciphertexts are also accepted */
export function vaultOf(secret: string, accepted: readonly string[] = []): Vault {
  const present = keyringOf(secret);
  const others = accepted.map(keyringOf);
  const rings = [present, ...others];
  const seals = (purpose: string, value: string): [Buffer, ...Buffer[]] => [
    mac(present, purpose, value),
    ...others.map((ring) => mac(ring, purpose, value)),
  ];
  const signatures = (purpose: string, value: string) =>
    seals(purpose, value).map((seal) => seal.toString('base64url'));
  const head = Buffer.concat([Buffer.of(aes256GcmNamed), present.id]);
  return {
    id: present.id,
    head,
    acceptedIds: rings.map(({ id }) => id),
    seal: (purpose, value) => mac(present, purpose, value),
    seals,
    sign: (purpose, value) => mac(present, purpose, value).toString('base64url'),
    signatures,
    verify(purpose, value, signature) {
      const given = Buffer.from(signature, 'base64url');
      return seals(purpose, value).filter((seal) => sameBytes(seal, given)).length > 0;
    },
    encrypt: (purpose, text) => Buffer.concat([head, encryptWith(present.keyFor(purpose), text)]),
    decrypt(purpose, bytes) {
      const id = bytes[0] === aes256GcmNamed ? bytes.subarray(1, 1 + idBytes) : undefined;
      const ring = id && rings.find((each) => each.id.equals(id));
      const tries = [
        ...(ring ? [() => decryptWith(ring.keyFor(purpose), bytes.subarray(1 + idBytes))] : []),
        // Covers ciphertexts without an id, and those that only look as if they had one.
        ...rings.map((each) => () => decryptWith(each.keyFor(purpose), bytes)),
      ];
      return firstThatWorks(tries);
    },
  };
}

function keyringOf(secret: string): Keyring {
  const keys = new Map<string, Buffer>();
  const derive = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'cuota', info, length));
  return {
    id: derive('key-id', idBytes),
    keyFor(purpose) {
      let key = keys.get(purpose);
      if (!key) {
        key = derive(purpose, 32);
        keys.set(purpose, key);
      }
      return key;
    },
  };
}

const ivBytes = 12;
/** Bytes of the next initialization vectors, drawn 256 at a time to save calls. They are public, unlike tokens. */
let ivs = Buffer.alloc(0);

function nextIv(): Buffer {
  if (ivs.length === 0) ivs = randomBytes(ivBytes * 256);
  const iv = ivs.subarray(0, ivBytes);
  ivs = ivs.subarray(ivBytes);
  return iv;
}

function encryptWith(key: Buffer, text: string): Buffer {
  const iv = nextIv();
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

function decryptWith(key: Buffer, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

function firstThatWorks<T>(tries: readonly (() => T)[]): T {
  let failure: unknown;
  for (const attempt of tries) {
    try {
      return attempt();
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Compares in constant time. */
export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
