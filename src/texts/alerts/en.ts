import { minuteText, moneyInWords } from '../../domain/money-text.ts'
import { chargeAfterAmount, chargeInWords } from '../charges.ts'
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
  `${moneyInWords(charge.amount, charge.currency, 'en')} ${chargeAfterAmount(charge, 'en', options)}`

/** Omitted for readers with buttons. */
const byCommand = (
  { order, hasButtons }: AlertFacts,
  { id }: { id?: string | undefined },
): string =>
  order && id && !hasButtons
    ? ` (puente refund ${order.puenteId} --payment ${id}, or POST /v1/orders/${order.id}/refunds with payment_id ${id})`
    : ''

const refunded = (facts: AlertFacts, options: { forPortal?: boolean } = {}): string | undefined => {
  const amount = money(facts)
  return (
    amount &&
    (facts.charge ? `${amount} ${chargeAfterAmount(facts.charge, 'en', options)}` : amount)
  )
}

const answerByCommand = ({ refund, hasButtons }: AlertFacts): string =>
  refund && !hasButtons ? ` (or by puente refunds resolve ${refund})` : ''

const cancelByApi = ({ order, refund, hasButtons }: AlertFacts): string =>
  hasButtons
    ? ''
    : ` (POST /v1/orders/${order?.id ?? '{id}'}/refunds/${refund ?? '{refund_id}'}/cancel)`

const BECAUSE: Readonly<Record<string, string>> = {
  not_paid: 'the order is not paid',
  voided: 'the charge was already voided',
  nothing_left: 'the whole charge was already refunded',
  above_rest: 'it is more than what is left of the charge',
  'wrong-currency': 'its currency is not that of the charge',
}

