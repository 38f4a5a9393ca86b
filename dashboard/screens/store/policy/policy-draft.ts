import type { Schemas } from '../../../app/api.ts'

export type ShownPolicy = Schemas['WholeStore']['decisions']

/** Form state; numbers are unparsed text. */
export const draftOf = ({
  sales_tax: tax,
  tip,
  reconcile,
  customer_mails: mails,
  ...policy
}: ShownPolicy) => ({
  ...policy,
  /** Typed limits, by currency. */
  confirm_above: { HNL: '', USD: '', ...policy.confirm_above } as Readonly<Record<string, string>>,
  card_page_accent_color: policy.card_page_accent_color ?? '',
  name_template: policy.name_template ?? '',
  sales_tax_type: tax?.type ?? ('none' as const),
  sales_tax_value: tax?.value ?? '',
  has_tip: tip !== undefined,
  tip_percentages: tip?.preset_percentages.join(', ') ?? '',
  tip_allow_custom: tip?.allow_custom ?? true,
  mails_orders: mails.orders,
  mails_reply_to: mails.reply_to ?? '',
  nightly: reconcile.nightly,
  nightly_days: String(reconcile.days),
})

export type PolicyDraft = ReturnType<typeof draftOf>

/** Accepts `7,5` as `7.5`. */
const decimalOf = (typed: string): string => typed.trim().replace(/^(\d+),(\d+)$/, '$1.$2')

/** Parses `5, 10, 15` or `5; 7,5`: a comma is decimal only with semicolons. */
const percentagesOf = (typed: string): string[] =>
  typed
    .split(typed.includes(';') ? /;/ : /,\s*|\s+/)
    .map((part) => decimalOf(part.replaceAll('%', '')))
    .filter((part) => part !== '')

/** Drops empty limits; `null` without any. */
const limitsOf = (typed: PolicyDraft['confirm_above']): Record<string, string> | null => {
  const limits = Object.entries(typed)
    .map(([currency, amount]) => [currency, decimalOf(amount)] as const)
    .filter(([, amount]) => amount !== '')
  return limits.length > 0 ? Object.fromEntries(limits) : null
}

/** Maps a draft to the API; `null` resets to the default. */
const decisionsOf = ({
  sales_tax_type: taxType,
  sales_tax_value: taxValue,
  has_tip: hasTip,
  tip_percentages: percentages,
  tip_allow_custom: allowsCustom,
  mails_orders: mailedOrders,
  mails_reply_to: replyTo,
  nightly,
  nightly_days: days,
  ...draft
}: PolicyDraft): Record<keyof ShownPolicy, unknown> => ({
  ...draft,
  confirm_above: limitsOf(draft.confirm_above),
  card_page_accent_color: draft.card_page_accent_color.trim() || null,
  name_template: draft.name_template.trim() || null,
  description_template: draft.description_template.trim() || null,
  sales_tax: taxType === 'none' ? null : { type: taxType, value: decimalOf(taxValue) },
  tip: hasTip
    ? { preset_percentages: percentagesOf(percentages), allow_custom: allowsCustom }
    : null,
  customer_mails: {
    orders: mailedOrders,
    ...(replyTo.trim() ? { reply_to: replyTo.trim() } : {}),
  },
  reconcile: { nightly, days: wholeOf(days) },
  platform: Object.fromEntries(
    Object.entries(draft.platform).map(([name, value]) => [
      name,
      // The input leaves an empty last line.
      Array.isArray(value) ? value.filter((line) => String(line).trim() !== '') : value,
    ]),
  ),
})

/** Parses a whole number; NaN fails the validation. */
export const wholeOf = (typed: string): number =>
  /^\d{1,6}$/.test(typed.trim()) ? Number(typed.trim()) : Number.NaN

export const changesOf = (saved: PolicyDraft, draft: PolicyDraft): Record<string, unknown> => {
  const before = decisionsOf(saved)
  return Object.fromEntries(
    Object.entries(decisionsOf(draft)).filter(
      ([name, decision]) =>
        JSON.stringify(decision) !== JSON.stringify(before[name as keyof ShownPolicy]),
    ),
  )
}

const DECIMAL = /^\d{1,12}(\.\d{1,4})?$/
const isPercentage = (value: string): boolean => DECIMAL.test(value) && Number(value) <= 100

const PLACEHOLDERS = ['{number}', '{id}', '{store}', '{description}']
const isTemplate = (typed: string): boolean =>
  typed.length <= 500 &&
  (typed.match(/\{\w+\}/g) ?? []).every((part) => PLACEHOLDERS.includes(part))

const isTax = ({ sales_tax_type: type, sales_tax_value: typed }: PolicyDraft): boolean => {
  const value = decimalOf(typed)
  return type === 'none' || (type === 'fixed' ? DECIMAL.test(value) : isPercentage(value))
}

const isTip = ({ has_tip: has, tip_percentages: typed }: PolicyDraft): boolean => {
  const percentages = percentagesOf(typed)
  return !has || (percentages.length <= 10 && percentages.every(isPercentage))
}

const isDays = (typed: string): boolean => {
  const days = wholeOf(typed)
  return days >= 1 && days <= 366
}

/** Validates while the user types; the server validates again. */
export const wrongDecisions = (draft: PolicyDraft): ReadonlySet<string> => {
  const colour = draft.card_page_accent_color.trim()
  const fine: Readonly<Record<string, boolean>> = {
    confirm_above: Object.values(limitsOf(draft.confirm_above) ?? {}).every((amount) =>
      /^\d{1,12}(\.\d{1,2})?$/.test(amount),
    ),
    card_page_accent_color: colour === '' || /^#[\da-f]{6}$/i.test(colour),
    name_template: isTemplate(draft.name_template.trim()),
    description_template: isTemplate(draft.description_template.trim()),
    sales_tax: isTax(draft),
    tip: isTip(draft),
    mails_reply_to: /^([^\s@,;]+@[^\s@,;]+\.[^\s@,;]+)?$/.test(draft.mails_reply_to.trim()),
    reconcile: isDays(draft.nightly_days),
  }
  return new Set(Object.keys(fine).filter((name) => !fine[name]))
}
