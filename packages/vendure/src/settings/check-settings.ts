import { createPuente, resultOf, verifyNotification } from '@puente/node'
import { ROUTE } from '../names.js'
import type { MethodSettings } from './arguments.js'
import { clientOf } from './client.js'

export type SettingsCheck =
  | { outcome: 'valid' }
  /** `problem` names the wrong value. */
  | { outcome: 'wrong'; problem: string }
  /** The values may be right: Puente did not answer, or notifies another address. */
  | { outcome: 'doubtful'; problem: string }

/** Longest wait for Puente while Vendure saves a payment method. */
const PATIENCE_MS = 5_000

/** Checks the form of the settings, then asks Puente whether it knows the API key. */
export const checkSettings = async (
  code: string,
  settings: MethodSettings,
): Promise<SettingsCheck> => {
  const problem = problemOfForm(settings)
  if (problem !== undefined) return { outcome: 'wrong', problem }
  const { url, apiKey } = settings
  const puente = createPuente({ baseUrl: url, apiKey, timeoutMs: PATIENCE_MS, maxRetries: 0 })
  const store = await resultOf(puente.store.retrieve())
  if (!store.ok) {
    const { message, retry } = store.error
    return { outcome: retry === 'retry' ? 'doubtful' : 'wrong', problem: message }
  }
  const { notify_url } = store.value
  const isNotified = notify_url?.includes(`/${ROUTE}/`) && notify_url.endsWith(`/${code}`)
  return isNotified ? { outcome: 'valid' } : { outcome: 'doubtful', problem: elsewhere(notify_url) }
}

const elsewhere = (notifyUrl: string | null): string =>
  `Puente notifies ${notifyUrl ?? 'no address'}: set the store's notify URL to https://YOUR-SHOP/puente/CHANNEL_TOKEN/METHOD_CODE.`

const problemOfForm = (settings: MethodSettings): string | undefined =>
  thrownBy(() => clientOf(settings)) ??
  thrownBy(() => verifyNotification(new Uint8Array(), {}, settings.notifySecret))

const thrownBy = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
