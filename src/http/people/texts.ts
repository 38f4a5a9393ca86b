import type { Language } from '../../locales/language.ts'

interface Texts {
  email: string
  password: string
  newPassword: string
  name: string
  signIn: string
  signOut: string
  toSignIn: string
  signOutQuestion: string
  welcome: string
  welcomeTo(organization: string): string
  createAccount: string
  join: string
  joinHint: string
  setPassword: string
  passwordHint(least: number): string
  noLink: { title: string; message: string }
  forged: { title: string; message: string }
  forgotten: string
  otherLanguage: string
  faults: {
    wrong: string
    lockedOut: string
    nameMissing: string
    emailInvalid: string
  }
}

export const peopleTexts: Record<Language, Texts> = {
  es: {
    email: 'Correo',
    password: 'Contraseña',
    newPassword: 'Contraseña nueva',
    name: 'Nombre',
    signIn: 'Iniciar sesión',
    signOut: 'Cerrar sesión',
    toSignIn: 'Ir a iniciar sesión',
    signOutQuestion: '¿Quiere cerrar la sesión en este navegador?',
    welcome: 'Le damos la bienvenida',
    welcomeTo: (organization) => `Se une a ${organization}.`,
    createAccount: 'Crear la cuenta',
    join: 'Unirse',
    joinHint: 'Ya tiene una cuenta con este correo: use su contraseña.',
    setPassword: 'Guardar la contraseña',
    passwordHint: (least) => `Al menos ${least} caracteres.`,
    noLink: {
      title: 'Este enlace ya no sirve',
      message: 'Se usó antes, o su tiempo terminó. Pida uno nuevo a quien se lo dio.',
    },
    forged: {
      title: 'No se hizo nada',
      message: 'La solicitud no vino de una página de Puente. Abra la página de nuevo.',
    },
    forgotten:
      '¿Olvidó su contraseña? Pida un enlace nuevo a un propietario o al administrador de Puente.',
    otherLanguage: 'English',
    faults: {
      wrong: 'El correo o la contraseña no es correcta.',
      lockedOut: 'Demasiados intentos. Espere unos minutos.',
      nameMissing: 'Escriba su nombre.',
      emailInvalid: 'Escriba un correo válido.',
    },
  },
  en: {
    email: 'E-mail',
    password: 'Password',
    newPassword: 'New password',
    name: 'Name',
    signIn: 'Sign in',
    signOut: 'Sign out',
    toSignIn: 'Go to sign-in',
    signOutQuestion: 'Do you want to sign out of this browser?',
    welcome: 'Welcome',
    welcomeTo: (organization) => `You join ${organization}.`,
    createAccount: 'Create the account',
    join: 'Join',
    joinHint: 'You have an account with this e-mail already: use its password.',
    setPassword: 'Save the password',
    passwordHint: (least) => `At least ${least} characters.`,
    noLink: {
      title: 'This link does not work any more',
      message: 'It was used, or its time is over. Ask whoever gave it to you for a new one.',
    },
    forged: {
      title: 'Nothing was done',
      message: 'The request did not come from a page of Puente. Open the page again.',
    },
    forgotten: 'Forgot your password? Ask an owner or your Puente administrator for a new link.',
    otherLanguage: 'Español',
    faults: {
      wrong: 'The e-mail or the password is wrong.',
      lockedOut: 'Too many tries. Wait a few minutes.',
      nameMissing: 'Type your name.',
      emailInvalid: 'Type a valid e-mail.',
    },
  },
}
