import { logger } from '@medusajs/framework/logger'
import { resultOf } from '@puente/node'
import { IDENTIFIER } from '../names.js'
import { clientOf } from './client.js'

/** Characters of a key that tell the keys of several stores apart. */
const SHOWN = 4

/** Asks Puente whether it knows the API key, and logs what is wrong. Never rejects. */
export const nameWrongKey = async (options: { url: string; apiKey: string }): Promise<void> => {
  const store = await resultOf(clientOf(options).store.retrieve())
  if (store.ok) return
  const key = `…${options.apiKey.slice(-SHOWN)}`
  logger.error(
    `Puente, payment provider ${IDENTIFIER} with the API key ${key}: ${store.error.message}`,
  )
}
