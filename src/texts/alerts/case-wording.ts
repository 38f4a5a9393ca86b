import type { AlertKind } from '../../db/tables/alerts.ts'
import { minuteText } from '../../domain/minute-text.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import { formatList } from '../../locales/format-list.ts'
import { formatMessage, type MessageValues } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import type { AlertWording } from '../../payments/ports/platform.ts'
import { type ChargeToName, chargeAfterAmount, chargeInWords } from '../charges.ts'
import { differencesInWords } from './differences.ts'
import type { AlertFacts, ChargeOfAlert } from './facts.ts'
import { refundObservations, refundRequests } from './refund-history.ts'

/** Only `terminal` has commands; `merchant` knows neither API calls nor attempt numbers. */
export type AlertReader = 'terminal' | 'dashboard' | 'merchant'

export interface AlertAudience {
  hasButtons?: boolean | undefined
  /** Whether the reader works for the merchant, without access to Puente's command line. */
  isForMerchant?: boolean | undefined
}

export const alertReader = ({ hasButtons, isForMerchant }: AlertAudience): AlertReader =>
  isForMerchant ? 'merchant' : hasButtons ? 'dashboard' : 'terminal'

interface Reading {
  locale: Language
  reader: AlertReader
}

/** Value of an argument without a fact; messages select on it. */
const NONE = 'none'

/** Renders the parts of an alert that its facts suffice for. */
export const caseWording = (
  kind: AlertKind,
  facts: AlertFacts,
  reading: Reading,
): Partial<AlertWording> => {
  const name = caseOf(kind, facts)
  if (!name) return {}
  const { locale } = reading
  const values = valuesOf(name, facts, reading)
  const parts = Object.entries(TEXTS[locale].alerts.cases[name]).map(([part, message]) => [
    part,
    formatMessage(message, values, locale),
  ])
  return Object.fromEntries(parts.filter(([, text]) => text !== ''))
}

type Case = keyof (typeof TEXTS)['en']['alerts']['cases']

const caseOf = (kind: AlertKind, facts: AlertFacts): Case | undefined => {
  const { amount, currency, order, charges, because } = facts
  const hasMoney = amount !== undefined && currency !== undefined
  const known = (name: Case, isKnown: boolean) => (isKnown ? name : undefined)
  switch (kind) {
    case 'order_paid_twice':
      return known(kind, charges.length > 1 && charges.some(({ isEffective }) => isEffective))
    case 'order_paid_other_amount':
      return known(kind, order !== undefined && charges.length > 0)
    case 'order_paid_after_cancellation':
      return known(kind, charges.length > 0)
    case 'refund_not_shown':
      // Without a doubt, Puente waits for no answer.
      if (because === undefined) return known('refund_awaited', hasMoney)
      return known(because === 'refunded_meanwhile' ? because : kind, hasMoney)
    case 'payment_not_at_gateway':
      return known(facts.isContradicted ? 'charge_contradicted' : kind, hasMoney)
    case 'refund_not_accepted_yet':
    case 'refund_refused':
    case 'refund_awaits_approval':
    case 'refund_not_approved':
    case 'refund_outside_puente':
    case 'store_refund_not_possible':
    case 'payment_differs':
    case 'payment_without_order':
    case 'refund_not_in_store':
      return known(kind, hasMoney)
    case 'store_disagrees':
    case 'order_not_in_store':
    case 'order_id_reused':
      return known(kind, order !== undefined)
    case 'webhooks_stopped':
      return known(kind, because !== undefined)
    case 'payment_method_unknown':
      return known(kind, facts.method !== undefined && facts.command !== undefined)
    case 'request_fields_refused':
    case 'request_fields_dropped':
      return known(kind, facts.fields.length > 0)
    case 'task_given_up':
      return known(kind, facts.meanings !== undefined)
    case 'differences_not_listed':
      return known(kind, facts.more !== undefined)
    case 'previous_secret_in_use':
      return known(kind, facts.until !== undefined)
    case 'api_version_ending':
      return known(kind, facts.version !== undefined && facts.ends !== undefined)
    case 'endpoint_failing':
    case 'endpoint_disabled':
      return known(kind, facts.address !== undefined)
    case 'approval_limit_raised':
      return known(kind, hasMoney && facts.until !== undefined)
    case 'store_frozen':
      return known(kind, facts.words !== undefined)
    case 'alerts_not_delivered':
      return known(kind, facts.channel !== undefined)
    case 'database_restored':
      return known(kind, facts.since !== undefined)
    case 'card_page_script_blocked':
      return known(kind, facts.sources.length > 0)
    default:
      return undefined
  }
}

