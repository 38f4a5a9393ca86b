import { replacePolicy } from '../../db/stores.ts'
import { obstacleToPolicy } from '../../payments/ports/card-page-setup.ts'
import { UserError } from '../../runtime/failure.ts'
import { readPolicy, type Values } from './arguments.ts'
import { namedStore } from './find.ts'
import { checkPlatformPolicy } from './platform-policy.ts'
import type { Workplace } from './workplace.ts'

/** Prints or replaces a store's policy; the connection stays. */
export const changePolicy = async (workplace: Workplace, values: Values): Promise<void> => {
  const { query, installation } = workplace.connecting
  const store = await namedStore(workplace, values)
  const { id } = store
  const policy = readPolicy(values.policy)
  if (!policy) {
    console.log(JSON.stringify(store.policy, null, 2))
    return
  }
  checkPlatformPolicy(workplace, store.platform, policy)
  const obstacle = obstacleToPolicy({ ...store, policy }, installation)
  if (obstacle) throw new UserError(`--policy: ${obstacle.reason}`)
  await replacePolicy(query, { id, policy: JSON.stringify(policy) })
  console.log(`Shop "${id}" has decided:\n${JSON.stringify(policy, null, 2)}`)
}
