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

/** What the page can ask for; absent fields are not asked. */
const askedFields = {
  name: need,
  email: need,
  phone: need,
  table: need,
  reference: need,
} satisfies Record<LinkField, z.ZodType>

/** What a person decides about a link, besides its currency. */
const terms = {
  name: plainText(LINK_LIMITS.name).meta({
    description: 'What the customer pays for; the title of the page.',
    example: 'Taller de café',
  }),
  description: plainText(LINK_LIMITS.description).nullable().meta({
    description: 'Text below the title, which may have several lines.',
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
      'Number of places; `null` for no bound. An order takes one, and gives it back once the gateway says that its payment expired. A refund gives none back.',
    example: 20,
  }),
  starts_at: instant
    .nullable()
    .meta({ description: 'Before it, the page says that it is not open yet.' }),
  ends_at: instant.nullable().meta({
    description:
      'From then on, the page says that it is over. An order opened before can still be paid.',
  }),
  fields: z.strictObject(askedFields).meta({
    description:
      'What the page asks the customer for. Name, e-mail and phone become the customer of the order, table and reference its metadata.',
    example: { name: 'required', table: 'optional' },
  }),
  language: z.enum(['es', 'en']).nullable().meta({
    description: "Language of the page; `null` for the reader's.",
  }),
}

const currency = z.string().meta({
  description:
    "Alphabetic ISO 4217 currency code; by default, the one beside an amount, or that of most of the store's latest 50 orders. It stays.",
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
      description: '`true` closes the link: it takes no new customers. `false` opens it again.',
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
      description: 'Address of the page, which any number of customers can open.',
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
        '`open`: takes payments. `not_yet`, `over`: before or after its period. `sold_out`: every place is taken. `closed`: by a person.',
    }),
    orders: z
      .int()
      .meta({ description: 'Orders that customers have opened, unpaid ones included.' }),
    taken: z.int().meta({ description: 'Places that orders hold, paid or not.' }),
    paid: z.int().meta({ description: 'Orders that are paid; refunded ones not.' }),
    paying: z.int().meta({ description: 'Orders that hold a place and are not paid yet.' }),
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
