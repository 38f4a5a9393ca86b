export const BASES = { v1: '/v1', embed: '/embed/v1' } as const

export const sandboxUrls = (url: string) => ({
  api: `${url}${BASES.v1}`,
  embed: `${url}${BASES.embed}`,
  sdk: `${url}/sdk/v1/connect.js`,
  portal: `${url}/portal`,
})
