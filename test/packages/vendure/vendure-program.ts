/**
 * Writes a Vendure shop with one payment plugin. `populate` makes its tables and basic data;
 * otherwise it serves.
 */
export const vendureProgram = (imports: string, plugin: string): string => `
const {
  bootstrap, defaultOrderProcess, defaultPaymentProcess, DefaultJobQueuePlugin, DefaultLogger, DefaultSchedulerPlugin, dummyPaymentHandler,
  InternalServerError, JobQueueService, LogLevel,
} = require('@vendure/core')
const { populate } = require('@vendure/core/cli')
${imports}

// A shop's own rules, which stay.
const refuseSome = {
  onTransitionStart: (from, to, { order }) =>
    order.customer?.lastName === 'Refused' ? 'This shop refuses the payment.' : undefined,
}
let timeouts = 0
const bookSome = {
  onTransitionStart: (from, to, { order }) => {
    if (order.customer?.lastName === 'Timeout' && timeouts++ === 0) throw new InternalServerError('The ERP did not answer.')
  },
}
const placeSome = {
  onTransitionStart: (from, to, { order }) =>
    to === 'PaymentSettled' && order.customer?.lastName === 'Unplaced' ? 'This shop places no such order.' : undefined,
}
// A shop whose prices take their time.
const slowly = {
  willAddItemToOrder: (ctx, order) =>
    order.customer?.lastName === 'Slow' ? new Promise((resolve) => setTimeout(resolve, 10_000)) : undefined,
}
const isPopulating = process.argv[2] === 'populate'
const config = {
  logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
  apiOptions: { port: Number(process.env.PORT), adminApiPath: 'admin-api', shopApiPath: 'shop-api', middleware: [] },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: 'superadmin', password: 'superadmin' },
    requireVerification: process.env.REQUIRE_VERIFICATION !== 'no',
  },
  dbConnectionOptions: { type: 'postgres', url: process.env.DATABASE_URL, synchronize: isPopulating, logging: false },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler], process: [defaultPaymentProcess, refuseSome, bookSome] },
  orderOptions: { process: [defaultOrderProcess, placeSome], orderInterceptors: [slowly] },
  schedulerOptions: { runTasksInWorkerOnly: false },
  plugins: [DefaultJobQueuePlugin.init({ pollInterval: 200 }), DefaultSchedulerPlugin.init({}), ${plugin}],
}
const basics = {
  defaultLanguage: 'en',
  defaultZone: 'Americas',
  countries: [{ name: 'Honduras', code: 'HN', zone: 'Americas' }],
  taxRates: [{ name: 'Standard Tax', percentage: 15 }],
  shippingMethods: [{ name: 'Standard Shipping', price: 500 }],
  paymentMethods: [],
  collections: [],
}
const main = async () => {
  if (isPopulating) {
    const app = await populate(() => bootstrap(config), basics)
    await app.close()
    process.exit(0)
  }
  const app = await bootstrap(config)
  await app.get(JobQueueService).start()
  console.log('ready')
}
main().catch((error) => {
  console.error(error)
  process.exit(1)
})
`

export const VENDURE_PROGRAM = vendureProgram(
  "const { PuentePlugin } = require('@puente/vendure')",
  'PuentePlugin',
)
