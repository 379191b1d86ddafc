/** How far the server's business clock is ahead of the device's, milliseconds; 0 until the settings have told. */
let aheadMs = 0;

/** Takes what the server's clock showed when the device's showed `deviceMs`; without an answer the device's counts. */
export function tellBusinessClock(shown: string | undefined, deviceMs: number): void {
  const shownMs = Date.parse(shown ?? '');
  aheadMs = Number.isNaN(shownMs) ? 0 : shownMs - deviceMs;
}

/** The server's business clock at an instant of the device's. */
export const businessInstant = (deviceMs: number): Date => new Date(deviceMs + aheadMs);
