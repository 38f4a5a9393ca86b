import { platformNamed } from '../../payments/ports/platform.ts'
import type { GivenPolicy } from '../../payments/ports/policy.ts'
import { UserError } from '../../runtime/failure.ts'
import type { Workplace } from './workplace.ts'

/** Refuses what the store's adapter would not understand: it would stop at it with every order. */
export const checkPlatformPolicy = (
  { platforms }: Pick<Workplace, 'platforms'>,
  name: string,
  { platform: given }: GivenPolicy,
): void => {
  const { error } = platformNamed(platforms, name).policy.safeParse(given ?? {})
  if (!error) return
  const problems = error.issues.map(({ path, message }) =>
    [['platform', ...path].join('.'), message].join(': '),
  )
  throw new UserError(`--policy: ${problems.join('; ')}`)
}
