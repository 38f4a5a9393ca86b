import { z } from 'zod'
import { StoreId } from '../../../domain/ids.ts'
import { TEXTS } from '../../../locales/texts.ts'
import { instant } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'

export const listFields = {
  store_id: plainText(191)
    .pipe(StoreId)
    .optional()
    .describe('Restricts the list to one store. Defaults to all stores in reach.'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(400).optional().describe('`next_cursor` of the previous page.'),
}

export const idsField = plainText(20_000)
  .transform((text) => text.split(',').map((id) => StoreId.parse(id)))
  .optional()
  .describe('Comma-separated ids of stores.')

export const createdFields = {
  created_from: instant.optional().describe('Created at this time or later.'),
  created_to: instant.optional().describe('Created before this time.'),
}

/** Minor units have no decimal separator to interpret. */
const minor = z
  .string()
  .regex(/^\d{1,15}$/, TEXTS.en.validation.minorUnits)
  .transform((digits) => BigInt(digits))
  .optional()

export const amountFields = {
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, TEXTS.en.validation.currency)
    .optional(),
  amount_minor_from: minor.describe('Minimum amount in minor units.'),
  amount_minor_to: minor.describe('Maximum amount in minor units.'),
}

/** `id` names the schema in OpenAPI. */
export const listOf = <Row extends z.ZodType>(row: Row, id: string) =>
  z
    .object({
      data: z.array(row),
      next_cursor: z.string().nullable().meta({
        description:
          'Cursor of the next page; `null` on the last page. A filtered page scans 5,000 rows at most, so a short page may have a next one.',
      }),
    })
    .meta({ id })

export const storeIdField = z.string().meta({ description: 'Id of the store.', example: 'tienda' })

export const orderReference = z
  .object({
    id: z.string().meta({
      description: "Puente's id of the order, used in the paths of this API.",
      example: 'ord_01kadq2v7w8x9y0z1a2b3c4d5e',
    }),
    external_id: z.string().meta({ description: "The shop's id of the order.", example: 'A-1' }),
    number: z.string().nullable().meta({ example: '1001' }),
  })
  .meta({ id: 'OrderReference' })

/** Fields that replace `order_id` in lists over stores. */
export const storeAndOrder = { store_id: storeIdField, order: orderReference.nullable() }
