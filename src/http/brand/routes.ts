import { type Response, Router } from 'express'
import { findLogo } from '../../db/stores/brands.ts'
import { brandColors, readColor } from '../../domain/brand/brand-color.ts'
import { LOGO_TYPES } from '../../payments/brand/read-logo.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { notFound, sendProblem } from '../../runtime/http/problem.ts'

/** Addresses contain a hash of their content, so it never changes. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** Allows mails and chats to embed the logo. */
const EVERYWHERE = { 'cross-origin-resource-policy': 'cross-origin' } as const

/** Serves a store's logo and stylesheet, so customers' pages need no inline style. */
export const brandRoutes = ({ db }: Pick<PaymentsContext, 'db'>): Router => {
  const router = Router()

  router.get('/:color.css', (request, response) => {
    const color = readColor(request.params.color)
    if (!color || request.params.color !== color.slice(1)) return sendNone(response)
    response.set('cache-control', FOR_GOOD).type('css').send(stylesheetOf(color))
  })

  router.get('/:hash.:type', async (request, response) => {
    const { hash, type } = request.params
    const mediaType = Object.entries(LOGO_TYPES).find(([known]) => known === type)?.[1]
    const bytes =
      mediaType && /^[\da-f]{64}$/.test(hash)
        ? await findLogo(db.query, `${hash}.${type}`)
        : undefined
    if (!mediaType || !bytes) return sendNone(response)
    response
      .set({ 'cache-control': FOR_GOOD, 'content-type': mediaType, ...EVERYWHERE })
      .send(bytes)
  })
  return router
}

const sendNone = (response: Response): void =>
  sendProblem(response, notFound('There is no such file'))

/** Styles only band and button: other texts keep readable colours. */
const stylesheetOf = (color: string): string => {
  const { brand, onBrand, pressed } = brandColors(color)
  return `.shop {
  background: ${brand};
  color: ${onBrand};
}

.action:where(:not(.second, :disabled)) {
  border-color: color-mix(in srgb, ${onBrand} 25%, ${brand});
  background: ${brand};
  color: ${onBrand};
}

.action:where(:not(.second, :disabled)):hover {
  background: ${pressed};
}
`
}
