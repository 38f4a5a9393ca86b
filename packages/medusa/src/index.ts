import { ModuleProvider, Modules } from '@medusajs/framework/utils'
import { PuenteProvider } from './provider.js'

export type { PuenteOptions } from './settings/options.js'
export { PuenteProvider }

export default ModuleProvider(Modules.PAYMENT, { services: [PuenteProvider] })
