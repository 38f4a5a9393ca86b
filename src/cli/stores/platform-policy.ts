import { platformNamed, platformPolicyDefects } from '../../payments/ports/platform.ts'
import type { PolicyInput } from '../../payments/ports/policy.ts'
import { UserError } from '../../runtime/failure.ts'
import type { StoreCommandContext } from './workplace.ts'

/** Refuses a policy the adapter cannot parse: every order would fail. */
export const checkPlatformPolicy = (
  { platforms }: Pick<StoreCommandContext, 'platforms'>,
  name: string,
  policy: PolicyInput,
): void => {
  const wrong = platformPolicyDefects(platformNamed(platforms, name), policy)
  if (wrong) throw new UserError(`--policy: ${wrong}`)
}
