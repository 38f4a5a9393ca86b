import type { Settings } from '../../../config/settings.ts'
import { StoreId } from '../../domain/ids.ts'
import type { OpenedPuente } from '../../open-context.ts'
import { connectStore } from '../../payments/stores/connect-store.ts'
import { UserError } from '../../runtime/failure.ts'

export const DEMO_STORE = StoreId.parse('demo')
/** Also the sandbox merchant's name on payment pages. */
export const DEMO_STORE_NAME = 'Pulpería La Ceiba'

/** Connects the store to the sandbox's merchant account. */
export const connectDemoStore = async (
  { ctx, sealer }: OpenedPuente,
  {
    settings,
    notifyUrl,
    ordersUrl = null,
    notifySecret,
  }: {
    settings: Settings
    notifyUrl: string | null
    ordersUrl?: string | null
    notifySecret: string
  },
): Promise<void> => {
  const connected = await connectStore(
    {
      query: ctx.db.query,
      sealer,
      ids: ctx.ids,
      now: ctx.clock.now(),
      installation: ctx.cardPage,
    },
    {
      id: DEMO_STORE,
      name: DEMO_STORE_NAME,
      locale: 'es',
      secretKey: settings.SANDBOX_SECRET_KEY,
      publishableKey: settings.SANDBOX_PUBLISHABLE_KEY,
      webhookSecret: settings.SANDBOX_WEBHOOK_SECRET,
      notifyUrl,
      ordersUrl,
      apiKey: settings.DEMO_API_KEY,
      notifySecret,
      // The demo shop loses its orders on a restart; a nightly run would report them missing.
      policy: { reconcile: { nightly: false } },
    },
  )
  if (connected.outcome === 'refused') throw new UserError(connected.reason)
}
