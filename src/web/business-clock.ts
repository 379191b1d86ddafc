/** Server's business clock minus the device's, milliseconds; 0 until the settings arrive. */
let aheadMs = 0;

/** Sets the offset from the server's time at device time `deviceMs`; without a response the device's clock counts. */
export function setBusinessClock(shown: string | undefined, deviceMs: number): void {
  const shownMs = Date.parse(shown ?? '');
  aheadMs = Number.isNaN(shownMs) ? 0 : shownMs - deviceMs;
}

/** The server's business clock at an instant of the device's. */
export const businessInstant = (deviceMs: number): Date => new Date(deviceMs + aheadMs);
