import { formatMoney, moneyFromMinor, parseMoney } from '../../../src/domain/money.ts'
import type { PaymentRow } from '../database/tables.ts'
import { fill } from '../pages/fill.ts'
import { percentOf } from '../payments/pricing.ts'
import { readTip } from '../payments/tips.ts'
import { amountText } from './amount-text.ts'
import { type FormFields, typedIn } from './form-fields.ts'
import type { Visit } from './visit.ts'

/** The form's hidden field with the tip, in minor units, that the shown total is for. */
export const SHOWN_TIP = 'tip_shown'

/** The chosen tip in minor units; `undefined` when it is none that this payment allows (4.3). */
export const chosenTip = (fields: FormFields, payment: PaymentRow): bigint | undefined => {
  const { tip } = payment.pricing_rules
  const choice = typedIn(fields, 'tip')
  if (tip.mode !== 'customer') return 0n
  if (choice === 'custom' && tip.allowCustom) {
    const reading = readTip(typedIn(fields, 'tip_custom') || '0', payment)
    return reading.ok ? reading.minor : undefined
  }
  if (choice === '' || choice === '0') return 0n
  return presetTips(payment).find(({ percent }) => percent === choice)?.minor
}

/**
 * What was pressed on a form that showed another total: a typed tip counts only after the customer
 * has seen what it comes to. Every other choice says its total beside it.
 */
export const isTotalUnseen = (
  fields: FormFields,
  { payment, tipMinor }: { payment: PaymentRow; tipMinor: bigint },
): boolean =>
  payment.pricing_rules.tip.mode === 'customer' &&
  typedIn(fields, 'tip') === 'custom' &&
  (typedIn(fields, SHOWN_TIP) || '0') !== String(tipMinor)

/** The percentages that the customer is offered: those within the payment's limits. */
export const presetTips = (payment: PaymentRow): { percent: string; minor: bigint }[] => {
  const { tip } = payment.pricing_rules
  if (tip.mode !== 'customer') return []
  return [...new Set(tip.presetPercentages)]
    .map((percent) => ({ percent, minor: percentOf(payment.amount_minor, percent) }))
    .filter(({ minor }) => {
      const decimal = formatMoney(moneyFromMinor(minor, payment.currency_code))
      return minor > 0n && readTip(decimal, payment).ok
    })
}

/** Why a chosen tip is none that this payment allows: the limit that it breaks, or what one is. */
export const tipProblem = (
  fields: FormFields,
  { payment, visit }: { payment: PaymentRow; visit: Pick<Visit, 'texts' | 'language'> },
): string => {
  const { texts, language } = visit
  const { tip } = payment.pricing_rules
  const { currency } = moneyFromMinor(0n, payment.currency_code)
  const typed = parseMoney(typedIn(fields, 'tip_custom'), currency)
  if (tip.mode === 'customer' && typed.ok && typed.money.minor > 0n) {
    const { minor } = typed.money
    const broken = (text: string, limit: bigint): string =>
      fill(text, { limit: amountText(limit, { currencyCode: payment.currency_code, language }) })
    const least = BigInt(tip.minMinor ?? 0)
    const most = BigInt(tip.maxMinor ?? payment.amount_minor)
    if (minor < least) return broken(texts.tipTooLow, least)
    if (minor > most) return broken(texts.tipTooHigh, most)
  }
  return fill(texts.invalidTip, { limits: tipLimits(payment, visit) })
}

/** How much a tip can be, in words. */
export const tipLimits = (
  payment: PaymentRow,
  { texts, language }: Pick<Visit, 'texts' | 'language'>,
): string => {
  const { tip } = payment.pricing_rules
  if (tip.mode !== 'customer') return ''
  const shown = (minor: bigint): string =>
    amountText(minor, { currencyCode: payment.currency_code, language })
  const most = shown(BigInt(tip.maxMinor ?? payment.amount_minor))
  return tip.minMinor && tip.minMinor !== '0'
    ? fill(texts.tipLimits, { least: shown(BigInt(tip.minMinor)), most })
    : fill(texts.tipAtMost, { most })
}
