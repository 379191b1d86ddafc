// What the product uses of packages that a checkout may not have installed yet: it compiles without them, and they are
// loaded only where their settings are on. To be removed once every checkout has run npm ci.

declare module 'prom-client' {
  export class Registry {
    readonly contentType: string;
    metrics(): Promise<string>;
  }
  export function collectDefaultMetrics(options: { register: Registry }): void;
  type Labels = Record<string, string>;
  interface Options {
    name: string;
    help: string;
    labelNames?: string[];
    registers: Registry[];
  }
  export class Counter {
    constructor(options: Options);
    inc(labels?: Labels): void;
  }
  export class Histogram {
    constructor(options: Options & { buckets: number[] });
    observe(labels: Labels, value: number): void;
  }
  export class Gauge {
    constructor(options: Options & { collect(this: Gauge): Promise<void> });
    reset(): void;
    set(labels: Labels, value: number): void;
  }
}

declare module 'aws4fetch' {
  export class AwsClient {
    constructor(options: {
      accessKeyId: string;
      secretAccessKey: string;
      region: string;
      service: string;
      retries: number;
    });
    fetch(url: string, init: RequestInit): Promise<Response>;
  }
}
