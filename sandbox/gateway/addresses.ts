/** `{base_url}` and `{embed_base_url}`. */
export const BASES = { v1: '/v1', embed: '/embed/v1' } as const

/** Where everything of a running sandbox is, for people who look for it. */
export const addressesOf = (url: string) => ({
  api: `${url}${BASES.v1}`,
  embed: `${url}${BASES.embed}`,
  sdk: `${url}/sdk/v1/connect.js`,
  portal: `${url}/portal`,
})
