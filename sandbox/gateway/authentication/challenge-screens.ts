import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import type { AttemptOutcome } from '../charges/attempt.ts'
import { screen } from '../checkout/screens.ts'
import { declineText } from '../checkout/texts/declines.ts'
import { type CheckoutVisit, pathIn } from '../checkout/visit.ts'
import type { Reply } from '../http/reply.ts'
import { fill } from '../pages/fill.ts'
import { nextUrl } from './way-on.ts'

/** Formats `HH:MM` in Honduras time (2.1). */
export const timeOfDay = (instant: Date): string => formatHondurasTime(instant).slice(11, 16)

interface EndView {
  visit: CheckoutVisit
  outcome: AttemptOutcome
  merchantName: string
}

const endScreen = (
  { visit, outcome }: EndView,
  says: { status: number; title: string; text: string },
): Reply => {
  const { texts, language } = visit
  const leadsTo = nextUrl(outcome, language)
  const isApproved = outcome.kind === 'approved'
  return screen({
    visit,
    ...says,
    text: leadsTo ? says.text : `${says.text} ${texts.closeWindow}`,
    mood: isApproved ? 'good' : 'neutral',
    leadsTo,
    leadsOn:
      isApproved || outcome.transaction.form_key === null ? texts.continue : texts.backToPayment,
    framedBy: 'anybody',
  })
}

export const answeredScreen = (view: EndView): Reply => {
  const { visit, outcome, merchantName } = view
  const { texts } = visit
  return outcome.kind === 'approved'
    ? endScreen(view, {
        status: 200,
        title: texts.authenticatedTitle,
        text: fill(texts.authenticatedText, { merchant: merchantName }),
      })
    : endScreen(view, {
        status: 200,
        title: texts.failedTitle,
        text: `${declineText(outcome.transaction.iso_response_code, texts)} ${texts.notCharged}`,
      })
}

export const expiredScreen = (view: EndView): Reply => {
  const { texts } = view.visit
  const cameOut =
    view.outcome.kind === 'approved' ? texts.challengeOverPaid : texts.challengeOverUnpaid
  return endScreen(view, {
    status: 410,
    title: texts.challengeOverTitle,
    text: `${texts.challengeOverText} ${cameOut}`,
  })
}

export const supersededScreen = (view: EndView): Reply => {
  const { texts } = view.visit
  return endScreen(view, {
    status: 200,
    title: texts.paidOtherwiseTitle,
    text: texts.paidOtherwiseText,
  })
}

/** Offers a way back to an unanswered challenge, for attempts without a return URL. */
export const abandonedScreen = ({
  visit,
  deadline,
}: {
  visit: CheckoutVisit
  deadline: Date
}): Reply => {
  const { texts, language } = visit
  const query = new URLSearchParams(visit.query)
  query.delete('left')
  return screen({
    visit,
    status: 200,
    mood: 'neutral',
    title: texts.leftTitle,
    text: `${fill(texts.leftText, { deadline: timeOfDay(deadline) })} ${texts.closeWindow}`,
    leadsTo: pathIn(language, { ...visit, query }),
    leadsOn: texts.resume,
    framedBy: 'anybody',
  })
}

export const forbiddenScreen = (visit: CheckoutVisit): Reply =>
  screen({
    visit,
    status: 403,
    mood: 'neutral',
    title: visit.texts.forbiddenTitle,
    text: visit.texts.forbiddenText,
    framedBy: 'anybody',
  })

export const unknownChallengeScreen = (visit: CheckoutVisit): Reply =>
  screen({
    visit,
    status: 404,
    mood: 'neutral',
    title: visit.texts.unknownChallengeTitle,
    text: visit.texts.unknownChallengeText,
    framedBy: 'anybody',
  })