const refundRequestsText = ({
  asked: requestsText,
  shown,
  currency,
}: AlertFacts): string | undefined => {
  const questions = requestsText.map(
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

const FIELDS: Readonly<Record<string, string>> = {
  customer: "the customer's data",
  'customer.name': "the customer's name",
  'customer.email': "the customer's e-mail address",
  'customer.phone': "the customer's phone number",
  'customer.identity_number': "the customer's identity number",
  description: 'the description',
  reason: 'the reason of the refund',
  metadata: 'the metadata',
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
      what: `${list(amounts)} were charged: the customer paid more than once.`,
      why: `The order is paid by ${charged(effective)}; ${list(duplicates.map((charge) => charged(charge)))} was also approved, for example in two tabs or through an older link.`,
      todo: `Refund ${list(duplicates.map((charge) => `${charged(charge, { forPortal: true })}${byCommand(facts, charge)}`))}: the order is paid without it.`,
    }
  },
  order_paid_other_amount: (facts) => {
    const { order, charges } = facts
    const [charge] = charges
    if (!order || !charge) return undefined
    const chargedAmounts = list(charges.map((each) => charged(each)))
    return {
      what: `The order is for ${money(order)}, but the customer paid ${chargedAmounts}.`,
      todo: `Agree with the customer on the difference between ${money(order)} and ${money(charge)}, or refund ${charged(charge, { forPortal: true })}${byCommand(facts, charge)}.`,
    }
  },
  order_paid_after_cancellation: (facts) => {
    const { charges } = facts
    const [charge] = charges
    if (!charge) return undefined
    return {
      why: `${list(charges.map((each) => charged(each)))} was charged: the customer paid through a link that the gateway still accepted.`,
      todo: `Refund ${list(charges.map((each) => `${charged(each, { forPortal: true })}${byCommand(facts, each)}`))}, or reopen the order in the shop.`,
    }
  },
  refund_not_accepted_yet: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `The gateway does not accept the refund of ${what} yet.`,
        todo: `Puente retries the refund of ${money(facts)} for two weeks. ${facts.words ? `If the gateway's message (“${facts.words}”) is a refusal` : "If the gateway's message is a refusal"}, or the refund is urgent, ask the gateway. You can cancel the waiting refund${cancelByApi(facts)}.`,
      }
    )
  },
  refund_refused: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `The gateway refused to refund ${what}.`,
        ...(facts.words ? { why: `The gateway's message: “${facts.words}”` } : {}),
        todo: `Refund the ${money(facts)} in another way or ask the gateway about ${facts.charge ? chargeInWords(facts.charge, 'en', { forPortal: true }) : 'the charge'}; then close this alert.`,
      }
    )
  },
  refund_not_shown: (facts) => {
    const what = refunded(facts)
    if (what && facts.because === 'refunded_meanwhile') {
      return {
        what: `The refund of ${what} may already have been made. Puente waits for your answer.`,
        why: "The gateway shows a refund that Puente did not request, for example one made in the gateway's portal, or one made before the database was restored from a backup.",
        todo: `Look in the gateway's portal for a refund of ${money(facts)}${facts.charge ? ` from ${chargeInWords(facts.charge, 'en', { forPortal: true })}` : ''}. Answer on the page of the order in Puente${answerByCommand(facts)}: “It was this one” if you find it, or “Refund anyway” if the portal shows a different refund.`,
      }
    }
    const requestsText = refundRequestsText(facts)
    return (
      what && {
        what: `Puente does not know whether the gateway refunded ${what}.`,
        ...(requestsText ? { why: requestsText } : {}),
        todo: `Look in the gateway's portal for a refund of ${money(facts)}${facts.charge ? ` from ${chargeInWords(facts.charge, 'en', { forPortal: true })}` : ''}. Answer on the page of the order in Puente${answerByCommand(facts)}: “It was this one” if you find it, or “Refund anyway” if you do not; or cancel the refund${cancelByApi(facts)}. Until then Puente does not send it again, and keeps checking the payment.`,
      }
    )
  },
  refund_outside_puente: (facts) => {
    const amount = money(facts)
    return (
      amount && {
        what: `The store has a refund of ${amount} that Puente did not make.`,
        todo: `To refund ${amount} to the customer's card, delete this refund and make it again with Puente's button. If the customer was refunded in another way, close this alert.`,
      }
    )
  },
  store_refund_not_possible: (facts) => {
    const amount = money(facts)
    const why = BECAUSE[facts.because ?? '']
    return (
      amount && {
        what: `A refund of ${amount} entered in the store cannot be made.`,
        ...(why ? { why: `The gateway did not refund any money for it: ${why}.` } : {}),
        todo: `Compare the order in the store with its charge. If you owe the customer ${amount}, refund it in another way. Then close this alert.`,
      }
    )
  },
  payment_not_at_gateway: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `The gateway does not have ${what}, or it is not paid there.`,
        ...(facts.isContradicted
          ? {
              why: 'A signed event reported the payment, but the gateway answered twice that it took nothing. Someone else may know the webhook secret.',
              todo: `Do not deliver the order unless the gateway's portal shows ${refunded(facts, { forPortal: true })} as paid. If it does not, set a new webhook secret in the portal and in Puente, and ask the gateway about the event.`,
            }
          : {
              todo: `Look for ${refunded(facts, { forPortal: true })} in the gateway's portal before you deliver the order or make a refund.`,
            }),
      }
    )
  },
  payment_differs: (facts) => {
    const what = refunded(facts)
    const differences = differencesInWords(facts, { ours: 'Puente', theirs: 'gateway' }, 'en')
    return (
      what && {
        what: `The gateway and Puente disagree about ${what}.`,
        ...(differences ? { why: `${differences}. Asking again did not fix it.` } : {}),
        todo: `Check ${refunded(facts, { forPortal: true })} in the gateway's portal. The alert closes when a reconciliation no longer finds the difference.`,
      }
    )
  },
  payment_without_order: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `The gateway has ${what}, which Puente created but no longer knows.`,
        todo: `Look for ${refunded(facts, { forPortal: true })} in the gateway's portal${facts.reference ? `; it belongs to order ${facts.reference}` : ''}. Deliver the order, or refund the money. Until you close the alert, that order cannot be charged again.`,
      }
    )
  },
  store_disagrees: (facts) => {
    const { order } = facts
    const differences = differencesInWords(facts, { ours: 'Puente', theirs: 'store' }, 'en')
    return (
      order && {
        what: `Order ${order.name} of ${money(order)} in the store differs from Puente and the gateway.`,
        ...(differences
          ? {
              why: `${differences}. Someone changed the order in the store, or the store did not apply a notification.`,
            }
          : {}),
        todo: `Correct order ${order.name} in the store, or refund the charge. The alert closes when a reconciliation no longer finds the difference.`,
      }
    )
  },
  order_not_in_store: ({ order }) =>
    order && {
      what: `The store changed the paid order ${order.name} of ${money(order)}, and Puente cannot read it.`,
    },
  order_id_reused: ({ order }) =>
    order && {
      what: `The store has a new order with the id of the earlier order ${order.name} of ${money(order)}.`,
    },
  refund_not_in_store: (facts) => {
    const what = refunded(facts)
    return (
      what && {
        what: `The refund of ${what} is missing in ${facts.platform ?? 'the store'}.`,
        todo: `Add a note to the order that the customer was refunded ${money(facts)}, and do not refund it again in ${facts.platform ?? 'the store'}. Then close this alert.`,
      }
    )
  },
  webhooks_stopped: ({ hasButtons, because }) =>
    hasButtons && {
      todo:
        because === 'bad_signatures'
          ? "Copy the signing secret that the gateway's portal shows beside the address, and paste it into the store settings. The gateway sends refused events again, and this alert closes."
          : because === 'wrong_clock'
            ? "Check the clock of Puente's server; if it is right, ask the gateway about its own."
            : "Check in the gateway's portal whether the webhook address shown in the store settings is registered.",
    },
  payment_method_unknown: ({ method, command }) =>
    method &&
    command && {
      what: `An unpaid order has the manual payment method “${method}”, which Puente does not know.`,
      todo: `If it is for card payments, add it: ${command}\nPuente then finds the waiting orders, and this alert closes within a minute. If not, close this alert. It does not open again for that name.`,
    },
  request_fields_refused: ({ fields }) =>
    fields.length > 0 && {
      what: `The gateway refused ${list(fields.map((name) => FIELDS[name] ?? name))}, and Puente repeated the request without ${fields.length > 1 ? 'them' : 'it'}.`,
    },
  task_given_up: ({ meanings }) =>
    meanings && { why: `${meanings.en} The last error is in the details.` },
}
