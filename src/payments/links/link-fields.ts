import type { PaymentLinkRow } from '../../db/db.ts'
import type { LinkFields } from '../../db/tables/payment-links.ts'
import { currencyByCode } from '../../domain/currencies.ts'
import type { Money } from '../../domain/money.ts'
import type { Language, Localized } from '../../locales/language.ts'
import { CARD_NUMBER_HERE, withoutCardNumbers } from '../../runtime/text/caller-texts.ts'
import { fieldMessage } from '../../runtime/text/field-messages.ts'

export const LINK_LIMITS = { name: 100, description: 500, stock: 100_000 } as const

/** Terms of a link. `null`: none. */
export interface LinkTerms {
  name: string
  description: string | null
  currency: string
  /** `null`: the customer enters it. */
  amount: Money | null
  least: Money | null
  most: Money | null
  stock: number | null
  startsAt: Date | null
  endsAt: Date | null
  fields: LinkFields
  language: Language | null
}

export interface LinkRefusal {
  outcome: 'refused'
  field: 'name' | 'currency' | 'min_amount' | 'max_amount' | 'amount' | 'ends_at'
  reason: Localized
}

const refused = (field: LinkRefusal['field'], reason: Localized): LinkRefusal => ({
  outcome: 'refused',
  field,
  reason,
})

/** Returns the first problem of a link's terms. */
export const defectOfTerms = (terms: LinkTerms): LinkRefusal | undefined => {
  const { name, currency, amount, least, most, startsAt, endsAt } = terms
  if (!currencyByCode(currency)) return refused('currency', fieldMessage('currency'))
  if (withoutCardNumbers({ name }).issues.length > 0) return refused('name', CARD_NUMBER_HERE)
  if (amount && least) return refused('min_amount', fieldMessage('amountOrBounds'))
  if (amount && most) return refused('max_amount', fieldMessage('amountOrBounds'))
  if (least && most && least.minor > most.minor) {
    return refused('min_amount', fieldMessage('leastAboveMost'))
  }
  if (startsAt && endsAt && startsAt >= endsAt) {
    return refused('ends_at', fieldMessage('afterStart'))
  }
  return undefined
}

export const columnsOfTerms = (terms: LinkTerms) => ({
  name: terms.name,
  ...withoutCardNumbers({ description: terms.description }).value,
  currency: terms.currency,
  amount_minor: terms.amount?.minor ?? null,
  min_minor: terms.least?.minor ?? null,
  max_minor: terms.most?.minor ?? null,
  stock: terms.stock,
  starts_at: terms.startsAt,
  ends_at: terms.endsAt,
  fields: JSON.stringify(terms.fields),
  language: terms.language,
})

/** Address of a link's page for customers. */
export const linkUrlOf = (
  { publicUrl }: { publicUrl: string },
  { token }: Pick<PaymentLinkRow, 'token'>,
): string => `${publicUrl}/l/${token}`
