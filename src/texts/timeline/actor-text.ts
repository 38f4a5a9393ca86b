import type { Actor } from '../../domain/actor.ts'
import { formatMessage } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'

/** Renders an actor for people: key, person, customer, or Puente and its job. */
export const actorText = (actor: Actor, locale: Language): string => {
  const { actors, jobs } = TEXTS[locale].timeline
  const names: Readonly<Record<string, string>> = jobs
  switch (actor.kind) {
    case 'person':
      return actor.name
    case 'job':
      // Another version's job may have no text.
      return names[actor.name] ?? 'Puente'
    case 'api_key':
    case 'platform':
      return formatMessage(actors[actor.kind], { name: actor.name }, locale)
    case 'command_line':
    case 'customer':
    case 'gateway':
      return actors[actor.kind]
  }
}
