import { z } from 'zod'
import { FIELD_NEEDS, type LinkField } from '../../../db/tables/payment-links.ts'
import { TEXTS } from '../../../locales/texts.ts'
import { LINK_LIMITS } from '../../../payments/links/link-fields.ts'
import { LINK_STATES } from '../../../payments/links/rules/link-state.ts'
import { instant } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { storeIdField } from '../operator/list-schemas.ts'

const amountText = z.string().min(1).max(40)

const need = z.enum(FIELD_NEEDS).optional()

/** Fields that the page asks for. */
const askedFields = {
  name: need,
  email: need,
  phone: need,
  table: need,
  reference: need,
} satisfies Record<LinkField, z.ZodType>

/** Terms of a link, without its currency. */
const terms = {
  name: plainText(LINK_LIMITS.name).meta({
    description: 'Reason for the payment, and title of the page.',
    example: 'Taller de café',
  }),
  description: plainText(LINK_LIMITS.description).nullable().meta({
    description: 'Text below the title; it can have several lines.',
  }),
  amount: amountText.nullable().meta({
    description:
      'A decimal string, or an amount as people type it, with or without its currency: `L 320.50`. `null` lets the customer enter the amount.',
    example: '320.50',
  }),
  min_amount: amountText.nullable().meta({
    description: 'Lowest amount that the customer can enter. Only without `amount`.',
  }),
  max_amount: amountText.nullable().meta({
    description: 'Highest amount that the customer can enter. Only without `amount`.',
  }),
  stock: z.int().min(1).max(LINK_LIMITS.stock).nullable().meta({
    description:
      'Number of places; `null` for no limit. An order takes a place and frees it once the gateway reports that its payment expired. A refund frees no place.',
    example: 20,
  }),
  starts_at: instant
    .nullable()
    .meta({ description: 'Until then, the page says that the link is not open yet.' }),
  ends_at: instant.nullable().meta({
    description:
      'From then on, the page says that the link has ended. Customers can still pay orders opened before.',
  }),
  fields: z.strictObject(askedFields).meta({
    description:
      'Fields that the page asks for. Name, e-mail and phone become the customer of the order, table and reference its metadata.',
    example: { name: 'required', table: 'optional' },
  }),
  language: z.enum(['es', 'en']).nullable().meta({
    description: "Language of the page; `null` for the reader's.",
  }),
}

const currency = z.string().meta({
  description:
    "Alphabetic ISO 4217 currency code, which never changes. Defaults to the one beside an amount, then to the most frequent one of the store's latest 50 orders.",
  example: 'HNL',
})

const { name, ...others } = terms

export const newPaymentLink = z
  .strictObject({ name, currency: currency.optional(), ...z.object(others).partial().shape })
  .meta({
    id: 'NewPaymentLink',
    example: {
      name: 'Taller de café',
      amount: '320.50',
      currency: 'HNL',
      stock: 20,
      fields: { name: 'required' },
    },
  })

export const paymentLinkChanges = z
  .strictObject({
    ...z.object(terms).partial().shape,
    closed: z.boolean().optional().meta({
      description: '`true` closes the link to new customers, `false` reopens it.',
    }),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: TEXTS.en.validation.nothingToChange,
  })
  .meta({ id: 'PaymentLinkChanges', example: { closed: true } })

export const paymentLinkView = z
  .object({
    id: z.string().meta({ example: 'plk_01kadq2v7w8x9y0z1a2b3c4d5e' }),
    url: z.string().meta({
      description: 'Address of the page for any number of customers.',
      example: 'https://puente.example/l/aZ3kPq9_xYtL',
    }),
    name: z.string(),
    description: z.string().nullable(),
    amount: z.string().nullable(),
    min_amount: z.string().nullable(),
    max_amount: z.string().nullable(),
    currency: z.string(),
    stock: z.int().nullable(),
    starts_at: z.iso.datetime().nullable(),
    ends_at: z.iso.datetime().nullable(),
    fields: z.object(askedFields),
    language: z.enum(['es', 'en']).nullable(),
    state: z.enum(LINK_STATES).meta({
      description:
        '`open`: accepts payments. `not_yet`, `over`: before or after its period. `sold_out`: all places are taken. `closed`: by a person.',
    }),
    orders: z
      .int()
      .meta({ description: 'Orders that customers have opened, including unpaid ones.' }),
    taken: z.int().meta({ description: 'Places that orders hold, paid or not.' }),
    paid: z.int().meta({ description: 'Paid orders, without refunded ones.' }),
    paying: z.int().meta({ description: 'Unpaid orders that hold a place.' }),
    left: z.int().nullable().meta({ description: 'Free places; `null` without a stock.' }),
    created_by: z.string().nullable().meta({ example: 'Ana Mejía' }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    closed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PaymentLink' })

export const paymentLinkOfStore = paymentLinkView
  .extend({ store_id: storeIdField })
  .meta({ id: 'PaymentLinkOfStore' })
