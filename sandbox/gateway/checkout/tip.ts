import { formatMoney, moneyFromMinor, parseMoney } from '../../../src/domain/money.ts'
import { formatMessage } from '../../../src/locales/format-message.ts'
import type { SandboxPaymentRow } from '../database/tables.ts'
import type { Reader } from '../pages/document.ts'
import { checkoutAmountText } from '../pages/parts.ts'
import { percentOf } from '../payments/pricing/pricing.ts'
import { readTip } from '../payments/pricing/tips.ts'
import { type FormFields, formText } from './form-fields.ts'

export const SHOWN_TIP = 'tip_shown'

/** Returns the tip in minor units; `undefined` if the payment does not allow it (4.3). */
export const chosenTip = (fields: FormFields, payment: SandboxPaymentRow): bigint | undefined => {
  const { tip } = payment.pricing_rules
  const choice = formText(fields, 'tip')
  if (tip.mode !== 'customer') return 0n
  if (choice === 'custom' && tip.allowCustom) {
    const reading = readTip(formText(fields, 'tip_custom') || '0', payment)
    return reading.ok ? reading.minor : undefined
  }
  if (choice === '' || choice === '0') return 0n
  return presetTips(payment).find(({ percent }) => percent === choice)?.minor
}

/** Presets always show their totals. */
export const isTotalUnseen = (
  fields: FormFields,
  { payment, tipMinor }: { payment: SandboxPaymentRow; tipMinor: bigint },
): boolean =>
  payment.pricing_rules.tip.mode === 'customer' &&
  formText(fields, 'tip') === 'custom' &&
  (formText(fields, SHOWN_TIP) || '0') !== String(tipMinor)

export const presetTips = (payment: SandboxPaymentRow): { percent: string; minor: bigint }[] => {
  const { tip } = payment.pricing_rules
  if (tip.mode !== 'customer') return []
  return [...new Set(tip.presetPercentages)]
    .map((percent) => ({ percent, minor: percentOf(payment.amount_minor, percent) }))
    .filter(({ minor }) => {
      const decimal = formatMoney(moneyFromMinor(minor, payment.currency_code))
      return minor > 0n && readTip(decimal, payment).ok
    })
}

export const tipError = (
  fields: FormFields,
  { payment, reader }: { payment: SandboxPaymentRow; reader: Pick<Reader, 'texts' | 'language'> },
): string => {
  const { texts, language } = reader
  const { tip } = payment.pricing_rules
  const { currency } = moneyFromMinor(0n, payment.currency_code)
  const typed = parseMoney(formText(fields, 'tip_custom'), currency)
  if (tip.mode === 'customer' && typed.ok && typed.money.minor > 0n) {
    const { minor } = typed.money
    const broken = (text: string, limit: bigint): string =>
      formatMessage(text, { limit: checkoutAmountText(limit, payment, language) }, language)
    const least = BigInt(tip.minMinor ?? 0)
    const most = BigInt(tip.maxMinor ?? payment.amount_minor)
    if (minor < least) return broken(texts.checkout.tipTooLow, least)
    if (minor > most) return broken(texts.checkout.tipTooHigh, most)
  }
  return formatMessage(texts.checkout.invalidTip, { limits: tipLimits(payment, reader) }, language)
}

export const tipLimits = (
  payment: SandboxPaymentRow,
  { texts, language }: Pick<Reader, 'texts' | 'language'>,
): string => {
  const { tip } = payment.pricing_rules
  if (tip.mode !== 'customer') return ''
  const shown = (minor: bigint): string => checkoutAmountText(minor, payment, language)
  const most = shown(BigInt(tip.maxMinor ?? payment.amount_minor))
  return tip.minMinor && tip.minMinor !== '0'
    ? formatMessage(
        texts.checkout.tipLimits,
        { least: shown(BigInt(tip.minMinor)), most },
        language,
      )
    : formatMessage(texts.checkout.tipAtMost, { most }, language)
}
