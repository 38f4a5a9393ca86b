import { describe, test } from 'vitest'
import { type Option, VARIABLES } from './options.ts'

const given = (option: Option): string | undefined => process.env[VARIABLES[option]] || undefined

/** Addresses of a gateway under test; none of them ends with a slash. */
export interface Addresses {
  /** `{base_url}` */
  base: string
  /** `{embed_base_url}` */
  embedBase: string
  /** `{sdk_url}` */
  sdkUrl: string
  /** Where its control routes are; `undefined`: it has none, or nobody may use them. */
  control: string | undefined
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/** A base without a path means its v1 segment (9.1). */
const v1BaseOf = (url: string): string => {
  const base = withoutSlash(url)
  return new URL(base).pathname === '/' ? `${base}/v1` : base
}

/** Where the sandbox has everything: what is not told apart is looked for there. */
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

/** The gateway that `--base` names; `undefined`: every file starts a sandbox of its own. */
export const FOREIGN = base === undefined ? undefined : foreignAddresses(base)

export const CONTROL_KEY = given('control-key')

/** Whether customers, portal and time can be played: always with a sandbox of our own. */
export const CONTROLS = FOREIGN === undefined || FOREIGN.control !== undefined

export const TEST_KEY = given('secret-key') ?? 'sk_test_sandbox'

/** Who names the one key and not the other has no use of the other environment. */
export const LIVE_KEY =
  given('live-secret-key') ?? (given('secret-key') === undefined ? 'sk_live_sandbox' : '')

export const PUBLISHABLE_KEY = given('publishable-key') ?? 'pk_test_sandbox'

/** Tests that somebody has to pay, wait or receive for; elsewhere they are reported as skipped. */
export const controlledTest = test.runIf(CONTROLS)
export const controlledDescribe = describe.runIf(CONTROLS)

/** Tests that look into both environments. */
export const bothEnvironmentsTest = test.runIf(LIVE_KEY !== '')
export const controlledBothEnvironmentsTest = test.runIf(CONTROLS && LIVE_KEY !== '')
