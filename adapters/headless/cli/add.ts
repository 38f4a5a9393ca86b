import { type CommandPlace, connectStore, type GivenOptions, webhookUrlOf } from '../../adapter.ts'

/** Returns the credentials, for the operator. */
export const addHeadless = async (
  { connecting, publicUrl }: CommandPlace,
  given: GivenOptions,
): Promise<string> => {
  const shared = given.shared()
  const connected = await connectStore(connecting, {
    ...shared,
    notifyUrl: given.text('notify-url') ?? null,
    ordersUrl: given.text('orders-url') ?? null,
  })
  if (connected.outcome === 'refused') throw given.refusedBy(connected)
  const { id } = shared
  return `Connected the store "${id}" (${connected.environment}).

  API key            ${connected.apiKey}
  Notify secret      ${connected.notifySecret}
  Webhook address    ${webhookUrlOf({ publicUrl }, { id })}

Puente does not show the API key and the notify secret again. Register the webhook address in the
gateway's portal, in the ${connected.environment} environment.`
}
