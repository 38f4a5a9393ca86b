import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { errorMessage, UserError } from '../../../src/runtime/failure.ts'
import { handleOf, readShopName } from '../shop-name.ts'

const shopName = z.string().transform((name, context) => {
  const shop = readShopName(name)
  if (shop) return shop
  context.addIssue({ code: 'custom', message: 'the name that Shopify gave it, cafe.myshopify.com' })
  return z.NEVER
})

/** Shopify shops with an app each. Secrets are in files of their own: this one is passed around. */
const fleetSchema = z.strictObject({
  shops: z.array(
    z.strictObject({
      shop: shopName,
      /** Of the store here; as Shopify calls the shop, if nothing else is said. */
      id: z.string().optional(),
      client_id: z.string().optional(),
      /** From the folder of this file. */
      client_secret_file: z.string().optional(),
    }),
  ),
})

/** A shop with an app of its own, as far as it is known yet. */
export interface OwnAppShop {
  id: string
  shop: string
  clientId: string | undefined
  clientSecret: string | undefined
  /** Where that secret is, for the next command. */
  clientSecretFile: string | undefined
}

/** Reads a fleet's file; what is wrong with it is a `UserError` that names the place. */
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
    if (isTwice) throw new UserError(`--fleet: ${shop} (${id}) is in it twice`)
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
