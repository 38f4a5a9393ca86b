import { expect } from 'vitest'
import { type GatewayMatchers, matchers } from './matchers/matchers.ts'

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: Vitest declares this parameter so.
  interface Matchers<T = any> extends GatewayMatchers<Promise<void>> {}
}

/** `import '@puente/simulator/vitest'` adds the matchers to Vitest's `expect`. */
expect.extend(matchers)
