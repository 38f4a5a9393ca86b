import { type GatewayMatchers, matchers } from './matchers/matchers.ts'

declare global {
  namespace jest {
    interface Matchers<R, T> extends GatewayMatchers<Promise<R>> {}
  }
}

type Extend = { extend(matchers: object): void }

/** `import '@puente/simulator/jest'` adds the matchers to Jest's global `expect`. */
const { expect } = globalThis as { expect?: Extend }
if (!expect) throw new Error("@puente/simulator/jest needs Jest's global expect.")
expect.extend(matchers)
