import { platformNamed } from '../../payments/ports/platform.ts'
import { wrongWithPlatformPolicy } from '../../payments/ports/platform-policy.ts'
import type { GivenPolicy } from '../../payments/ports/policy.ts'
import { UserError } from '../../runtime/failure.ts'
import type { Workplace } from './workplace.ts'

/** Refuses a policy the adapter cannot parse: every order would fail. */
export const checkPlatformPolicy = (
  { platforms }: Pick<Workplace, 'platforms'>,
  name: string,
  policy: GivenPolicy,
): void => {
  const wrong = wrongWithPlatformPolicy(platformNamed(platforms, name), policy)
  if (wrong) throw new UserError(`--policy: ${wrong}`)
}
