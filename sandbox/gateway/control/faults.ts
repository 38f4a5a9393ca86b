import type { Faults } from '../faults/open-faults.ts'
import type { FaultsInput } from '../faults/settings.ts'
import { json, type Reply } from '../http/reply.ts'

/** `GET /sandbox/faults`: `next` holds the remaining plans. */
export const showFaults = async (faults: Faults): Promise<Reply> => json(200, await faults.read())

/** `PUT /sandbox/faults`: merges. */
export const changeFaults = async (faults: Faults, input: FaultsInput): Promise<Reply> =>
  json(200, await faults.change(input))
