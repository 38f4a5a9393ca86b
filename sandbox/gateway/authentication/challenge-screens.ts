import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import type { Language } from '../../../src/locales/language.ts'
import type { AttemptOutcome } from '../charges/attempt.ts'
import { afterAnswer } from '../checkout/next-page.ts'
import { screen } from '../checkout/screens.ts'
import type { Reply } from '../http/reply.ts'
import { pathIn, type Reader } from '../pages/document.ts'
import { declineText } from '../pages/parts.ts'

/** Formats `HH:MM` in Honduras time (2.1). */
export const timeOfDay = (instant: Date): string => formatHondurasTime(instant).slice(11, 16)

/** Any site may frame a challenge (mode 2, rule 3). */
const framedBy = 'anybody'

export type EndScreen = 'authenticated' | 'failed' | 'challengeOver' | 'superseded'

export const endScreen = (
  reader: Reader,
  {
    outcome,
    merchantName,
    ...says
  }: {
    name: EndScreen
    status: number
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

/**
 * Returns the cardholder's next page after a challenge: in mode 1 the checkout's, in mode 2 the
 * merchant's redirect URL (4.13). An unanswered mode 2 challenge has none: `failed_redirect_url`
 * means the charge failed.
 */
export const nextUrl = (outcome: AttemptOutcome, language: Language): string | undefined => {
  const { kind, transaction } = outcome
  const isFromCheckout = transaction.form_key !== null
  if (isFromCheckout) return afterAnswer(outcome, language)
  switch (kind) {
    case 'approved':
      return asLocation(transaction.success_redirect_url)
    case 'declined':
      return asLocation(transaction.failed_redirect_url)
    case 'pending':
      return undefined
  }
}

const asLocation = (url: string | null): string | undefined =>
  url === null || /^[!-~]+$/.test(url) ? (url ?? undefined) : new URL(url).href
