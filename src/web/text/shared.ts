/** Texts of the shell and the form components; a screen's texts are in the same folder. */

export const shellTexts = {
  defaultTitle: 'Formulario Web',
  legal: 'Información legal',
  skip: 'Ir al contenido',
  home: 'Inicio',
  help: 'Ayuda',
  logout: 'Cerrar sesión',
  progress: 'Cargando',
  close: 'CERRAR',
  enterHere: 'INGRESAR AQUÍ',
  loginFirst: 'Ingresá a tu cuenta para ver esa página.',
  sessionEnded: 'Tu sesión terminó. Ingresá y seguís donde estabas.',
  back: 'ANT',
  next: 'SIG',
  backLong: 'Anterior',
  nextLong: 'Siguiente',
  newTab: '(se abre en otra pestaña)',
  delay: 'En estos momentos estamos presentando demoras de días para realizar la acreditación.',
  whatsapp: 'Continuar por WhatsApp',
  chat: 'Continuar por chat',
  supportWhatsapp: 'Escribinos por WhatsApp',
  supportChat: 'Abrir el chat de ayuda',
  onboardingWhatsapp: 'Te ayudamos por WhatsApp',
  contactForm: 'Formulario de contacto',
  ownData: 'Mis datos',
  referral: 'Programa de referidos',
  withdrawal: 'Botón de arrepentimiento',
  waysOut: 'Arrepentimiento y baja',
  terms: 'Términos y condiciones',
  privacy: 'Política de privacidad',
  suggestions: 'Sugerencias y mejoras',
  draw: 'Bases del sorteo',
  helpAndContact: 'Ayuda y contacto',
  footerLabel: 'Información legal y ayuda',
  legalFailed: 'No pudimos cargar el texto.',
  retry: 'Volver a intentar',
} as const;

export const errorTexts = {
  title: 'Algo no salió bien',
  text: 'No es por nada que hayas hecho. Lo que ya enviaste está guardado.',
  again: 'Volver a intentar',
  start: 'Ir al inicio',
} as const;

export const suggestionTexts = {
  title: 'Sugerencias y mejoras',
  intro: 'Contanos qué podemos hacer mejor.',
  name: 'Nombre y apellido',
  email: 'Mail',
  document: 'Documento',
  documentHint: 'Opcional.',
  subject: 'Título',
  content: 'Tu sugerencia',
  send: 'Enviar',
  sending: 'Enviando tu sugerencia…',
  thanks: '¡Gracias! Recibimos tu sugerencia.',
} as const;

export const uploadTexts = {
  camera: 'Sacar foto',
  again: 'Sacar otra',
  file: 'Elegir archivo',
  retry: 'Reintentar',
  sending: 'Enviando…',
  ready: 'Lista.',
  preview: 'vista previa',
  notAnImage:
    'El archivo no es una imagen válida. Subí una foto JPG, PNG o WEBP. Si es HEIC, de un iPhone, sacala de nuevo desde acá o guardala como JPG.',
} as const;

export const formTexts = {
  loading: 'Cargando…',
  emptyList: 'No encontramos esa opción.',
  usual: 'Los más usados',
  bankSearch: 'Otro: escribí su nombre',
  showPassword: 'Mostrar',
  hidePassword: 'Ocultar',
  codeTooLong: (length: number) => `El código tiene ${length} números.`,
} as const;

export const helpTexts = {
  centre: 'Centro de ayuda',
  teaserChat: '¿Te damos una mano? Chateá con nosotros.',
  openChat: 'Abrir el chat',
  teaserForm: '¿Te damos una mano? No tenemos chat en vivo: escribinos y te respondemos por mail.',
  noChat: 'Por ahora no tenemos chat en vivo. Dejanos tu mensaje y te respondemos por mail.',
  away: 'En este momento no estamos atendiendo. Dejanos tu mensaje y te respondemos en horario comercial.',
  message: 'Hola, necesito ayuda con mi préstamo.',
  formTitle: 'Escribinos',
  intro: 'Contanos qué necesitás y te respondemos por mail.',
  introTo: (email: string) => `Contanos qué necesitás y te respondemos a ${email}.`,
  name: 'Nombre y apellido',
  email: 'Mail',
  content: 'Tu mensaje',
  contentRequired: 'Escribí tu mensaje.',
  send: 'Enviar mensaje',
  /** Subject of the ticket that a message becomes. */
  subject: 'Consulta al chat de ayuda',
  failed: 'No pudimos enviar tu mensaje',
  thanksTitle: '¡Gracias! Recibimos tu mensaje.',
  thanks: 'Te respondemos por mail en horario comercial.',
  thanksCustomer: 'Te respondemos por mail. También podés seguirlo en Reclamos, en tu estado de cuenta.',
  claims: 'Ver mis reclamos',
  another: 'Escribir otro mensaje',
} as const;
