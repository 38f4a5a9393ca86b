import { describe, test } from 'vitest'
import { type Option, VARIABLES } from './options.ts'

const given = (option: Option): string | undefined => process.env[VARIABLES[option]] || undefined

/** Without trailing slashes. */
export interface Addresses {
  base: string
  embedBase: string
  sdkUrl: string
  control: string | undefined
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/** Defaults to the v1 segment (9.1). */
const v1BaseOf = (url: string): string => {
  const base = withoutSlash(url)
  return new URL(base).pathname === '/' ? `${base}/v1` : base
}

export const addressesAt = (origin: string): Addresses => ({
  base: `${origin}/v1`,
  embedBase: `${origin}/embed/v1`,
  sdkUrl: `${origin}/sdk/v1/connect.js`,
  control: `${origin}/sandbox`,
})

const foreignAddresses = (base: string): Addresses => {
  const usual = addressesAt(new URL(base).origin)
  const control = given('control')
  return {
    base: v1BaseOf(base),
    embedBase: withoutSlash(given('embed-base') ?? usual.embedBase),
    sdkUrl: given('sdk-url') ?? usual.sdkUrl,
    control: control && withoutSlash(control),
  }
}

const base = given('base')

/** From `--base`; otherwise each file starts its own sandbox. */
export const FOREIGN = base === undefined ? undefined : foreignAddresses(base)

export const CONTROL_KEY = given('control-key')

export const CONTROLS = FOREIGN === undefined || FOREIGN.control !== undefined

export const TEST_KEY = given('secret-key') ?? 'sk_test_sandbox'

/** A custom test key without a live key disables the live tests. */
export const LIVE_KEY =
  given('live-secret-key') ?? (given('secret-key') === undefined ? 'sk_live_sandbox' : '')

export const PUBLISHABLE_KEY = given('publishable-key') ?? 'pk_test_sandbox'

export const controlledTest = test.runIf(CONTROLS)
export const controlledDescribe = describe.runIf(CONTROLS)

export const bothEnvironmentsTest = test.runIf(LIVE_KEY !== '')
export const controlledBothEnvironmentsTest = test.runIf(CONTROLS && LIVE_KEY !== '')
