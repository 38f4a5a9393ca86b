import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import type { AttemptOutcome } from '../charges/attempt.ts'
import { declineText } from '../checkout/decline-text.ts'
import { screen } from '../checkout/screens.ts'
import type { Reply } from '../http/reply.ts'
import { pathIn, type Reader } from '../pages/document.ts'
import { nextUrl } from './way-on.ts'

/** Formats `HH:MM` in Honduras time (2.1). */
export const timeOfDay = (instant: Date): string => formatHondurasTime(instant).slice(11, 16)

/** Any site may frame the screens of a challenge (mode 2, rule 3). */
const framedBy = 'anybody'

/** Ends a challenge; the values serve whichever of its texts has them. */
export const endScreen = (
  reader: Reader,
  {
    outcome,
    merchantName,
    ...says
  }: {
    name: 'authenticated' | 'failed' | 'challengeOver' | 'superseded'
    status?: number
    outcome: AttemptOutcome
    merchantName: string
  },
): Reply => {
  const { language, texts } = reader
  const { transaction, kind } = outcome
  const leadsTo = nextUrl(outcome, language)
  const isApproved = kind === 'approved'
  const isBack = !isApproved && transaction.form_key !== null
  return screen(reader, {
    ...says,
    values: {
      merchant: merchantName,
      outcome: kind,
      reason: declineText(transaction.iso_response_code, texts),
    },
    after: !leadsTo && texts.challenge.closeWindow,
    mood: isApproved ? 'good' : 'neutral',
    leadsTo,
    leadsOn: isBack ? texts.challenge.backToPayment : texts.challenge.continue,
    framedBy,
  })
}

/** Offers a way back to an unanswered challenge, for attempts without a return URL. */
export const abandonedScreen = (reader: Reader, deadline: Date): Reply => {
  const query = new URLSearchParams(reader.query)
  query.delete('left')
  return screen(reader, {
    name: 'left',
    values: { deadline: timeOfDay(deadline) },
    after: reader.texts.challenge.closeWindow,
    leadsTo: pathIn(reader.language, { ...reader, query }),
    leadsOn: reader.texts.challenge.resume,
    framedBy,
  })
}

export const forbiddenScreen = (reader: Reader): Reply =>
  screen(reader, { name: 'forbidden', status: 403, framedBy })

export const unknownChallengeScreen = (reader: Reader): Reply =>
  screen(reader, { name: 'unknownChallenge', status: 404, framedBy })
