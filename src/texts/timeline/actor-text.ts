import type { Actor } from '../../domain/actor.ts'
import type { Language } from '../../locales/language.ts'
import { jobWords } from './job-words.ts'

/** Renders an actor for people: key, person, customer, or Puente and its job. */
export const actorText = (actor: Actor, locale: Language): string => {
  const inLocale = locale === 'es' ? inSpanish : inEnglish
  return inLocale(actor)
}

const inEnglish = (actor: Actor): string => {
  switch (actor.kind) {
    case 'api_key':
      return `API key "${actor.name}"`
    case 'person':
      return actor.name
    case 'command_line':
      return 'command line'
    case 'customer':
      return 'customer'
    case 'platform':
      return `platform ${actor.name}`
    case 'gateway':
      return 'gateway'
    case 'job':
      return puente(actor.name, 'en')
  }
}

const inSpanish = (actor: Actor): string => {
  switch (actor.kind) {
    case 'api_key':
      return `clave de API «${actor.name}»`
    case 'command_line':
      return 'línea de comandos'
    case 'customer':
      return 'cliente'
    case 'platform':
      return `plataforma ${actor.name}`
    case 'gateway':
      return 'pasarela'
    case 'job':
      return puente(actor.name, 'es')
    case 'person':
      return actor.name
  }
}

/** Another version's job may have no text. */
const puente = (job: string, locale: Language): string => {
  const doing = jobWords[locale][job]
  return doing ? `Puente, ${doing}` : 'Puente'
}
