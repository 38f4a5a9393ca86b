import type { Schemas } from '../../app/api.ts'

export type ShownPolicy = Schemas['WholeStore']['decisions']

/** Form state; numbers are unparsed text. */
export interface PolicyDraft {
  on_conflict: ShownPolicy['on_conflict']
  on_expiry: ShownPolicy['on_expiry']
  /** Typed limits, by currency. */
  confirm_above: Readonly<Record<string, string>>
  checkout_mode: ShownPolicy['checkout_mode']
  card_page_theme: ShownPolicy['card_page_theme']
  card_page_accent_color: string
  save_cards: boolean
  saved_card_route: ShownPolicy['saved_card_route']
  saved_card_on_decline: ShownPolicy['saved_card_on_decline']
  name_template: string
  description_template: string
  lock_customer_fields: boolean
  service_fee: boolean
  sales_tax_type: 'none' | 'fixed' | 'percentage'
  sales_tax_value: string
  has_tip: boolean
  tip_percentages: string
  tip_allow_custom: boolean
  nightly: boolean
  nightly_days: string
  /** Platform settings, by name. */
  platform: Readonly<Record<string, unknown>>
}

export const draftOf = (policy: ShownPolicy): PolicyDraft => ({
  on_conflict: policy.on_conflict,
  on_expiry: policy.on_expiry,
  confirm_above: { HNL: '', USD: '', ...policy.confirm_above },
  checkout_mode: policy.checkout_mode,
  card_page_theme: policy.card_page_theme,
  card_page_accent_color: policy.card_page_accent_color ?? '',
  save_cards: policy.save_cards,
  saved_card_route: policy.saved_card_route,
  saved_card_on_decline: policy.saved_card_on_decline,
  name_template: policy.name_template ?? '',
  description_template: policy.description_template,
  lock_customer_fields: policy.lock_customer_fields,
  service_fee: policy.service_fee,
  sales_tax_type: policy.sales_tax?.type ?? 'none',
  sales_tax_value: policy.sales_tax?.value ?? '',
  has_tip: policy.tip !== undefined,
  tip_percentages: policy.tip?.preset_percentages.join(', ') ?? '',
  tip_allow_custom: policy.tip?.allow_custom ?? true,
  nightly: policy.reconcile.nightly,
  nightly_days: String(policy.reconcile.days),
  platform: policy.platform,
})

/** Accepts `7,5` as `7.5`. */
const decimalOf = (typed: string): string => typed.trim().replace(/^(\d+),(\d+)$/, '$1.$2')

/** Parses `5, 10, 15` or `5; 7,5`: a comma is decimal only if semicolons separate. */
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
const decisionsOf = (draft: PolicyDraft): Record<keyof ShownPolicy, unknown> => ({
  on_conflict: draft.on_conflict,
  on_expiry: draft.on_expiry,
  confirm_above: limitsOf(draft.confirm_above),
  checkout_mode: draft.checkout_mode,
  card_page_theme: draft.card_page_theme,
  card_page_accent_color: draft.card_page_accent_color.trim() || null,
  save_cards: draft.save_cards,
  saved_card_route: draft.saved_card_route,
  saved_card_on_decline: draft.saved_card_on_decline,
  name_template: draft.name_template.trim() || null,
  description_template: draft.description_template.trim() || null,
  lock_customer_fields: draft.lock_customer_fields,
  service_fee: draft.service_fee,
  sales_tax:
    draft.sales_tax_type === 'none'
      ? null
      : { type: draft.sales_tax_type, value: decimalOf(draft.sales_tax_value) },
  tip: draft.has_tip
    ? {
        preset_percentages: percentagesOf(draft.tip_percentages),
        allow_custom: draft.tip_allow_custom,
      }
    : null,
  reconcile: { nightly: draft.nightly, days: wholeOf(draft.nightly_days) },
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

/** Returns invalid fields while typing; the server validates again. */
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
    reconcile: isDays(draft.nightly_days),
  }
  return new Set(Object.keys(fine).filter((name) => !fine[name]))
}
