import { resultOf, verifyNotification } from '@puente/node'
import type { MethodSettings } from './arguments.js'
import { clientOf } from './client.js'

export type SettingsCheck =
  | { outcome: 'valid' }
  /** `problem` names the wrong value. */
  | { outcome: 'wrong'; problem: string }
  /** Puente did not answer: the values may be right. */
  | { outcome: 'away'; problem: string }

/** Checks the form of the settings, then asks Puente whether it knows the API key. */
export const checkSettings = async (settings: MethodSettings): Promise<SettingsCheck> => {
  const problem = problemOfForm(settings)
  if (problem !== undefined) return { outcome: 'wrong', problem }
  const store = await resultOf(clientOf(settings).store.retrieve())
  if (store.ok) return { outcome: 'valid' }
  const { message, retry } = store.error
  return { outcome: retry === 'retry' ? 'away' : 'wrong', problem: message }
}

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
