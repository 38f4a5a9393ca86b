import { updateStoreRow } from '../../db/stores/stores.ts'
import { cardPageObstacleOfPolicy } from '../../payments/ports/card-page-setup.ts'
import { platformNamed, platformPolicyDefects } from '../../payments/ports/platform.ts'
import type { PolicyInput } from '../../payments/ports/policy.ts'
import { UserError } from '../../runtime/failure.ts'
import { printReportJson } from '../terminal/print.ts'
import { storeNamed } from '../terminal/store-named.ts'
import { readPolicy } from './options.ts'
import type { StoreCommandContext } from './workplace.ts'

export const changePolicy = async (
  workplace: StoreCommandContext,
  options: { id: string; policy?: string },
): Promise<void> => {
  const { query, installation } = workplace.connecting
  const store = await storeNamed(query, options.id)
  const { id } = store
  const policy = readPolicy(options.policy)
  if (!policy) {
    printReportJson(store.policy)
    return
  }
  checkPlatformPolicy(workplace, store.platform, policy)
  const obstacle = cardPageObstacleOfPolicy({ ...store, policy }, installation)
  if (obstacle) throw new UserError(`--policy: ${obstacle.reason}`)
  await updateStoreRow(query, id, { policy: JSON.stringify(policy) })
  console.log(`Policy of store "${id}":\n${JSON.stringify(policy, null, 2)}`)
}

/** An adapter that cannot parse the policy would fail every order. */
export const checkPlatformPolicy = (
  { platforms }: Pick<StoreCommandContext, 'platforms'>,
  name: string,
  policy: PolicyInput,
): void => {
  const wrong = platformPolicyDefects(platformNamed(platforms, name), policy)
  if (wrong) throw new UserError(`--policy: ${wrong}`)
}
