import type { PaymentRow, RefundRow } from '../db/db.ts'
import type { RefundState } from '../db/tables/refunds.ts'
import { formatMoney, moneyFromMinor } from '../domain/money.ts'
import { moneyInWords } from '../domain/money-text.ts'
import type { Language } from '../locales/language.ts'
import { chargeAfterAmount, chargeOfPayment } from './charges.ts'

type Sentence = (what: string) => string
type Sentences = Record<RefundState, Record<'void' | 'refund', Sentence>>

const same = (sentence: Sentence) => ({ void: sentence, refund: sentence })

const en: Sentences = {
  pending: {
    void: (what) => `The charge of ${what} is about to be voided; look again in a moment.`,
    refund: (what) => `${what} is about to be refunded; look again in a moment.`,
  },
  requested: {
    void: (what) => `The gateway is being asked to void ${what}; look again in a moment.`,
    refund: (what) => `The gateway is being asked to refund ${what}; look again in a moment.`,
  },
  unknown: same(
    (what) =>
      `Whether ${what} was refunded is being found out, because the gateway's answer was lost; do not ask for it again meanwhile.`,
  ),
  accepted: same(
    (what) =>
      `The gateway accepted to give ${what} back, and does not show it yet; it is not sent again, and you can look again in a few minutes.`,
  ),
  waiting: same(
    (what) =>
      `The gateway does not give ${what} back yet; Puente tries again by itself, and until then it can be cancelled.`,
  ),
  succeeded: {
    void: (what) => `${what} was voided; the customer sees no charge on the card.`,
    refund: (what) => `${what} was refunded; the customer sees it on the card in a few days.`,
  },
  failed: same(
    (what) => `${what} was not refunded; refund it in another way, or ask the gateway for help.`,
  ),
  cancelled: same(
    (what) =>
      `The refund of ${what} was cancelled, and gave nothing back; a new key asks for a new one.`,
  ),
}

/** For a refund with an unknown outcome, which an operator must resolve first. */
const unknownOutcome: Record<Language, Sentence> = {
  en: (what) =>
    `${what} may already be refunded, so Puente has not sent the refund; check the gateway's portal and answer whether it was this one.`,
  es: (what) =>
    `Quizá ya se reembolsaron ${what}, y Puente no envió el reembolso; mire en el portal de la pasarela y responda si era este.`,
}

const es: Sentences = {
  pending: {
    void: (what) => `El cobro de ${what} está por anularse; mire otra vez en un momento.`,
    refund: (what) => `Están por reembolsarse ${what}; mire otra vez en un momento.`,
  },
  requested: {
    void: (what) => `Se pide a la pasarela que anule ${what}; mire otra vez en un momento.`,
    refund: (what) => `Se pide a la pasarela que reembolse ${what}; mire otra vez en un momento.`,
  },
  unknown: same(
    (what) =>
      `Se averigua si se reembolsaron ${what}, porque la respuesta de la pasarela se perdió; mientras tanto no lo pida otra vez.`,
  ),
  accepted: same(
    (what) =>
      `La pasarela aceptó reembolsar ${what}, y todavía no lo muestra; no se envía otra vez, y puede mirar de nuevo en unos minutos.`,
  ),
  waiting: same(
    (what) =>
      `La pasarela todavía no reembolsa ${what}; Puente lo intenta solo, y hasta entonces se puede cancelar.`,
  ),
  succeeded: {
    void: (what) => `Se anularon ${what}; el cliente no ve ningún cobro en su tarjeta.`,
    refund: (what) => `Se reembolsaron ${what}; el cliente los ve en su tarjeta en unos días.`,
  },
  failed: same(
    (what) => `No se reembolsaron ${what}; reembólselos por otra vía, o pida ayuda a la pasarela.`,
  ),
  cancelled: same(
    (what) => `El reembolso de ${what} se canceló y no reembolsó nada; una clave nueva pide otro.`,
  ),
}

/** Renders a refund's amount, payment and next step. */
export const refundSentence = (
  refund: Pick<RefundRow, 'state' | 'kind' | 'amount_minor' | 'currency' | 'needs_attention'>,
  { payment, locale }: { payment: PaymentRow | undefined; locale: Language },
): string => {
  const amount = amountOfRefund(refund, locale)
  const what = payment ? `${amount} ${chargeAfterAmount(chargeOfPayment(payment), locale)}` : amount
  if (refund.state === 'waiting' && refund.needs_attention) return unknownOutcome[locale](what)
  return (locale === 'es' ? es : en)[refund.state][refund.kind](what)
}

export const amountOfRefund = (
  { amount_minor, currency }: Pick<RefundRow, 'amount_minor' | 'currency'>,
  locale: Language,
): string => moneyInWords(formatMoney(moneyFromMinor(amount_minor, currency)), currency, locale)
