import type { PlatformAdapter } from './platform.ts'
import type { GivenPolicy } from './policy.ts'

/** What a platform's adapter would not understand of a policy: it would stop at it with every order. */
export const wrongWithPlatformPolicy = (
  { policy }: Pick<PlatformAdapter, 'policy'>,
  { platform: given }: GivenPolicy,
): string | undefined => {
  const problems = policy
    .safeParse(given ?? {})
    .error?.issues.map(({ path, message }) => [['platform', ...path].join('.'), message].join(': '))
  return problems?.join('; ')
}