/** Arguments that the messages of all cases share. Getters render the costly ones, if a message uses them. */
const valuesOf = (name: Case, facts: AlertFacts, reading: Reading): MessageValues => {
  const { locale, reader } = reading
  const { words } = TEXTS[locale].alerts
  const { order, charge, charges, fields } = facts
  const named = (forPortal: boolean): string => {
    const amount = moneyOf(facts, locale) ?? NONE
    return charge && amount !== NONE
      ? `${amount} ${afterAmount(charge, { ...reading, forPortal })}`
      : amount
  }
  const charged = (each: ChargeOfAlert) =>
    `${moneyOf(each, locale)} ${afterAmount(each, { ...reading, forPortal: false })}`
  const effective = charges.find(({ isEffective }) => isEffective)
  const duplicates = charges.filter((each) => each !== effective)
  const refundable = name === 'order_paid_twice' ? duplicates : charges
  const [firstCharge] = charges
  const [firstRefundable] = refundable
  const names: Readonly<Record<string, string>> = words.fields
  return {
    reader,
    get amount() {
      return moneyOf(facts, locale) ?? NONE
    },
    get charge() {
      return named(false)
    },
    get portalCharge() {
      return named(true)
    },
    get payment() {
      return charge ? nameOf(charge, { ...reading, forPortal: true }) : NONE
    },
    count: charges.length,
    get amounts() {
      return amountsOf(charges, locale)
    },
    get charges() {
      return formatList(charges.map(charged), locale)
    },
    get effective() {
      return effective ? charged(effective) : NONE
    },
    get duplicates() {
      return formatList(duplicates.map(charged), locale)
    },
    get refundable() {
      const refunds = refundable.map((each) => refundInWords(each, facts, reading))
      return formatList(refunds, locale)
    },
    get firstAmount() {
      return (firstCharge && moneyOf(firstCharge, locale)) ?? NONE
    },
    get firstRefundable() {
      return firstRefundable ? refundInWords(firstRefundable, facts, reading) : NONE
    },
    orderName: order?.name ?? NONE,
    get orderAmount() {
      return (order && moneyOf(order, locale)) ?? NONE
    },
    refundId: facts.refund ?? '{refund_id}',
    message: facts.words ?? NONE,
    by: facts.by ?? NONE,
    because: facts.because?.replaceAll('-', '_') ?? NONE,
    refusal: facts.refusal ?? NONE,
    get requests() {
      return refundRequests(facts, locale) ?? NONE
    },
    get observations() {
      return refundObservations(facts, locale) ?? NONE
    },
    get differences() {
      return differencesInWords(facts, locale) ?? NONE
    },
    reference: facts.reference ?? NONE,
    platform: facts.platform ?? NONE,
    method: facts.method ?? NONE,
    command: facts.command ?? NONE,
    get fields() {
      const given = fields.map((field) => names[field] ?? field)
      return formatList(given, locale)
    },
    fieldCount: fields.length,
    get sources() {
      return formatList([...facts.sources], locale)
    },
    meaning: facts.meanings?.[locale] ?? NONE,
    channel: facts.channel ?? NONE,
    address: facts.address ?? NONE,
    get since() {
      return facts.since ? minuteText(facts.since, locale) : NONE
    },
    get until() {
      return facts.until ? minuteText(facts.until, locale) : NONE
    },
    version: facts.version ?? NONE,
    part: facts.part ?? NONE,
    ends: facts.ends ?? NONE,
    more: facts.more ?? 0,
  }
}

interface NamedMoney {
  amount?: string | undefined
  currency?: string | undefined
}

const moneyOf = ({ amount, currency }: NamedMoney, locale: Language): string | undefined =>
  amount !== undefined && currency !== undefined
    ? moneyInWords(amount, currency, locale)
    : undefined

const amountsOf = (charges: readonly ChargeOfAlert[], locale: Language): string => {
  const amounts = charges.map(({ amount, currency }) => moneyInWords(amount, currency, locale))
  const [first = '', ...others] = amounts
  if (others.length === 0) return first
  return others.some((amount) => amount !== first)
    ? formatList(amounts, locale)
    : formatMessage(TEXTS[locale].alerts.words.each, { amount: first }, locale)
}

interface Naming extends Reading {
  forPortal: boolean
}

/** Merchants know a payment by its time and number, not by its attempt. */
const forReader = (charge: ChargeToName, reader: AlertReader): ChargeToName =>
  reader === 'merchant' ? { ...charge, attempt: undefined } : charge

const nameOf = (charge: ChargeToName, { locale, reader, forPortal }: Naming): string =>
  chargeInWords(forReader(charge, reader), locale, { forPortal })

const afterAmount = (charge: ChargeToName, { locale, reader, forPortal }: Naming): string =>
  chargeAfterAmount(forReader(charge, reader), locale, { forPortal })

/** Names a charge to refund, with the commands for readers at a terminal. */
const refundInWords = (charge: ChargeOfAlert, { order }: AlertFacts, reading: Reading): string => {
  const { locale, reader } = reading
  const named = `${moneyOf(charge, locale)} ${afterAmount(charge, { ...reading, forPortal: true })}`
  if (reader !== 'terminal' || !order || charge.id === undefined) return named
  return formatMessage(
    TEXTS[locale].alerts.words.refundCommand,
    { charge: named, order: order.puenteId, payment: charge.id },
    locale,
  )
}
