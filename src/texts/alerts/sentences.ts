import type { AlertKind } from '../../db/tables/alerts.ts'
import type { AlertWording } from '../../payments/ports/platform.ts'
import type { AlertFacts } from './facts.ts'

/** Sentences by kind; `undefined` if the facts do not suffice. */
export type AlertSentences = {
  readonly [Kind in AlertKind]?: (
    facts: AlertFacts,
  ) => Partial<AlertWording> | undefined | '' | false
}
