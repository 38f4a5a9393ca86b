import type { Faults } from '../faults/open-faults.ts'
import type { FaultsInput } from '../faults/settings.ts'
import { json, type Reply } from '../http/reply.ts'

/** `GET /sandbox/faults`: everything, with what is left of `next`. */
export const showFaults = async (faults: Faults): Promise<Reply> => json(200, await faults.read())

/** `PUT /sandbox/faults`: merges, and answers everything. */
export const changeFaults = async (faults: Faults, input: FaultsInput): Promise<Reply> =>
  json(200, await faults.change(input))
