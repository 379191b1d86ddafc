import type { Page, Request } from 'playwright-core';

/** How long nothing must be under way. Playwright's own figure is half a second, which adds up over all screens. */
const quietMs = 120;

/** Runs `act`, and waits until no request has been under way for a moment. */
export async function untilQuiet(page: Page, act: () => Promise<unknown>): Promise<void> {
  const underWay = new Set<Request>();
  let timer: NodeJS.Timeout | undefined;
  let isQuiet = () => {};
  const quiet = new Promise<void>((resolve) => (isQuiet = resolve));
  const look = () => {
    clearTimeout(timer);
    if (underWay.size === 0) timer = setTimeout(isQuiet, quietMs);
  };
  const began = (request: Request) => {
    underWay.add(request);
    look();
  };
  const ended = (request: Request) => {
    underWay.delete(request);
    look();
  };
  page.on('request', began).on('requestfinished', ended).on('requestfailed', ended);
  try {
    await act();
    look();
    await quiet;
  } finally {
    clearTimeout(timer);
    page.off('request', began).off('requestfinished', ended).off('requestfailed', ended);
  }
}
