import { findStore, replacePolicy } from '../../ledger/stores.ts'
import { obstacleToPolicy } from '../../payments/card-page-setup.ts'
import { UserError } from '../../platform/failure.ts'
import { readPolicy, required, type Values } from './arguments.ts'
import { checkPlatformPolicy } from './platform-policy.ts'
import type { Workplace } from './workplace.ts'

/** Shows what a shop has decided, or replaces it; the shop stays connected as it is. */
export const changePolicy = async ({ connecting }: Workplace, values: Values): Promise<void> => {
  const { query, installation } = connecting
  const id = required(values, 'id')
  const store = await findStore(query, id)
  if (!store) throw new UserError(`There is no shop "${id}"`)
  const policy = readPolicy(values.policy)
  if (!policy) {
    console.log(JSON.stringify(store.policy, null, 2))
    return
  }
  checkPlatformPolicy(store.platform, policy)
  const obstacle = obstacleToPolicy({ ...store, policy }, installation)
  if (obstacle) throw new UserError(`--policy: ${obstacle.reason}`)
  await replacePolicy(query, { id, policy: JSON.stringify(policy) })
  console.log(`Shop "${id}" has decided:\n${JSON.stringify(policy, null, 2)}`)
}
