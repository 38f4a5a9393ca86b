import type { AlertKind } from '../../db/tables/alerts.ts'
import type { AlertWording } from '../../payments/ports/platform.ts'
import type { AlertFacts } from './facts.ts'

/** What an alert of a kind says of its own case; `undefined` where too little is known of it. */
export type AlertSentences = {
  readonly [Kind in AlertKind]?: (
    facts: AlertFacts,
  ) => Partial<AlertWording> | undefined | '' | false
}
