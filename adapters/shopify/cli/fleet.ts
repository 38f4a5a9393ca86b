import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { errorMessage, UserError } from '../../../src/runtime/failure.ts'
import type { GivenOptions } from '../../adapter.ts'
import { handleOf, readShopName } from '../shops/shop-name.ts'

const NAME_EXPECTED = 'expected its Shopify name, such as cafe.myshopify.com'

export const shopOption = (given: GivenOptions): string => {
  const shop = readShopName(given.required('shop'))
  if (!shop) throw new UserError(`--shop: ${NAME_EXPECTED}`)
  return shop
}

const shopName = z.string().transform((name, context) => {
  const shop = readShopName(name)
  if (shop) return shop
  context.addIssue({ code: 'custom', message: NAME_EXPECTED })
  return z.NEVER
})

/** Secrets have separate files, because people pass this one around. */
const fleetSchema = z.strictObject({
  shops: z.array(
    z.strictObject({
      shop: shopName,
      /** Defaults to the shop's handle. */
      id: z.string().optional(),
      client_id: z.string().optional(),
      /** Relative to this file. */
      client_secret_file: z.string().optional(),
    }),
  ),
})

/** A shop with its own app; credentials are `undefined` until the setup reaches them. */
export interface OwnAppShop {
  id: string
  shop: string
  clientId: string | undefined
  clientSecret: string | undefined
  clientSecretFile: string | undefined
}

/** Throws a `UserError` with the invalid field. */
export const readFleet = (path: string): OwnAppShop[] => {
  const { success, data, error } = fleetSchema.safeParse(contentOf(path))
  if (!success) {
    const problems = error.issues.map((one) => `${one.path.join('.')}: ${one.message}`)
    throw new UserError(`--fleet: ${problems.join('; ')}`)
  }
  const shops = data.shops.map(({ shop, id, client_id, client_secret_file }) => ({
    id: id ?? handleOf(shop),
    shop,
    clientId: client_id,
    clientSecret: undefined,
    clientSecretFile: client_secret_file && resolve(dirname(path), client_secret_file),
  }))
  for (const [at, { id, shop }] of shops.entries()) {
    const isTwice = shops.slice(0, at).some((one) => one.id === id || one.shop === shop)
    if (isTwice) throw new UserError(`--fleet: ${shop} (${id}) is listed twice`)
  }
  return shops
}

const contentOf = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new UserError(`--fleet: cannot read ${path} (${errorMessage(error)})`)
  }
}
