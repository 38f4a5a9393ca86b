import { minuteText, moneyInWords } from '../../domain/money-text.ts'
import { chargeInWords, ofCharge } from '../charge-words.ts'
import { differencesInWords } from './differences.ts'
import type { AlertFacts, ChargeOfAlert } from './facts.ts'
import type { AlertSentences } from './sentences.ts'

const money = ({
  amount,
  currency,
}: {
  amount?: string | undefined
  currency?: string | undefined
}) =>
  amount !== undefined && currency !== undefined ? moneyInWords(amount, currency, 'en') : undefined

const list = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '')

const charged = (charge: ChargeOfAlert, options: { forPortal?: boolean } = {}): string =>
  `${moneyInWords(charge.amount, charge.currency, 'en')} ${ofCharge(charge, 'en', options)}`

/** What a refund is asked for by, at a terminal or by the API, where one payment is meant. */
const byCommand = (
  { order, hasButtons }: AlertFacts,
  { id }: { id?: string | undefined },
): string =>
  order && id && !hasButtons
    ? ` (puente refund ${order.puenteId} --payment ${id}, or POST /v1/orders/${order.id}/refunds with payment_id ${id})`
    : ''

/** The refund that an alert is about: `L 40.00 HNL of attempt 1 (…)`. */
const refunded = (facts: AlertFacts, options: { forPortal?: boolean } = {}): string | undefined => {
  const amount = money(facts)
  return amount && (facts.charge ? `${amount} ${ofCharge(facts.charge, 'en', options)}` : amount)
}

const answerByCommand = ({ refund, hasButtons }: AlertFacts): string =>
  refund && !hasButtons ? ` (or by puente refunds resolve ${refund})` : ''

const cancelByApi = ({ order, refund, hasButtons }: AlertFacts): string =>
  hasButtons
    ? ''
    : ` (POST /v1/orders/${order?.id ?? '{id}'}/refunds/${refund ?? '{refund_id}'}/cancel)`

const BECAUSE: Readonly<Record<string, string>> = {
  not_paid: 'the order is not paid',
  voided: 'the charge was voided already',
  nothing_left: 'all of the charge was refunded already',
  above_rest: 'it is more than what is left of the charge',
  'wrong-currency': 'it is in another currency than the charge',
}

/** What was asked, when, and what the gateway showed; nothing where it is not known. */
const whatWasAsked = ({ asked, shown, currency }: AlertFacts): string | undefined => {
  const questions = asked.map(
    ({ at, kind, answer }) =>
      `${kind === 'void' ? 'a void' : 'a refund'} on ${minuteText(at, 'en')} (answer: ${ANSWERS[answer ?? ''] ?? answer ?? 'none'})`,
  )
  const sights = shown.map(({ at, state, refunded_amount }) => {
    const sum = money({ amount: refunded_amount, currency })
    return `on ${minuteText(at, 'en')} the payment as ${state ?? 'unknown'}${sum ? ` with ${sum} refunded` : ''}`
  })
  if (questions.length === 0) return undefined
  const showed = sights.length > 0 ? `; the gateway showed ${list(sights)}` : ''
  return `Puente asked for ${list(questions)}${showed}.`
}

const ANSWERS: Readonly<Record<string, string>> = {
  accepted: 'accepted',
  none: 'none',
  no_answer: 'none',
  lost: 'none',
  unknown: 'none',
  refused: 'refused',
}

