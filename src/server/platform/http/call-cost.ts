/** For how long what was measured counts, milliseconds: less and less the longer ago it was. */
const memoryMs = 1_000;

/** For how long a call has a connection to the database, as those of the last moments had. */
export class CallCost {
  readonly #lentMs: () => number;
  #calls = 0;
  #sum = 0;
  #lent: number;
  #at = performance.now();

  /** @param lentMs for how long connections have been lent so far, all of them together */
  constructor(lentMs: () => number) {
    this.#lentMs = lentMs;
    this.#lent = lentMs();
  }

  /** A call has ended. */
  count(): void {
    const [now, lent] = [performance.now(), this.#lentMs()];
    const passed = (now - this.#at) / memoryMs;
    const kept = Math.exp(-passed);
    this.#calls = this.#calls * kept + 1;
    // What was lent in a long time without calls is as long ago as that time was.
    this.#sum = this.#sum * kept + (lent - this.#lent) * (passed > 0 ? (1 - kept) / passed : 1);
    [this.#at, this.#lent] = [now, lent];
  }

  /** Milliseconds; 0 as long as no call has ended. */
  get ms(): number {
    return this.#calls > 0 ? this.#sum / this.#calls : 0;
  }
}
