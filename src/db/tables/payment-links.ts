import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Actor } from '../../domain/actor.ts'
import type { PaymentLinkId, StoreId } from '../../domain/ids.ts'
import type { Language } from '../../locales/language.ts'

/** Fields that a link's page can ask for, in order. */
export const LINK_FIELDS = ['name', 'email', 'phone', 'table', 'reference'] as const
export type LinkField = (typeof LINK_FIELDS)[number]

export const FIELD_NEEDS = ['required', 'optional'] as const
/** Need of each field; the page does not ask for absent ones. */
export type LinkFields = { [Field in LinkField]?: (typeof FIELD_NEEDS)[number] | undefined }

export interface PaymentLinkTables {
  payment_links: {
    id: PaymentLinkId
    store_id: StoreId
    /** Public part of its address. */
    token: string
    name: string
    description: string | null
    /** `null`: the customer enters it within the bounds. */
    amount_minor: bigint | null
    min_minor: bigint | null
    max_minor: bigint | null
    /** Alphabetic ISO 4217 code. */
    currency: string
    /** Places; `null`: no limit. */
    stock: number | null
    starts_at: Date | null
    ends_at: Date | null
    fields: JSONColumnType<LinkFields>
    /** `null`: the reader's. */
    language: Language | null
    /** Ordinal of the latest order. */
    orders: Generated<number>
    created_by: ColumnType<Actor | null, string | null, string | null>
    created_at: Date
    updated_at: Date
    /** When a person closed it. */
    closed_at: Generated<Date | null>
  }
}
