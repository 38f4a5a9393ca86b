import { replacePolicy } from '../../db/stores/stores.ts'
import { cardPageObstacleOfPolicy } from '../../payments/ports/card-page-setup.ts'
import { UserError } from '../../runtime/failure.ts'
import { printReportJson } from '../terminal/print-json.ts'
import { namedStore } from './find.ts'
import { readPolicy } from './options.ts'
import { checkPlatformPolicy } from './platform-policy.ts'
import type { StoreCommandContext } from './workplace.ts'

/** Prints or replaces a store's policy; the connection stays. */
export const changePolicy = async (
  workplace: StoreCommandContext,
  options: { id: string; policy?: string },
): Promise<void> => {
  const { query, installation } = workplace.connecting
  const store = await namedStore(workplace, options.id)
  const { id } = store
  const policy = readPolicy(options.policy)
  if (!policy) {
    printReportJson(store.policy)
    return
  }
  checkPlatformPolicy(workplace, store.platform, policy)
  const obstacle = cardPageObstacleOfPolicy({ ...store, policy }, installation)
  if (obstacle) throw new UserError(`--policy: ${obstacle.reason}`)
  await replacePolicy(query, { id, policy: JSON.stringify(policy) })
  console.log(`Policy of store "${id}":\n${JSON.stringify(policy, null, 2)}`)
}
