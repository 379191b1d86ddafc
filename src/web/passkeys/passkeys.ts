import { deviceStorage } from '../storage.ts';

/** True if a passkey was added or used on this device: only then /login offers it. It names no person. */
const key = 'passkey';

export const hasPasskey = (): boolean => deviceStorage.getItem(key) !== null;

export function rememberPasskey(): void {
  try {
    deviceStorage.setItem(key, '1');
  } catch {
    // If there is no storage, the other logins are offered.
  }
}

/** Texts about passkeys: on /login and in /mis-datos. */
export const passkeyTexts = {
  logIn: 'Ingresar con huella, cara o PIN',
  title: 'Ingresar sin contraseña',
  intro:
    'Con una llave de acceso entrás con tu huella, tu cara o el PIN de tu celular o computadora. Nadie puede adivinarla ni pedírtela por teléfono, y no depende de tu número: un SMS lo recibe quien lo tenga.',
  unknown: 'Este navegador no permite agregar llaves de acceso.',
  add: 'Agregar una llave de acceso',
  unknownDevice: 'Equipo sin identificar',
  used: (day: string) => `Usada por última vez el ${day}`,
  added: (day: string) => `Agregada el ${day}`,
  remove: 'Quitar',
  removeOf: (device: string) => `Quitar la llave de ${device}`,
  others: 'Si alguien más pudo entrar a tu cuenta, cerrá las sesiones de tus otros equipos.',
  endOthers: 'Cerrar las otras sesiones',
  tryAgain: 'Volver a intentar',
} as const;
