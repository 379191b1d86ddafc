import css from './notice.module.css';
import { challengeTexts } from './texts.ts';

let place: HTMLElement | undefined;
let waiting = 0;

/** A live region is heard when its text changes, so it stays and only its text comes and goes. */
function region(): HTMLElement {
  if (place) return place;
  place = document.createElement('div');
  place.className = css.place ?? '';
  place.setAttribute('role', 'status');
  document.body.append(place);
  return place;
}

/**
 * Shows a quiet notice that a check is running, until the returned function is called. Without React: any call may need
 * it on any screen, and it must not add to the first load.
 */
export function showNotice(): () => void {
  waiting += 1;
  const notice = document.createElement('p');
  notice.className = css.notice ?? '';
  notice.textContent = challengeTexts.checking;
  region().replaceChildren(notice);
  return () => {
    waiting -= 1;
    if (waiting === 0) region().replaceChildren();
  };
}
