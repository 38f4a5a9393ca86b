import { connectStore } from '../../payments/stores/connect-store.ts'
import { refusedBy, sharedArguments, type Values } from './arguments.ts'
import type { Workplace } from './workplace.ts'

/** Connects a shop of the merchant's own, and prints what the shop needs. */
export const addHeadless = async (
  { connecting, publicUrl }: Workplace,
  values: Values,
): Promise<void> => {
  const shared = sharedArguments(values)
  const connected = await connectStore(connecting, {
    ...shared,
    notifyUrl: values['notify-url'] ?? null,
    ordersUrl: values['orders-url'] ?? null,
  })
  if (connected.outcome === 'refused') throw refusedBy(connected)
  const { id } = shared
  console.log(`Shop "${id}" is connected (${connected.environment}).

  API key            ${connected.apiKey}
  Notify secret      ${connected.notifySecret}
  Webhook address    ${publicUrl}/webhooks/gateway/${id}

The API key and the notify secret are shown this once. Register the webhook address in the
gateway's portal, in the ${connected.environment} environment.`)
}
