/** Texts of the re-authentication dialog. */
export const proofTexts = {
  title: 'Confirmá que sos vos',
  intro: 'Es para cuidar tu cuenta y tu dinero. Lo que cargaste queda como está y seguís enseguida.',
  password: 'Tu contraseña',
  confirm: 'Confirmar',
  or: 'o',
  passkey: 'Usar huella, cara o PIN',
  bySms: (digits: string) => `Recibir un código por SMS (terminado en ${digits})`,
  byEmail: (masked: string) => `Recibir un código en ${masked}`,
  otherWay: 'Ingresar de otra forma',
  later: 'Ahora no',
  code: 'Código de 6 números',
  sentBySms: (digits: string) =>
    `Te enviamos un código por SMS al celular terminado en ${digits}. Vence en 10 minutos.`,
  sentByEmail: (masked: string) =>
    `Te enviamos un código a ${masked}. Vence en 10 minutos. Si no lo ves, buscalo en el correo no deseado.`,
  checking: 'Verificando el código…',
  resendIn: (seconds: number) =>
    `Si no te llega, podés pedir otro en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`,
  resend: 'Enviar otro código',
  resent: 'Te enviamos otro código.',
  back: 'Confirmar de otra forma',
  tryAgain: 'Volver a intentar',
} as const;
