/** Texts of the login screens. */
export const loginTexts = {
  title: 'Iniciá sesión y solicitá tu préstamo',
  email: 'Mail',
  password: 'Contraseña',
  phone: 'Celular',
  enter: 'Ingresar',
  sendLink: 'Recibir link por SMS',
  forgot: 'Olvidé mi contraseña',
  magicLink: 'Recibir un link de acceso por mail',
  or: 'o',
  byEmail: 'Ingresar con mail',
  byPhone: 'Ingresar con tu celular',
  google: 'Continuar con Google',
  signup: 'Pedir mi préstamo',
  back: 'Volver al inicio',
  backToLogin: 'Volver a iniciar sesión',
} as const;

export const linkTexts = {
  title: 'Te enviamos un link',
  toLastDigits: (digits: string) =>
    `Te enviamos un link de acceso por SMS al celular terminado en ${digits}. Vale por 3 horas.`,
  sent: 'Te enviamos un link de acceso por SMS. Vale por 3 horas.',
  toMail: (email: string) =>
    `Si hay una cuenta con ${email}, te enviamos un link de acceso por mail. Vale por 3 horas.`,
  nextMail: 'Abrí el mail y tocá el link para ingresar. Si no lo ves, buscalo en el correo no deseado.',
  next: 'Abrí el mensaje en tu celular y tocá el link para ingresar.',
  notReceived: '¿No te llegó? Revisá que el número esté bien y pedí otro.',
  again: 'Pedir otro link',
  resend: 'Reenviar link',
  resendIn: (seconds: number) =>
    `Si no te llega, podés pedir otro en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`,
  resent: 'Te enviamos otro link por SMS.',
  changeNumber: 'Cambiar el número',
  understood: 'Entendido',
} as const;

export const googleTexts = {
  title: 'Continuar con Google',
  sandbox: 'Entorno de pruebas: escribí el mail de la cuenta de Google con la que querés ingresar.',
  choose: 'Elegí tu cuenta de Google.',
  termsFirst: 'Para crear tu cuenta, primero aceptá los términos.',
  email: 'Mail',
  enter: 'Ingresar',
  failed: 'Ha ocurrido un error al iniciar sesión, por favor intente nuevamente más tarde.',
  notRegistered: 'No podes iniciar sesión si no te registraste antes.',
} as const;

export const resetTexts = {
  dialogTitle: 'Recuperar contraseña',
  ask: 'Escribí el mail con el que te registraste y te enviamos instrucciones para elegir una contraseña nueva.',
  email: 'Mail',
  send: 'Enviar',
  sentTitle: 'Revisá tu mail',
  sent: (email: string) => `Te enviamos un mail con instrucciones a ${email}.`,
  spam: 'Si no lo ves en unos minutos, buscalo en la carpeta de correo no deseado.',
  close: 'Volver a iniciar sesión',
  title: 'Volver a establecer contraseña',
  intro: 'Elegí una contraseña nueva para tu cuenta.',
  password: 'Contraseña nueva',
  repeat: 'Repetí la contraseña',
  hint: 'Las dos contraseñas deben ser iguales.',
  save: 'Guardar contraseña',
  done: 'Tu contraseña fue actualizada. Ya podés iniciar sesión.',
  failed: 'No pudimos cambiar tu contraseña',
  failedLink: 'El link ya se usó o venció, o el mail no es el de tu cuenta.',
  failedOther: 'Volvé a intentarlo en unos minutos.',
  newLink: 'Pedir un link nuevo',
} as const;

export const exchangeTexts = {
  title: 'Estamos ingresando a tu cuenta',
  wait: 'Es solo un momento.',
} as const;
