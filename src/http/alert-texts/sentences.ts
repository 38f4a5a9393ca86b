import type { ProblemKind } from '../../ledger/tables/problems.ts'
import type { ProblemText } from '../../payments/problem-texts.ts'
import type { AlertFacts } from './facts.ts'

/** What an alert of a kind says of its own case; `undefined` where too little is known of it. */
export type AlertSentences = {
  readonly [Kind in ProblemKind]?: (facts: AlertFacts) => Partial<ProblemText> | undefined | ''
}
