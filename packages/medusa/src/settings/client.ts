import { createPuente, type Puente } from '@puente/node'
import { WAITING } from './waiting.js'

/** Creates the client of a store. Throws a TypeError that names a wrong value. */
export const clientOf = ({ url, apiKey }: { url: string; apiKey: string }): Puente =>
  createPuente({ baseUrl: url, apiKey, ...WAITING })
