import { BASES } from './v1/routes.ts'

/** Where everything of a running sandbox is, for people who look for it. */
export const addressesOf = (url: string) => ({
  api: `${url}${BASES.v1}`,
  embed: `${url}${BASES.embed}`,
  sdk: `${url}/sdk/v1/connect.js`,
  portal: `${url}/portal`,
})
