import type { PlatformAdapter } from './platform.ts'
import type { PolicyInput } from './policy.ts'

/**
 * Validates the platform's part of a policy; an invalid one would fail the adapter with every
 * order.
 */
export const platformPolicyDefects = (
  { policy }: Pick<PlatformAdapter, 'policy'>,
  { platform: given }: PolicyInput,
): string | undefined => {
  const problems = policy
    .safeParse(given ?? {})
    .error?.issues.map(({ path, message }) => [['platform', ...path].join('.'), message].join(': '))
  return problems?.join('; ')
}
