import { createStore } from '../store.ts';

/** Whether a link has just been sent by SMS: /login-link then says so in a dialog first (A §2.3 'link sent'). */
export const linkJustSent = createStore(false);
