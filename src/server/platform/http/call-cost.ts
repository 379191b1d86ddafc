/** Time constant of the decaying average, milliseconds. */
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
    // After a long time without calls, the connections lent count as old as that time.
    this.#sum = this.#sum * kept + (lent - this.#lent) * (passed > 0 ? (1 - kept) / passed : 1);
    [this.#at, this.#lent] = [now, lent];
  }

  /** Milliseconds; 0 as long as no call has ended. */
  get ms(): number {
    return this.#calls > 0 ? this.#sum / this.#calls : 0;
  }
}
