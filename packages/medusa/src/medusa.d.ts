// The part of Medusa that this package calls. Medusa itself is 0.9 GB, and a shop has it.
declare module '@medusajs/framework/utils' {
  export class MedusaError extends Error {
    constructor(type: string, message: string, code?: string)
    type: string
    static Types: Record<'INVALID_DATA' | 'NOT_ALLOWED' | 'UNEXPECTED_STATE', string>
    static isMedusaError(error: unknown): error is MedusaError
  }

  export abstract class AbstractPaymentProvider<Options = Record<string, unknown>> {
    constructor(cradle: Record<string, unknown>, config?: Options)
    protected readonly config: Options
    protected readonly container: Record<string, unknown>
    getIdentifier(): string
  }

  export const ModuleProvider: (
    module: string,
    provided: { services: readonly unknown[] },
  ) => { module: string; services: readonly unknown[] }

  export const Modules: Record<'PAYMENT' | 'ORDER' | 'LOCKING' | 'WORKFLOW_ENGINE', string>
  export const ContainerRegistrationKeys: Record<'QUERY' | 'LOGGER' | 'LINK', string>
}

declare module '@medusajs/framework/logger' {
  export const logger: { error(message: string): void }
}
