import { z } from 'zod'
import type { StoreRow } from '../../../db/db.ts'
import { brandOf } from '../../../db/stores/brands.ts'
import { TEXTS } from '../../../locales/texts.ts'
import { changeBrand } from '../../../payments/brand/change-brand.ts'
import { LOGO_LIMITS } from '../../../payments/brand/read-logo.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { fieldProblem, notFound } from '../../../runtime/http/problem.ts'
import { byStore } from '../operator/locate.ts'
import { defineMerchantRoute, refuse } from '../route.ts'

const brandView = z
  .object({
    color: z.string().nullable().meta({
      description: "Colour of the band and the button on customers' pages; `null` for the default.",
      example: '#0a7d4f',
    }),
    logo_url: z.string().nullable().meta({
      description: 'Address of the logo, which changes with each image; `null` without one.',
    }),
  })
  .meta({ id: 'StoreBrand' })

const viewOfBrand = (
  { publicUrl }: Pick<PaymentsContext, 'publicUrl'>,
  store: Pick<StoreRow, 'brand'>,
): z.input<typeof brandView> => {
  const { color, logo } = brandOf(store)
  return { color: color ?? null, logo_url: logo ? `${publicUrl}/brand/${logo}` : null }
}

const ofStore = {
  tag: 'Store',
  byPerson: { path: '/operator/v1/stores/{id}/brand', locate: byStore },
} as const

export const readBrand = defineMerchantRoute({
  ...ofStore,
  method: 'get',
  path: '/v1/store/brand',
  scope: 'read',
  operationId: 'readBrand',
  summary: "Read the colour and the logo of customers' pages",
  answers: { 200: { description: 'Colour and logo', schema: brandView } },
  problems: {},
  handle: async ({ ctx, store }) => ({ status: 200, body: viewOfBrand(ctx, store) }),
})

const brandChanges = z
  .strictObject({
    color: z.string().max(20).nullable().optional().meta({
      description: 'Hexadecimal colour such as `#0a7d4f`; `null` restores the default.',
    }),
    logo_file: z
      .base64()
      .nullable()
      .optional()
      .meta({
        description: `A PNG, JPEG or WebP image in base64: at most ${LOGO_LIMITS.bytes / 1_000} KB, ${LOGO_LIMITS.leastPixels} to ${LOGO_LIMITS.mostPixels} pixels wide and high. \`null\` removes the logo.`,
      }),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: TEXTS.en.validation.nothingToChange,
  })
  .meta({ id: 'BrandChanges', example: { color: '#0a7d4f' } })

export const updateBrand = defineMerchantRoute({
  ...ofStore,
  method: 'patch',
  path: '/v1/store/brand',
  scope: 'admin',
  operationId: 'updateBrand',
  summary: "Change the colour or the logo of customers' pages; absent fields keep their values",
  body: brandChanges,
  answers: { 200: { description: 'Colour and logo', schema: brandView } },
  problems: { 422: 'The colour or the image is not valid; nothing was changed' },
  handle: async ({ ctx, store, body: { color, logo_file: file } }) => {
    const logo = typeof file === 'string' ? Buffer.from(file, 'base64') : file
    const changed = await changeBrand(ctx, store.id, { color, logo })
    switch (changed.outcome) {
      case 'no-such-store':
        return refuse(notFound('The store was removed'))
      case 'refused': {
        const field = changed.field === 'logo' ? 'logo_file' : changed.field
        return refuse(fieldProblem(field, changed.reason))
      }
      case 'changed': {
        const [before, after] = [changed.before, changed.store].map((row) => viewOfBrand(ctx, row))
        return { status: 200, body: after, change: { before, after } }
      }
    }
  },
})
