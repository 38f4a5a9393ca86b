import { blocksOf } from '../../documents/code-blocks.ts'

const README = 'packages/medusa/README.md'

/** What a shop has in its configuration before it installs the provider. */
export const SHOP_CONFIG = `projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false, connection: { ssl: false } },
    http: { storeCors: '/./', adminCors: '/./', authCors: '/./', jwtSecret: 'of-tests', cookieSecret: 'of-tests' },
  },
  admin: { disable: true },`

/** The configuration that the README shows, in a shop. */
export const medusaConfig = ({ savedCards }: { savedCards: boolean }): string => {
  const cards = savedCards ? "savedCards: true,\n      mode: 'hosted',\n      " : ''
  return configShown().replace('successUrl:', `${cards}successUrl:`).replace('// …', SHOP_CONFIG)
}

/** Lines of configuration that the README shows. */
export const configShown = (): string => shown('defineConfig')

/** Where the README puts the route of saved cards. */
export const CARDS_ROUTE = 'src/api/store/customers/me/cards/route.js'

/** The route of saved cards that the README shows. */
export const cardsRoute = (): string => shown('listPaymentMethods')

const shown = (part: string): string => {
  const block = blocksOf(README).find(({ text }) => text.includes(part))
  if (block === undefined) throw new Error(`${README} shows no code with ${part}`)
  return block.text
}

/**
 * Run by \`medusa exec\`: two regions, a product with stock, shipping, and a publishable key. Writes
 * their ids into the table \`test_seed\`.
 */
export const seedProgram = (provider: string): string => `
const { Modules, ContainerRegistrationKeys } = require('@medusajs/framework/utils')
const flows = require('@medusajs/medusa/core-flows')

const REGIONS = [
  { name: 'Honduras', currency_code: 'hnl', countries: ['hn'] },
  { name: 'Europe', currency_code: 'eur', countries: ['de'] },
]

exports.default = async ({ container }) => {
  const resolve = (name) => container.resolve(name)
  const link = resolve(ContainerRegistrationKeys.LINK)
  const run = async (workflow, input) => (await workflow(container).run({ input })).result
  const [store] = await resolve(Modules.STORE).listStores()
  const [channel] = await run(flows.createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Web' }] })
  await run(flows.updateStoresWorkflow, {
    selector: { id: store.id },
    update: {
      default_sales_channel_id: channel.id,
      supported_currencies: REGIONS.map(({ currency_code }, index) => ({ currency_code, is_default: index === 0 })),
    },
  })
  const regions = await run(flows.createRegionsWorkflow, {
    regions: REGIONS.map((region) => ({ ...region, payment_providers: ['${provider}'] })),
  })
  await run(flows.createTaxRegionsWorkflow, [
    { country_code: 'hn', provider_id: 'tp_system', default_tax_rate: { name: 'ISV', rate: 15, code: 'isv' } },
    { country_code: 'de', provider_id: 'tp_system' },
  ])
  const [location] = await run(flows.createStockLocationsWorkflow, {
    locations: [{ name: 'Store room', address: { city: 'Tegucigalpa', country_code: 'HN', address_1: 'Calle 1' } }],
  })
  const at = { [Modules.STOCK_LOCATION]: { stock_location_id: location.id } }
  await link.create({ ...at, [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' } })
  const fulfillment = resolve(Modules.FULFILLMENT)
  const [known] = await fulfillment.listShippingProfiles({ type: 'default' })
  const profile = known ?? (await fulfillment.createShippingProfiles({ name: 'Default', type: 'default' }))
  const set = await fulfillment.createFulfillmentSets({
    name: 'Delivery',
    type: 'shipping',
    service_zones: [{ name: 'All', geo_zones: [
      { country_code: 'hn', type: 'country' },
      { country_code: 'de', type: 'country' },
    ] }],
  })
  await link.create({ ...at, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } })
  const [shipping] = await run(flows.createShippingOptionsWorkflow, [{
    name: 'Courier',
    price_type: 'flat',
    provider_id: 'manual_manual',
    service_zone_id: set.service_zones[0].id,
    shipping_profile_id: profile.id,
    type: { label: 'Courier', description: 'Two days', code: 'courier' },
    prices: regions.map(({ id, currency_code }) => ({ region_id: id, amount: currency_code === 'hnl' ? 90 : 5 })),
    rules: [
      { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
      { attribute: 'is_return', value: 'false', operator: 'eq' },
    ],
  }])
  await run(flows.linkSalesChannelsToStockLocationWorkflow, { id: location.id, add: [channel.id] })
  const [key] = await run(flows.createApiKeysWorkflow, {
    api_keys: [{ title: 'Web', type: 'publishable', created_by: '' }],
  })
  await run(flows.linkSalesChannelsToApiKeyWorkflow, { id: key.id, add: [channel.id] })
  const [product] = await run(flows.createProductsWorkflow, {
    products: [{
      title: 'Coffee',
      handle: 'coffee',
      status: 'published',
      shipping_profile_id: profile.id,
      options: [{ title: 'Size', values: ['S'] }],
      variants: [{
        title: 'S',
        sku: 'C-S',
        manage_inventory: true,
        options: { Size: 'S' },
        prices: [{ amount: 199.99, currency_code: 'hnl' }, { amount: 7.5, currency_code: 'eur' }],
      }],
      sales_channels: [{ id: channel.id }],
    }],
  })
  const items = await resolve(Modules.INVENTORY).listInventoryItems({ sku: 'C-S' })
  await run(flows.createInventoryLevelsWorkflow, {
    inventory_levels: items.map(({ id }) => ({ inventory_item_id: id, location_id: location.id, stocked_quantity: 1000000 })),
  })
  const auth = resolve(Modules.AUTH)
  const { authIdentity } = await auth.register('emailpass', {
    body: { email: 'admin@shop.example', password: 'password-of-tests' },
  })
  const [user] = await run(flows.createUsersWorkflow, { users: [{ email: 'admin@shop.example' }] })
  await auth.updateAuthIdentities({ id: authIdentity.id, app_metadata: { user_id: user.id } })
  const seed = {
    publishableKey: key.token,
    variant: product.variants[0].id,
    shippingOption: shipping.id,
    regions: Object.fromEntries(regions.map(({ id, currency_code }) => [currency_code, id])),
  }
  const database = resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await database.raw('CREATE TABLE test_seed (value jsonb)')
  await database.raw('INSERT INTO test_seed VALUES (?::jsonb)', [JSON.stringify(seed)])
}
`
