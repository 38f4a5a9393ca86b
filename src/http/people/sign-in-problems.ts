import type { Language } from '../../locales/language.ts'
import {
  LONGEST_PASSWORD,
  type PasswordFault,
  SHORTEST_PASSWORD,
} from '../../people/passwords/password-rules.ts'
import { fieldProblem, notFound, type Problem, problem } from '../../runtime/http/problem.ts'

export const PASSWORD_FAULTS: Record<PasswordFault, Record<Language, string>> = {
  'too-short': {
    en: `Use at least ${SHORTEST_PASSWORD} characters`,
    es: `Use al menos ${SHORTEST_PASSWORD} caracteres`,
  },
  'too-long': {
    en: `Use at most ${LONGEST_PASSWORD} characters`,
    es: `Use como máximo ${LONGEST_PASSWORD} caracteres`,
  },
  'is-email': {
    en: 'Use something else than your e-mail',
    es: 'Use algo distinto de su correo',
  },
  common: {
    en: 'This password is too easy to guess: use several words, or let your browser make one',
    es: 'Esta contraseña es fácil de adivinar: use varias palabras o deje que su navegador cree una',
  },
}

export const refusedPassword = (fault: PasswordFault): Problem =>
  fieldProblem('new_password', PASSWORD_FAULTS[fault])

export const SIGN_IN_FIRST: Problem = problem({
  status: 401,
  code: 'not_signed_in',
  title: 'Sign in first',
  retry: 'ask-a-person',
  inSpanish: { title: 'Inicie sesión primero' },
})

export const WRONG_SIGN_IN: Problem = problem({
  status: 401,
  code: 'wrong_sign_in',
  title: 'The e-mail or the password is wrong',
  retry: 'ask-a-person',
  inSpanish: { title: 'El correo o la contraseña no son correctos' },
})

export const WRONG_PASSWORD: Problem = fieldProblem('password', {
  en: 'The password is wrong',
  es: 'La contraseña no es correcta',
})

export const NO_SUCH_SESSION: Problem = notFound('There is no such session')

export const LOCKED_OUT: Problem = problem({
  status: 429,
  code: 'too_many_sign_ins',
  title: 'Too many tries; wait a few minutes',
  retry: 'retry',
  inSpanish: { title: 'Demasiados intentos; espere unos minutos' },
})

/** For `Retry-After`. */
export const secondsUntil = (until: Date, now: Date): string =>
  String(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000)))