export const alertSentencesEn: AlertSentences = {
  order_paid_twice: (facts) => {
    const { charges } = facts
    const effective = charges.find(({ isEffective }) => isEffective)
    const duplicates = charges.filter((charge) => charge !== effective)
    if (!effective || duplicates.length === 0) return undefined
    const amounts = charges.map(({ amount, currency }) => moneyInWords(amount, currency, 'en'))
    return {
      what: `${list(amounts)} were taken: the order was charged more than once.`,
      why: `The order is paid by ${charged(effective)}; ${list(duplicates.map((charge) => charged(charge)))} was approved as well, for example in two tabs or by an older link.`,
      todo: `Refund ${list(duplicates.map((charge) => `${charged(charge, { forPortal: true })}${byCommand(facts, charge)}`))}: the order is paid without it.`,
    }
  },
  order_paid_other_amount: (facts) => {
    const { order, charges } = facts
    const [charge] = charges
    if (!order || !charge) return undefined
    const taken = list(charges.map((each) => charged(each)))
    return {
      what: `The order is for ${money(order)}, and ${taken} was taken.`,
      todo: `Settle the difference between ${money(order)} and ${money(charge)} with the customer, or refund ${charged(charge, { forPortal: true })}${byCommand(facts, charge)}.`,
    }
  },
  order_paid_after_cancellation: (facts) => {
    const { charges } = facts
    const [charge] = charges
    if (!charge) return undefined
    return {
      why: `${list(charges.map((each) => charged(each)))} was taken: the customer paid by a link that was still good at the gateway.`,
      todo: `Refund ${list(charges.map((each) => `${charged(each, { forPortal: true })}${byCommand(facts, each)}`))}, or take the order up again in the shop.`,
    }
  },
  refund_not_accepted_yet: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `The gateway does not accept the refund of ${what} yet.`,
        todo: `Puente tries to refund ${money(facts)} again for two weeks. ${facts.words ? `If the gateway's words (“${facts.words}”) are a refusal` : "If the gateway's words are a refusal"}, or it is urgent, ask the gateway; what waits can be cancelled${cancelByApi(facts)}.`,
      }
    )
  },
  refund_refused: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `The gateway refused to refund ${what}.`,
        ...(facts.words ? { why: `Its words: “${facts.words}”` } : {}),
        todo: `Refund the ${money(facts)} in another way or ask the gateway about ${facts.charge ? chargeInWords(facts.charge, 'en', { forPortal: true }) : 'the charge'}; then close this alert.`,
      }
    )
  },
  refund_not_shown: (facts) => {
    const what = refunded(facts)
    if (what && facts.because === 'refunded_meanwhile') {
      return {
        what: `The refund of ${what} may already have been made and awaits your answer.`,
        why: 'The gateway shows a refund that no request to Puente explains, such as one from the portal or one from before a restore of the database.',
        todo: `Look in the gateway's portal for ${money(facts)} refunded${facts.charge ? ` ${ofCharge(facts.charge, 'en', { forPortal: true })}` : ''}. Answer on the page of the order in Puente${answerByCommand(facts)}: “It was this one” if you find it, or “Refund anyway” if the portal shows a different refund.`,
      }
    }
    const asked = whatWasAsked(facts)
    return (
      what && {
        what: `It is not known whether the gateway has refunded ${what}.`,
        ...(asked ? { why: asked } : {}),
        todo: `Look in the gateway's portal for ${money(facts)} refunded${facts.charge ? ` ${ofCharge(facts.charge, 'en', { forPortal: true })}` : ''}. Answer on the page of the order in Puente${answerByCommand(facts)}: “It was this one” if it is there, or “Refund anyway” if it is not; or cancel it${cancelByApi(facts)}. Puente does not send it again before that, and goes on asking.`,
      }
    )
  },
  refund_outside_puente: (facts) => {
    const amount = money(facts)
    return (
      amount && {
        what: `The store has a refund of ${amount} that Puente did not make.`,
        todo: `If the customer is to get the ${amount} on the card, delete that refund and make it with the button of Puente; if the customer has it in another way, close this alert.`,
      }
    )
  },
  store_refund_not_possible: (facts) => {
    const amount = money(facts)
    const why = BECAUSE[facts.because ?? '']
    return (
      amount && {
        what: `A refund of ${amount} that was entered in the store cannot be made.`,
        ...(why ? { why: `The gateway has given nothing back for it: ${why}.` } : {}),
        todo: `Compare the order in the store with its charge. If the customer is to get the ${amount}, refund it in another way; then close this alert.`,
      }
    )
  },
  payment_not_at_gateway: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `${what} is not at the gateway, or not paid there.`,
        todo: `Look for ${refunded(facts, { forPortal: true })} in the gateway's portal before you deliver the order or make a refund.`,
      }
    )
  },
  payment_differs: (facts) => {
    const what = refunded(facts)
    const differences = differencesInWords(facts, { ours: 'Puente', theirs: 'gateway' }, 'en')
    return (
      what && {
        what: `The gateway and Puente do not have the same of ${what}.`,
        ...(differences ? { why: `${differences}. Asking again did not put it right.` } : {}),
        todo: `Compare ${refunded(facts, { forPortal: true })} in the gateway's portal. The alert closes when a reconciliation does not find it any more.`,
      }
    )
  },
  payment_without_order: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `The gateway has ${what}, which Puente made and does not know any more.`,
        todo: `Look for ${refunded(facts, { forPortal: true })} in the gateway's portal${facts.reference ? `; it is of order ${facts.reference}` : ''}. Deliver the order, or refund the money. Until you close the alert, that order cannot be charged again.`,
      }
    )
  },
  store_disagrees: (facts) => {
    const { order } = facts
    const differences = differencesInWords(facts, { ours: 'Puente', theirs: 'store' }, 'en')
    return (
      order && {
        what: `The store has order ${order.name} of ${money(order)} in another way than Puente and the gateway.`,
        ...(differences
          ? {
              why: `${differences}. Somebody changed it in the store by hand, or the store did not apply what it was notified of.`,
            }
          : {}),
        todo: `Correct order ${order.name} in the store, or refund the charge. The alert closes when a reconciliation does not find it any more.`,
      }
    )
  },
  order_not_in_store: ({ order }) =>
    order && {
      what: `The store changed order ${order.name} of ${money(order)}, which is paid, and Puente cannot read it.`,
    },
  order_id_reused: ({ order }) =>
    order && {
      what: `The store has a new order with the id of order ${order.name} of ${money(order)} that Puente knows.`,
    },
  refund_not_in_store: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `${facts.platform ?? 'The store'} does not know that ${what} was refunded.`,
        todo: `Note at the order that the customer has the ${money(facts)}; do not refund it in ${facts.platform ?? 'the store'} as well. Then close this alert.`,
      }
    )
  },
  webhooks_stopped: ({ hasButtons, because }) =>
    hasButtons && {
      todo:
        because === 'bad_signatures'
          ? "Copy the signing secret that the gateway's portal shows beside the address, and paste it in the settings of the store. What was refused comes again by itself, and this closes."
          : because === 'wrong_clock'
            ? "Check the clock of Puente's server; if it is right, ask the gateway about its own."
            : "Look in the gateway's portal whether the webhook address is registered that the settings of the store show.",
    },
  payment_method_unknown: ({ method, command }) =>
    method &&
    command && {
      what: `An unpaid order has the manual payment method “${method}”, which Puente does not know.`,
      todo: `If it is the one for cards, add it: ${command}\nThe orders that wait are found by themselves, and this closes within a minute. If not, close this alert; it does not open again for that name.`,
    },
  request_fields_refused: ({ fields }) =>
    fields.length > 0 && {
      what: `The gateway refused ${list(fields)}, and Puente repeated the request without ${fields.length > 1 ? 'them' : 'it'}.`,
    },
  task_given_up: ({ meanings }) =>
    meanings && { why: `${meanings.en} The last error is in the details.` },
}
