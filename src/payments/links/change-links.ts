import type { PaymentLinkRow } from '../../db/db.ts'
import {
  insertPaymentLink,
  lockPaymentLink,
  updatePaymentLink,
} from '../../db/links/payment-links.ts'
import type { Actor } from '../../domain/actor.ts'
import type { PaymentLinkId, StoreId } from '../../domain/ids.ts'
import { moneyFromMinor } from '../../domain/money.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { columnsOfTerms, defectOfTerms, type LinkRefusal, type LinkTerms } from './link-fields.ts'

type LinkContext = Pick<PaymentsContext, 'db' | 'ids' | 'clock'>

/** Bytes of a link's public token: short enough to type, too long to guess. */
const TOKEN_BYTES = 9

/** Creates a link, open from its start time on. */
export const createPaymentLink = async (
  { db, ids, clock }: LinkContext,
  { storeId, actor, terms }: { storeId: StoreId; actor: Actor; terms: LinkTerms },
): Promise<{ outcome: 'created'; link: PaymentLinkRow } | LinkRefusal> => {
  const defect = defectOfTerms(terms)
  if (defect) return defect
  const now = clock.now()
  const link = await insertPaymentLink(db.query, {
    id: ids.next('plk'),
    store_id: storeId,
    token: ids.secret(TOKEN_BYTES),
    ...columnsOfTerms(terms),
    created_by: JSON.stringify(actor),
    created_at: now,
    updated_at: now,
  })
  return { outcome: 'created', link }
}

type ChangeableTerms = Omit<LinkTerms, 'currency'>

type LinkChanges = {
  [Term in keyof ChangeableTerms]?: ChangeableTerms[Term] | undefined
} & {
  /** `true` closes the link, `false` reopens it. */
  isClosed?: boolean | undefined
}

type ChangeLinkOutcome =
  | { outcome: 'changed'; before: PaymentLinkRow; link: PaymentLinkRow }
  | { outcome: 'no-such-link' }
  | LinkRefusal

/**
 * Changes the given terms for later customers; existing orders keep theirs. Waits for the link's
 * lock while a customer opens an order.
 */
export const changePaymentLink = (
  { db, clock }: LinkContext,
  id: PaymentLinkId,
  { isClosed, ...changes }: LinkChanges,
): Promise<ChangeLinkOutcome> =>
  db.query.transaction().execute(async (trx): Promise<ChangeLinkOutcome> => {
    const before = await lockPaymentLink(trx, id)
    if (!before) return { outcome: 'no-such-link' }
    const given = Object.entries(changes).filter(([, value]) => value !== undefined)
    const terms = { ...termsOf(before), ...Object.fromEntries(given) }
    const defect = defectOfTerms(terms)
    if (defect) return defect
    const now = clock.now()
    const closedAt = isClosed ? (before.closed_at ?? now) : null
    const link = await updatePaymentLink(trx, id, {
      ...columnsOfTerms(terms),
      ...(isClosed === undefined ? {} : { closed_at: closedAt }),
      updated_at: now,
    })
    return link ? { outcome: 'changed', before, link } : { outcome: 'no-such-link' }
  })

const termsOf = (link: PaymentLinkRow): LinkTerms => {
  const moneyOf = (minor: bigint | null) =>
    minor === null ? null : moneyFromMinor(minor, link.currency)
  return {
    name: link.name,
    description: link.description,
    currency: link.currency,
    amount: moneyOf(link.amount_minor),
    least: moneyOf(link.min_minor),
    most: moneyOf(link.max_minor),
    stock: link.stock,
    startsAt: link.starts_at,
    endsAt: link.ends_at,
    fields: link.fields,
    language: link.language,
  }
}
