import type { z } from 'zod'
import type { OrderRow, PaymentRow, RefundRow } from '../../../db/db.ts'
import { formatMoney } from '../../../domain/money.ts'
import { moneyInWords } from '../../../domain/money-text.ts'
import type { Language } from '../../../locales/language.ts'
import type { RefundRequestOutcome } from '../../../payments/refunds/request-refund.ts'
import { notFound, type Problem, problem } from '../../../runtime/http/problem.ts'
import { chargeAfterAmount, chargeInWords, chargeOfPayment } from '../../../texts/charges.ts'
import { amountOfRefund } from '../../../texts/refunds.ts'
import { stateName } from '../../../texts/state-names.ts'
import type { refundRequest } from '../checkouts/schemas.ts'

type Refusal = Exclude<RefundRequestOutcome, { outcome: 'accepted' }>
type Refused = Extract<Refusal, { outcome: 'refused' }>

interface RefundInput {
  id: string
  body: z.output<typeof refundRequest>
  payment: PaymentRow | undefined
}

/** Maps a refused refund to a problem with amount, payment and next step. */
export const refuseRefund = (outcome: Refusal, input: RefundInput): Problem => {
  switch (outcome.outcome) {
    case 'no-such-order':
      return {
        ...notFound('The store has no such order'),
        inSpanish: { title: 'La tienda no tiene un pedido así' },
      }
    case 'no-such-payment':
      return {
        ...notFound('The order has no such payment'),
        inSpanish: { title: 'El pedido no tiene un pago así' },
      }
    case 'key-reused':
      return problem({
        status: 409,
        code: 'idempotency_key_reused',
        title: 'This Idempotency-Key asked for something else before',
        detail: `Before: ${requestBefore(outcome)}. Now: ${requestNow(input)}. A new request needs a key of its own.`,
        retry: 'permanent',
      })
    case 'above-limit':
      return problem({
        status: 403,
        code: 'refund_above_limit',
        title: 'It is more than you may refund at once',
        detail: `Nothing was refunded of order ${input.id}. Somebody who may refund more has to do it.`,
        retry: 'ask-a-person',
        inSpanish: {
          title: 'Es más de lo que usted puede reembolsar de una vez',
          detail: `No se reembolsó nada del pedido ${input.id}. Tiene que hacerlo alguien que pueda reembolsar más.`,
        },
      })
    case 'above-day-limit':
      return problem({
        status: 403,
        code: 'refund_above_day_limit',
        title: 'It is more than you may refund in a day',
        detail: `Nothing was refunded of order ${input.id}. Somebody who may refund more has to do it, or you tomorrow.`,
        retry: 'ask-a-person',
        inSpanish: {
          title: 'Es más de lo que usted puede reembolsar en un día',
          detail: `No se reembolsó nada del pedido ${input.id}. Tiene que hacerlo alguien que pueda reembolsar más, o usted mañana.`,
        },
      })
    case 'wrong-currency':
      return problem({
        status: 422,
        code: 'wrong_currency',
        title: `The payment was made in ${outcome.currency}`,
        ...(input.payment
          ? {
              detail: `Ask for an amount in ${outcome.currency} ${chargeAfterAmount(chargeOfPayment(input.payment), 'en')}.`,
            }
          : {}),
        retry: 'permanent',
        inSpanish: {
          title: `El pago se hizo en ${outcome.currency}`,
          ...(input.payment
            ? {
                detail: `Pida un monto en ${outcome.currency} ${chargeAfterAmount(chargeOfPayment(input.payment), 'es')}.`,
              }
            : {}),
        },
      })
    case 'refused': {
      const { titles, status, retry } = REFUSALS[outcome.because]
      return problem({
        status,
        code: `refund_${outcome.because}`,
        title: titles.en,
        detail: whatCanBeDone(outcome, { asked: input, locale: 'en' }),
        retry,
        inSpanish: {
          title: titles.es,
          detail: whatCanBeDone(outcome, { asked: input, locale: 'es' }),
        },
      })
    }
  }
}

const whatCanBeDone = (
  { because, order, rest, underWay }: Refused,
  { asked: { payment }, locale }: { asked: RefundInput; locale: Language },
): string => {
  const charge = payment && chargeOfPayment(payment)
  const ofIt = charge ? ` ${chargeAfterAmount(charge, locale)}` : ''
  const next = REFUSALS[because].next[locale]
  const meanwhile = whatIsUnderWay(underWay, locale)
  if (locale === 'en') {
    const amount = `${formatMoney(rest)} ${rest.currency.code}`
    return `Order ${order.external_id} is ${order.status}; ${amount} can be refunded${ofIt}: ${next}.${meanwhile}`
  }
  const amount = moneyInWords(formatMoney(rest), rest.currency.code, locale)
  const status = stateName(order.status, 'es')
  return `El pedido ${order.external_id} está ${status}; pueden reembolsarse ${amount}${ofIt}: ${next}.${meanwhile}`
}

const whatIsUnderWay = (refund: RefundRow | undefined, locale: Language): string => {
  if (!refund) return ''
  const amount = amountOfRefund(refund, locale)
  const waits = refund.state === 'waiting'
  return locale === 'es'
    ? ` El reembolso ${refund.id} de ${amount} está ${waits ? 'en espera, y se puede cancelar' : 'en curso'}.`
    : ` Refund ${refund.id} of ${amount} is ${refund.state}${waits ? ', and can be cancelled' : ''}.`
}

const requestBefore = ({ refund, order }: { refund: RefundRow; order: OrderRow }): string =>
  [
    `${amountOfRefund(refund, 'en')} of order ${order.external_id}`,
    reasonIn(refund.reason),
    `refund ${refund.id} of payment ${refund.payment_id}, which is ${refund.state}`,
  ].join(', ')

const requestNow = ({ id, body, payment }: RefundInput): string =>
  [
    `${body.amount ?? 'all that is left'} of order ${id}`,
    reasonIn(body.reason),
    ...(body.payment_id ? [`payment ${body.payment_id}`] : []),
    ...(payment ? [chargeInWords(chargeOfPayment(payment), 'en')] : []),
  ].join(', ')

const reasonIn = (reason: string | null | undefined): string =>
  reason ? `reason "${reason}"` : 'no reason given'

const REFUSALS = {
  not_paid: {
    status: 409,
    titles: { en: 'The order is not paid', es: 'El pedido no está pagado' },
    next: { en: 'refund it once it is paid', es: 'reembólselo cuando esté pagado' },
    retry: 'permanent',
  },
  voided: {
    status: 409,
    titles: { en: 'The charge was voided', es: 'El cobro fue anulado' },
    next: { en: 'there is nothing to do', es: 'no hay nada que hacer' },
    retry: 'permanent',
  },
  nothing_left: {
    status: 409,
    titles: { en: 'All of it was refunded already', es: 'Ya se reembolsó todo' },
    next: { en: 'there is nothing to do', es: 'no hay nada que hacer' },
    retry: 'permanent',
  },
  under_way: {
    status: 409,
    titles: {
      en: 'Another refund of this order is under way',
      es: 'Otro reembolso de este pedido está en curso',
    },
    next: {
      en: 'ask again when the other one is over',
      es: 'pídalo de nuevo cuando termine el otro',
    },
    retry: 'retry',
  },
  above_rest: {
    status: 422,
    titles: {
      en: 'The amount is above what is left',
      es: 'El monto es mayor que lo que queda',
    },
    next: { en: 'ask for that or less', es: 'pida ese monto o menos' },
    retry: 'permanent',
  },
} as const
