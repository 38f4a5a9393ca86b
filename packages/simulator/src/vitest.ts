import { expect } from 'vitest'
import { type GatewayMatchers, matchers } from './matchers/matchers.ts'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends GatewayMatchers<Promise<void>> {}
}

/** `import '@puente/simulator/vitest'` adds the matchers to Vitest's `expect`. */
expect.extend(matchers)
