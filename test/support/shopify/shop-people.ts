import type { World } from '../world.ts'
import type { StandInShop } from './shop.ts'

/** The library does not let robots install apps. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export interface Shown {
  status: number
  headers: Headers
  text: string
  /** Where it leads. */
  location: string
}

/** The people of a shop with their browser: they install the app and see its page in the admin. */
export interface ShopPeople {
  /** Opens an address of Puente, whatever its host, with the cookies that it has set. */
  open(url: string): Promise<Shown>
  /** From the first click up to the page that Shopify sends the browser back to, which is not opened. */
  approveInstallation(): Promise<string>
  install(): Promise<Shown>
  /** What is on the app's page in the admin; `token` instead of what App Bridge hands out. */
  appPage(options?: {
    path?: string
    query?: string
    token?: string | null
    form?: Record<string, string>
  }): Promise<Shown>
  /** Types the gateway's keys in. */
  connect(keys?: Record<string, string>): Promise<Shown>
}

export const KEYS = {
  secret_key: 'sk_test_sandbox',
  publishable_key: 'pk_test_sandbox',
  webhook_secret: 'whsec_test_sandbox',
}

export const peopleOf = (world: World, shop: StandInShop): ShopPeople => {
  const cookies = new Map<string, string>()
  const open: ShopPeople['open'] = async (url) => {
    const { pathname, search } = new URL(url, world.url)
    const response = await fetch(`${world.url}${pathname}${search}`, {
      redirect: 'manual',
      headers: {
        'user-agent': BROWSER,
        'accept-language': 'es',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value) cookies.set(name, value)
    }
    return shown(response)
  }
  const approveInstallation = async (): Promise<string> => {
    const begun = await open(`/shopify/install?shop=${shop.name}`)
    return shop.access.approve(begun.location)
  }
  const appPage: ShopPeople['appPage'] = async ({
    path = 'page',
    query = `shop=${shop.name}&locale=es`,
    token = shop.access.sessionToken(),
    form,
  } = {}) =>
    shown(
      await fetch(`${world.url}/shopify/app/${path}?${query}`, {
        method: form ? 'POST' : 'GET',
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
        ...(form ? { body: new URLSearchParams(form) } : {}),
      }),
    )
  return {
    open,
    approveInstallation,
    install: async () => open(await approveInstallation()),
    appPage,
    connect: (keys = {}) => appPage({ form: { ...KEYS, ...keys } }),
  }
}

const shown = async (response: Response): Promise<Shown> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
  location: response.headers.get('location') ?? '',
})
