import { createCall } from './call/caller.ts'
import { type PuenteOptions, settingsOf } from './call/settings.ts'
import { listenTo } from './feed/listen.ts'
import { replayTo } from './feed/replay.ts'
import { operationResources } from './resources/operations.ts'
import { paymentResources } from './resources/payments.ts'

/**
 * Creates a client of one store. Reads `PUENTE_URL` and `PUENTE_API_KEY` for options that are
 * absent. Throws a TypeError if an option is wrong.
 */
export const createPuente = (options: PuenteOptions = {}) => {
  const settings = settingsOf(options)
  const call = createCall(settings)
  return {
    /** Environment of the API key. */
    environment: settings.environment,
    /** Address of Puente. */
    baseUrl: settings.baseUrl,
    ...paymentResources(call),
    ...operationResources(call),
    /** Follows notifications, and hands each to a callback or a local address. */
    listen: listenTo(call, settings),
    /** Hands past notifications to a callback or a local address, oldest first. */
    replay: replayTo(call, settings),
  }
}

export type Puente = ReturnType<typeof createPuente>
